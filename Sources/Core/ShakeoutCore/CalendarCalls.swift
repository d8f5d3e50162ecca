public import Chronology

/// CAL-1: an event as users see it in an external calendar.
public struct CalendarEntry: Hashable, Sendable {
  public var title: String
  public var start: Instant
  public var end: Instant
  public var place: String
  /// The family's notes, followed by the drivers: CAL-2.
  public var details: String

  public init(
    title: String, start: Instant, end: Instant, place: String = "", details: String = ""
  ) {
    self.title = title
    self.start = start
    self.end = end
    self.place = place
    self.details = details
  }
}

/// CAL-1: the content to write into a calendar: the visible entry, and the metadata that an app
/// keeps with it.
public struct CalendarDraft: Hashable, Sendable {
  public var entry: CalendarEntry
  /// The same for the same occurrence, whichever install writes it: where an app may choose an
  /// event's name (its UID, its client's id), it uses this, and a repeated create makes one event.
  ///
  /// Letters from a to v and digits.
  public var key: String
  /// To be stored with the event unchanged, such as in a private property.
  public var memo: String
}

/// CAL-1: an event as a calendar reports it, or its deletion.
public struct ExternalCalendarEvent: Hashable, Sendable {
  /// The calendar's own name for it.
  public var id: String
  /// The value that a conditional write must match.
  public var etag: String
  /// Grows with each change of the event; where a calendar has no counter, the time of the change
  /// in its finest unit.
  public var revision: UInt64
  /// The time of the last change, by the calendar's clock.
  public var changed: Instant
  /// Nil when it was deleted.
  public var entry: CalendarEntry?
  /// As they were written; empty where another app wrote the event, or the calendar returns
  /// neither.
  public var key: String
  public var memo: String

  public init(
    id: String, etag: String, revision: UInt64, changed: Instant, entry: CalendarEntry?,
    key: String = "", memo: String = ""
  ) {
    self.id = id
    self.etag = etag
    self.revision = revision
    self.changed = changed
    self.entry = entry
    self.key = key
    self.memo = memo
  }
}

/// CAL-1: the next request to a calendar.
public enum CalendarCall: Hashable, Sendable {
  /// The changes since a token, or all existing events; one page of them.
  case read(since: String?)
  /// One event, or its deletion.
  case fetch(id: String)
  case create(CalendarDraft)
  /// Writes all of it, if the event still has that etag.
  case update(id: String, ifMatch: String, CalendarDraft)
  /// Deletes, if the event still has that etag.
  case delete(id: String, ifMatch: String)
}

/// CAL-1: a calendar's response.
public enum CalendarReply: Hashable, Sendable {
  /// Some events, and the token to continue with: at once, or after the last page next time.
  case page([ExternalCalendarEvent], next: String, isLast: Bool)
  /// The event after the call; for a create with a used key, the event that has the key.
  case event(ExternalCalendarEvent)
  /// The event had another etag: its current content.
  case conflict(ExternalCalendarEvent)
  /// The calendar has no such event.
  case unknown
  /// The token is too old: everything must be read again.
  case tokenExpired
  /// The calendar accepts nothing for so many milliseconds.
  case limited(retryAfter: Int64)
  case unavailable
}
