public import Chronology

/// CAL-1: an event as people see it in an external calendar.
public struct CalendarEntry: Hashable, Sendable {
  public var title: String
  public var start: Instant
  public var end: Instant
  public var place: String
  /// The family's notes, and below them who drives: CAL-2.
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

/// CAL-1: what is written into a calendar: what people see, and what an app keeps with it unseen.
public struct CalendarDraft: Hashable, Sendable {
  public var entry: CalendarEntry
  /// The same for the same occurrence, whoever writes it: where an app may choose an event's name
  /// (its UID, its client's id), it is this, and a create that is asked twice makes one event.
  ///
  /// Letters from a to v and digits.
  public var key: String
  /// To be kept with the event as it is, such as in a private property.
  public var memo: String
}

/// CAL-1: an event as a calendar tells of it, or that there is none any more.
public struct ExternalCalendarEvent: Hashable, Sendable {
  /// The calendar's own name for it.
  public var id: String
  /// What a conditional write names.
  public var etag: String
  /// Grows with each change of the event; where a calendar counts none, the time of the change in
  /// the finest unit that it has.
  public var revision: UInt64
  /// When it was changed last, by the calendar's clock.
  public var changed: Instant
  /// Nil when it was deleted.
  public var entry: CalendarEntry?
  /// As they were written; empty where the event was not written by us, or tells neither.
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

/// CAL-1: what a calendar is to be asked next.
public enum CalendarCall: Hashable, Sendable {
  /// What has changed since a token, or everything that lives; a page of it.
  case read(since: String?)
  /// One event, or that it is deleted.
  case look(id: String)
  case create(CalendarDraft)
  /// Writes all of it, if the event still has that etag.
  case update(id: String, ifMatch: String, CalendarDraft)
  /// Deletes, if the event still has that etag.
  case delete(id: String, ifMatch: String)
}

/// CAL-1: what a calendar answers.
public enum CalendarReply: Hashable, Sendable {
  /// Some events, and the token with which to go on: at once, or after the last page next time.
  case page([ExternalCalendarEvent], next: String, isLast: Bool)
  /// The event as the call has left it; of a create under a key that was used, the one that has it.
  case event(ExternalCalendarEvent)
  /// The event had another etag: as it is.
  case conflict(ExternalCalendarEvent)
  /// The calendar knows of no such event.
  case unknown
  /// The token is too old: everything is to be read anew.
  case tokenExpired
  /// Nothing is taken for so many milliseconds.
  case limited(retryAfter: Int64)
  case unavailable
}
