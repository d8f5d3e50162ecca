import Base
public import Chronology

/// CAL-4: a link to an external calendar.
public struct CalendarConnection: BitwiseCopyable, Hashable, Sendable {
  /// The scope's number for the calendar.
  public var calendar: UInt8
  public var isConnected = false
  public var mode = CalendarMode.realTime
  /// Who connected it last: in their name the calendar's edits are committed.
  public var owner = MemberHandle(0)
  /// When that was, by the clock of the tap.
  public var connected = Instant(milliseconds: 0)

  @inlinable public init(calendar: UInt8) {
    self.calendar = calendar
  }
}

/// CAL-2: what has been agreed on between an occurrence and its event.
///
/// When either is deleted, that is the end of the event. An occurrence that takes place again gets
/// another event, of which nothing counts that was said before the end of the one before.
public struct CalendarMapping: BitwiseCopyable, Hashable, Sendable {
  public var identity: CalendarIdentity
  public var calendar: UInt8
  /// Whether the event is deleted, on either side.
  public var isGone = false
  /// The fact that ended the last event that was deleted.
  public var ended = Version.never
  /// The calendar's number of the event; zero before it has one.
  public var event: UInt64 = 0
  /// The event's revision up to which its edits have been taken in.
  public var seen: UInt64 = 0
  /// CAL-3: the version of each of our fields that both sides had last.
  public var exchanged = CalendarVersions()
  /// CAL-3: the fields that the calendar has otherwise and is to have like us, though nobody has
  /// edited them here.
  public var overruled: UInt8 = 0

  @inlinable public init(identity: CalendarIdentity, calendar: UInt8) {
    self.identity = identity
    self.calendar = calendar
  }

  @inlinable public var isMapped: Bool { event != 0 }

  /// Tells the event of an occurrence from those it had before; zero for the first.
  public var life: UInt16 {
    guard ended != .never else { return 0 }
    let mixed = Digest128.mix(ended.stamp, UInt64(ended.site), 0, 0)
    return UInt16(truncatingIfNeeded: mixed.first) | 1
  }
}

/// CAL-3: an edit that lost against the other side's.
public struct CalendarConflict: BitwiseCopyable, Hashable, Sendable {
  public var identity: CalendarIdentity
  public var calendar: UInt8
  public var field: CalendarField
  /// Whose edit it was.
  public var loser: CalendarSide
  /// Whether it lost against a deletion, rather than against a later edit.
  public var isByDeletion: Bool
  /// What the field would have been.
  public var value: UInt64

  public init(
    identity: CalendarIdentity, calendar: UInt8, field: CalendarField, loser: CalendarSide,
    isByDeletion: Bool, value: UInt64
  ) {
    self.identity = identity
    self.calendar = calendar
    self.field = field
    self.loser = loser
    self.isByDeletion = isByDeletion
    self.value = value
  }
}
