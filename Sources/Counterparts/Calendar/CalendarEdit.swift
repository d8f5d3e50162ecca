/// What somebody does in a calendar outside of the app.
public enum CalendarDeed: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case move = 0
  case stretch = 1
  case relocate = 2
  case retitle = 3
  case note = 4
  /// Writes who drives, which is not for a calendar to say.
  case meddle = 5
  case delete = 6
  /// Writes an event of their own.
  case add = 7
}

/// An edit in a calendar: when in the day, what, and the lot that decides about what and how much.
public struct CalendarEdit: BitwiseCopyable, Hashable, Sendable {
  public var millisecondOfDay: Int32
  public var deed: CalendarDeed
  public var lot: UInt64

  public init(millisecondOfDay: Int32, deed: CalendarDeed, lot: UInt64) {
    self.millisecondOfDay = millisecondOfDay
    self.deed = deed
    self.lot = lot
  }
}
