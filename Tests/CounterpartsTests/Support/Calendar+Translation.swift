import Base
import Chronology
import Counterparts
import DomainCore

// What a real application has as its network client: the link's requests as calls of the calendar.

extension CalendarEvent {
  init(_ event: ExternalCalendar.Event) {
    var written = CalendarVersions()
    written.stamps = event.properties.long
    written.sites = event.properties.short
    self.init(
      id: event.id, revision: event.revision, isDeleted: event.isDeleted,
      key: CalendarKey(event.key), values: CalendarValues(words: event.values),
      fieldRevisions: event.fieldRevisions, fieldMilliseconds: event.fieldMilliseconds,
      written: written, writtenRevision: event.propertiesRevision)
  }
}

extension CalendarAnswer {
  init(_ answer: ExternalCalendar.Answer) {
    switch answer {
    case .page(let events, let next, let isLast):
      self = .page(
        events.map { CalendarEvent($0) },
        next: CalendarToken(first: next.first, second: next.second), isLast: isLast)
    case .event(let event): self = .event(CalendarEvent(event))
    case .conflict(let event): self = .conflict(CalendarEvent(event))
    case .unknown: self = .unknown
    case .tokenExpired: self = .tokenExpired
    case .limited(let retryAfter): self = .limited(retryAfter: retryAfter)
    case .unavailable: self = .unavailable
    }
  }

  /// The events that the answer shows.
  var events: [CalendarEvent] {
    switch self {
    case .page(let events, _, _): events
    case .event(let event), .conflict(let event): [event]
    case .unknown, .tokenExpired, .limited, .unavailable: []
    }
  }
}

extension ExternalCalendar {
  /// Carries a request out.
  mutating func answer(
    _ request: CalendarRequest, at now: Instant, fault: Fault = .none
  ) -> Reply {
    switch request {
    case .read(let token):
      let position = token.map { ReadingPosition(first: $0.first, second: $0.second) }
      return read(from: position, at: now, fault: fault)
    case .look(let event): return look(at: event, at: now, fault: fault)
    case .create(let key, let values, let versions):
      return create(
        key: key.words, values: values.words, properties: Properties(versions), at: now,
        fault: fault)
    case .update(let event, let revision, let fields, let values, let versions):
      return update(
        event, ifRevision: revision, fields: fields, values: values.words,
        properties: Properties(versions), at: now, fault: fault)
    case .delete(let event, let revision):
      return delete(event, ifRevision: revision, at: now, fault: fault)
    }
  }
}

extension ExternalCalendar.Properties {
  init(_ versions: CalendarVersions) {
    self.init(long: versions.stamps, short: versions.sites)
  }
}
