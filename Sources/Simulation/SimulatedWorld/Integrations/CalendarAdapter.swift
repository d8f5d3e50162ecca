import Base
import Chronology
import Environment
import DomainCore

// The adapter that an application has as its network client: it makes the link's requests calls of
// the calendar.

//
// The calendar has no field for the driver, so the driver is stored in the details, below the
// notes. Here a text is one word: the lower half holds the notes, and the upper half holds the
// driver.

extension CalendarValues {
  /// CAL-2: reads the driver from the details.
  init(theirs words: SIMD8<UInt64>) {
    self.init(words: words)
    self[.details] = words[Self.details] & 0xFFFF_FFFF
    self[.drivers] = words[Self.details] >> 32
  }

  /// CAL-2: writes the driver into the details.
  var theirs: SIMD8<UInt64> {
    var theirs = words
    theirs[Self.details] = self[.details] | self[.drivers] << 32
    theirs[Int(CalendarField.drivers.rawValue)] = 0
    return theirs
  }

  private static var details: Int { Int(CalendarField.details.rawValue) }
}

extension CalendarEvent {
  init(_ event: ExternalCalendar.Event) {
    var written = CalendarVersions()
    written.stamps = event.properties.long
    written.sites = event.properties.short
    var (revisions, milliseconds) = (event.fieldRevisions, event.fieldMilliseconds)
    let (details, drivers) = (
      Int(CalendarField.details.rawValue), Int(CalendarField.drivers.rawValue)
    )
    revisions[drivers] = revisions[details]
    milliseconds[drivers] = milliseconds[details]
    self.init(
      id: event.id, revision: event.revision, isDeleted: event.isDeleted,
      key: CalendarKey(event.key), values: CalendarValues(theirs: event.values),
      fieldRevisions: revisions, fieldMilliseconds: milliseconds, written: written,
      writtenRevision: event.propertiesRevision)
  }
}

extension CalendarResponse {
  init(_ response: ExternalCalendar.Response) {
    switch response {
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

  /// The events in the response.
  var events: [CalendarEvent] {
    switch self {
    case .page(let events, _, _): events
    case .event(let event), .conflict(let event): [event]
    case .unknown, .tokenExpired, .limited, .unavailable: []
    }
  }
}

extension ExternalCalendar {
  /// Performs a request.
  mutating func respond(
    _ request: CalendarRequest, at now: Instant, fault: Fault = .none
  ) -> Reply {
    switch request {
    case .read(let token):
      let position = token.map { ReadingPosition(first: $0.first, second: $0.second) }
      return read(from: position, at: now, fault: fault)
    case .look(let event): return look(at: event, at: now, fault: fault)
    case .create(let key, let values, let versions):
      return create(
        key: key.words, values: values.theirs, properties: PrivateProperties(versions), at: now,
        fault: fault)
    case .update(let event, let revision, let fields, let values, let versions):
      return update(
        event, ifRevision: revision, fields: Self.fields(fields), values: values.theirs,
        properties: PrivateProperties(versions), at: now, fault: fault)
    case .delete(let event, let revision):
      return delete(event, ifRevision: revision, at: now, fault: fault)
    }
  }

  /// The fields that the calendar has: the driver is written with the details.
  private static func fields(_ fields: UInt8) -> UInt8 {
    let drivers = fields & CalendarField.drivers.bit
    return fields & ~drivers | (drivers != 0 ? CalendarField.details.bit : 0)
  }
}

extension ExternalCalendar.PrivateProperties {
  init(_ versions: CalendarVersions) {
    self.init(long: versions.stamps, short: versions.sites)
  }
}
