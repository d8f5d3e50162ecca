/// What somebody does in a calendar outside of the app.
public enum CalendarEditKind: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case move = 0
  case changeDuration = 1
  case changePlace = 2
  case changeTitle = 3
  case note = 4
  /// Writes who drives, which is not for a calendar to say.
  case editDriver = 5
  case delete = 6
  /// Writes an event of their own.
  case add = 7
}

/// An edit in a calendar: when in the day, what, and the lot that decides about what and how much.
public struct CalendarEdit: BitwiseCopyable, Hashable, Sendable {
  public var millisecondOfDay: Int32
  public var deed: CalendarEditKind
  public var randomWord: UInt64

  public init(millisecondOfDay: Int32, deed: CalendarEditKind, randomWord: UInt64) {
    self.millisecondOfDay = millisecondOfDay
    self.deed = deed
    self.randomWord = randomWord
  }
}
