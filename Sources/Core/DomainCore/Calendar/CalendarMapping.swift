import Base
public import Chronology

/// CAL-4: a link to an external calendar.
public struct CalendarConnection: BitwiseCopyable, Hashable, Sendable {
  /// The scope's number for the calendar.
  public var calendar: UInt8
  public var isConnected = false
  public var mode = CalendarMode.realTime
  /// The parent who connected it last; the calendar's edits are committed in their name.
  public var owner = MemberHandle(0)
  /// When they connected it, by the clock of the tap.
  public var connected = Instant(milliseconds: 0)

  @inlinable public init(calendar: UInt8) {
    self.calendar = calendar
  }
}

/// CAL-2: the agreed state between an occurrence and its event.
///
/// Deleting either ends the event. An occurrence that takes place again gets a new event, and facts
/// from before the end of the previous one do not apply to it.
public struct CalendarMapping: BitwiseCopyable, Hashable, Sendable {
  public var identity: CalendarIdentity
  public var calendar: UInt8
  /// Whether the event is deleted, on either side.
  public var isGone = false
  /// The fact that ended the last deleted event.
  public var ended = Version.never
  /// The calendar's number of the event; zero before it has one.
  public var event: UInt64 = 0
  /// The event's revision up to which its edits were applied.
  public var seen: UInt64 = 0
  /// CAL-3: the last version of each of our fields that both sides had.
  public var exchanged = CalendarVersions()
  /// CAL-3: the fields whose value in the calendar has to be overwritten with ours, although no one
  /// edited them here.
  public var overruled: UInt8 = 0

  @inlinable public init(identity: CalendarIdentity, calendar: UInt8) {
    self.identity = identity
    self.calendar = calendar
  }

  @inlinable public var isMapped: Bool { event != 0 }

  /// Distinguishes the occurrence's event from its previous ones; zero for the first.
  public var life: UInt16 {
    guard ended != .never else { return 0 }
    let mixed = Digest128.mix(ended.stamp, UInt64(ended.site), 0, 0)
    return UInt16(truncatingIfNeeded: mixed.first) | 1
  }
}

/// CAL-3: an edit that lost a conflict with the other side.
public struct CalendarConflict: BitwiseCopyable, Hashable, Sendable {
  public var identity: CalendarIdentity
  public var calendar: UInt8
  public var field: CalendarField
  /// The side whose edit lost.
  public var loser: CalendarSide
  /// Whether it lost against a deletion, rather than against a later edit.
  public var isByDeletion: Bool
  /// The value that the field would have had.
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

/// CAL-2: how a log numbers the events of a calendar that names them by texts.
///
/// A calendar with numbers of its own uses these; the highest bit tells which it is.
public enum CalendarEventName {
  private static var mark: UInt64 { 1 << 63 }

  /// The number of the event with this text as its name.
  public static func number(of name: TextHandle) -> UInt64 { mark | UInt64(name.raw) }

  /// The name behind a number, unless the calendar has numbers of its own.
  public static func name(of number: UInt64) -> TextHandle? {
    isText(number) ? TextHandle(packed: number) : nil
  }

  static func isText(_ number: UInt64) -> Bool { number & mark != 0 }
}
