public import Base
import Chronology

/// CAL-2: the key under which an occurrence is created in a calendar, and by which a re-read finds
/// it again.
///
/// It follows from what the log says alone, so a retry, another device or a later connection comes
/// to the same key. The scope is part of it, because two families may use one calendar.
public struct CalendarKey: BitwiseCopyable, Hashable, Sendable {
  public var scope: UInt32
  public var identity: CalendarIdentity
  /// Which of the occurrence's events, one after the other.
  public var life: UInt16

  public init(scope: UInt32, identity: CalendarIdentity, life: UInt16 = 0) {
    self.scope = scope
    self.identity = identity
    self.life = life
  }

  /// Reads the two words that the calendar keeps; nil when the event is none of ours.
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

/// CAL-1: an event as a calendar shows it, or the tombstone of one.
public struct CalendarEvent: BitwiseCopyable, Hashable, Sendable {
  /// The calendar's own number, never zero.
  public var id: UInt64
  /// Grows with each change of the event.
  public var revision: UInt64
  public var isDeleted: Bool
  /// The key it was created under; what people write in the calendar themselves has none of ours.
  public var key: CalendarKey?
  public var values: CalendarValues
  /// The revision in which each field was changed last.
  public var fieldRevisions: SIMD8<UInt64>
  /// When that was, in milliseconds of the calendar's clock.
  public var fieldMilliseconds: SIMD8<Int64>
  /// The versions that our last write brought, which the event keeps for us, unseen by people.
  ///
  /// This is what makes a lost answer harmless: whether the write was done, and what it said, is
  /// read off the event itself.
  public var written: CalendarVersions
  /// The revision that our last write made.
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

/// CAL-1: where the next reading of a calendar goes on; the calendar's words, kept as they are.
public struct CalendarToken: BitwiseCopyable, Hashable, Sendable {
  public var first: UInt64
  public var second: UInt64

  public init(first: UInt64, second: UInt64) {
    self.first = first
    self.second = second
  }
}

/// CAL-1: what a link asks of a calendar.
public enum CalendarRequest: Hashable, Sendable {
  /// What has changed since the token, or everything; a page of it.
  case read(CalendarToken?)
  /// Shows one event, or its tombstone.
  case look(event: UInt64)
  case create(CalendarKey, CalendarValues, CalendarVersions)
  /// Sets some fields, if the event still has that revision.
  case update(event: UInt64, ifRevision: UInt64, fields: UInt8, CalendarValues, CalendarVersions)
  /// Deletes, if the event still has that revision.
  case delete(event: UInt64, ifRevision: UInt64)

  var deletes: Bool {
    if case .delete = self { return true }
    return false
  }
}

/// CAL-1: what a calendar answers.
public enum CalendarResponse: Hashable, Sendable {
  case page([CalendarEvent], next: CalendarToken, isLast: Bool)
  /// The event as the request has left it.
  case event(CalendarEvent)
  /// The event had another revision: as it is.
  case conflict(CalendarEvent)
  /// The calendar knows of no such event.
  case unknown
  /// Everything must be read anew.
  case tokenExpired
  /// Nothing is taken for so many milliseconds.
  case limited(retryAfter: Int64)
  case unavailable
}
