/// What a person does in a calendar outside of the app.
public enum CalendarEditKind: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case move = 0
  case changeDuration = 1
  case changePlace = 2
  case changeTitle = 3
  case note = 4
  /// Writes a driver, which the calendar has no field for.
  case editDriver = 5
  case delete = 6
  /// Adds an event of their own.
  case add = 7
}

/// An edit in a calendar: its time of day, its kind, and the random word that decides which event
/// and by how much.
public struct CalendarEdit: BitwiseCopyable, Hashable, Sendable {
  public var millisecondOfDay: Int32
  public var kind: CalendarEditKind
  public var randomWord: UInt64

  public init(millisecondOfDay: Int32, kind: CalendarEditKind, randomWord: UInt64) {
    self.millisecondOfDay = millisecondOfDay
    self.kind = kind
    self.randomWord = randomWord
  }
}
