public import Base
import Chronology

/// CAL-2: the key under which an occurrence is created in a calendar, and by which a later read
/// finds it again.
///
/// It is derived from the log alone, so a retry, another device or a later connection computes the
/// same key. The scope is part of it, because two families may use one calendar.
public struct CalendarKey: BitwiseCopyable, Hashable, Sendable {
  public var scope: UInt32
  public var identity: CalendarIdentity
  /// Distinguishes the successive events of the occurrence; see `CalendarMapping.life`.
  public var life: UInt16

  public init(scope: UInt32, identity: CalendarIdentity, life: UInt16 = 0) {
    self.scope = scope
    self.identity = identity
    self.life = life
  }

  /// Parses the two words that the calendar stores; nil when the event is not ours.
  public init?(_ words: RowKey) {
    guard words.first != 0 else { return nil }
    life = UInt16(truncatingIfNeeded: words.second >> 16)
    scope = UInt32(words.second >> 32)
    identity = CalendarIdentity(
      trainingClass: Entity(raw: words.first),
      day: LocalDay(number: Int32(words.second & 0xFFFF)))
  }

  public var words: RowKey {
    RowKey(
      identity.trainingClass.raw,
      UInt64(scope) << 32 | UInt64(life) << 16
        | UInt64(UInt16(truncatingIfNeeded: identity.day.number)))
  }
}

/// CAL-1: an event as a calendar returns it, or the tombstone of one.
public struct CalendarEvent: BitwiseCopyable, Hashable, Sendable {
  /// The calendar's own number, never zero.
  public var id: UInt64
  /// Increases with each change of the event.
  public var revision: UInt64
  public var isDeleted: Bool
  /// The key it was created under; nil for events that people create in the calendar themselves.
  public var key: CalendarKey?
  public var values: CalendarValues
  /// The revision in which each field last changed.
  public var fieldRevisions: SIMD8<UInt64>
  /// The times of these changes, in milliseconds of the calendar's clock.
  public var fieldMilliseconds: SIMD8<Int64>
  /// The versions of our last write, which the event stores for us, invisible to people.
  ///
  /// They make a lost response harmless: the event itself shows whether the write was done, and
  /// with which versions.
  public var written: CalendarVersions
  /// The revision that our last write created.
  public var writtenRevision: UInt64

  public init(
    id: UInt64, revision: UInt64, isDeleted: Bool, key: CalendarKey?, values: CalendarValues,
    fieldRevisions: SIMD8<UInt64>, fieldMilliseconds: SIMD8<Int64>, written: CalendarVersions,
    writtenRevision: UInt64
  ) {
    self.id = id
    self.revision = revision
    self.isDeleted = isDeleted
    self.key = key
    self.values = values
    self.fieldRevisions = fieldRevisions
    self.fieldMilliseconds = fieldMilliseconds
    self.written = written
    self.writtenRevision = writtenRevision
  }
}

/// CAL-1: where the next read of a calendar continues; the calendar's own token, kept unchanged.
public struct CalendarToken: BitwiseCopyable, Hashable, Sendable {
  public var first: UInt64
  public var second: UInt64

  public init(first: UInt64, second: UInt64) {
    self.first = first
    self.second = second
  }
}

/// CAL-1: the requests of a link to a calendar.
public enum CalendarRequest: Hashable, Sendable {
  /// Lists the changes since the token, or all events; returns one page.
  case read(CalendarToken?)
  /// Reads one event, or its tombstone.
  case look(event: UInt64)
  case create(CalendarKey, CalendarValues, CalendarVersions)
  /// Sets some fields, if the event still has that revision.
  case update(event: UInt64, ifRevision: UInt64, fields: UInt8, CalendarValues, CalendarVersions)
  /// Deletes the event, if it still has that revision.
  case delete(event: UInt64, ifRevision: UInt64)

  var deletes: Bool {
    if case .delete = self { return true }
    return false
  }
}

/// CAL-1: the responses of a calendar.
public enum CalendarResponse: Hashable, Sendable {
  case page([CalendarEvent], next: CalendarToken, isLast: Bool)
  /// The event after the request.
  case event(CalendarEvent)
  /// The event has another revision: its current content.
  case conflict(CalendarEvent)
  /// The calendar has no such event.
  case unknown
  /// The token is invalid: everything must be read again.
  case tokenExpired
  /// No request is accepted for so many milliseconds.
  case limited(retryAfter: Int64)
  case unavailable
}
