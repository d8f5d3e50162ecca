import Base
public import Chronology

/// CAL-1: synchronizes the occurrences of a scope with one external calendar, without doing I/O.
///
/// A round reads the outside changes (everything, without a valid token), then writes the local
/// changes, one request at a time. The link receives the time and the responses; it returns
/// requests, and commands that its caller commits. The commands of one response form one
/// transaction, committed before the next request. State that must survive is in the log and in the
/// events; the link may lose the rest at any time, and then reads everything again.
///
/// Only events with a key of ours take part. Other events in a person's calendar are neither
/// imported nor changed.
public struct CalendarLink: Sendable {
  enum Phase: Sendable { case idle, reading, looking, writing }

  struct Pending: Sendable {
    var request: CalendarRequest
    var sent: Instant
  }

  public let scope: UInt32
  public let calendar: UInt8
  var phase = Phase.idle
  var pending: Pending?
  var token: CalendarToken?
  /// Whether this round lists everything, and the events it has seen so far.
  var isListing = false
  var listed: [UInt64] = []
  /// The number of mappings before the round: only their events can be missing from the list.
  var mappingsBefore: Int?
  /// The days closest to the window, before and after it, whose events were read and skipped.
  ///
  /// The window depends on the phone's clock, which may have been wrong.
  var passedBefore = LocalDay(number: .min)
  var passedBehind = LocalDay(number: .max)
  /// Events that the list did not contain, to be checked one by one.
  var missing: [UInt64] = []
  /// The progress of the round's writes, in the occurrences and in the mappings.
  var itemPlace = 0
  var mappingPlace = 0
  var failures = 0
  /// No request is sent before this time: the calendar asked for a pause, or a backoff applies.
  public private(set) var notBefore = Instant(milliseconds: .min)
  /// When the last round ended.
  public internal(set) var exchanged: Instant?

  /// `notBefore` survives when a link loses its other state: the calendar still expects the pause.
  public init(scope: UInt32, calendar: UInt8, notBefore: Instant = Instant(milliseconds: .min)) {
    self.scope = scope
    self.calendar = calendar
    self.notBefore = notBefore
  }

  /// Whether no round is in progress.
  public var isIdle: Bool { phase == .idle }

  /// Whether a request is in flight.
  public var isWaiting: Bool { pending != nil }

  /// Starts a round, if none is in progress.
  public mutating func start() {
    guard phase == .idle else { return }
    phase = .reading
    beginReading()
  }

  /// The next request; nil when there is nothing to do, a response is outstanding, or it is too
  /// early. A link that is not connected drops its round.
  public mutating func next(
    at now: Instant, _ items: CalendarItems, on state: borrowing ScopeState
  ) -> CalendarRequest? {
    guard state.calendar.calendarConnection(calendar)?.isConnected == true else {
      self = CalendarLink(scope: scope, calendar: calendar, notBefore: notBefore)
      return nil
    }
    guard pending == nil, now >= notBefore else { return nil }
    switch phase {
    case .idle: return nil
    case .reading:
      if items.window.lowerBound <= passedBefore || passedBehind <= items.window.upperBound {
        token = nil
        beginReading()
      }
      if isListing && mappingsBefore == nil { mappingsBefore = state.calendar.mappings.count }
      return send(.read(token), at: now)
    case .looking:
      if let event = missing.last { return send(.look(event: event), at: now) }
      phase = .writing
      return next(at: now, items, on: state)
    case .writing:
      if let request = nextWrite(items, on: state) { return send(request, at: now) }
      phase = .idle
      exchanged = now
      return nil
    }
  }

  /// Applies a response and the calendar's time in it; returns the commands to commit.
  public mutating func receive(
    _ response: CalendarResponse, date: Instant, at now: Instant, _ items: CalendarItems,
    on state: borrowing ScopeState
  ) -> [Command] {
    guard let pending, let connection = state.calendar.calendarConnection(calendar),
      connection.isConnected
    else { return [] }
    self.pending = nil
    if response != .unavailable { failures = 0 }
    // The calendar read its clock between request and response: assume half way.
    let halfWay = pending.sent + (now - pending.sent) / 2
    var taking = CalendarReconciliation(
      calendar: calendar, owner: connection.owner, clockOffset: date - halfWay)
    switch response {
    case .page(let events, let next, let isLast):
      for event in events {
        notePassed(event, items.window)
        take(event, items, on: state, into: &taking)
      }
      if isListing { listed += events.map(\.id) }
      token = next
      if isLast { endReading(items, on: state) }
    case .event(let event):
      // Our own delete request is no outside deletion, even if the occurrence takes place again by
      // now.
      take(event, pending.request.deletes ? nil : items, on: state, into: &taking)
      advance(past: pending.request)
    case .conflict(let event):
      take(event, items, on: state, into: &taking)
      // The same request would get the same response.
      if taking.commands.isEmpty { advance(past: pending.request) }
    case .unknown:
      advance(past: pending.request)
      takeUnknown(pending.request, items, on: state, into: &taking)
    case .tokenExpired:
      token = nil
      beginReading()
    case .limited(let retryAfter):
      notBefore = now + retryAfter
    case .unavailable:
      backOff(from: now)
    }
    return taking.commands
  }

  /// The response was lost. The request may have been executed; sending it again does no harm,
  /// because a key creates once and an etag matches once.
  public mutating func lost(at now: Instant) {
    guard pending != nil else { return }
    pending = nil
    backOff(from: now)
  }

  /// The commands of a response could not be saved: the round ends, and the next one reads the
  /// changes again. Continuing would lose them, and an immediate retry would fail the same way.
  public mutating func giveUp() {
    pending = nil
    token = nil
    phase = .idle
  }

  /// Gives the events that the round has noted other numbers.
  public mutating func renumber(_ number: (UInt64) -> UInt64) {
    listed = listed.map(number)
    missing = missing.map(number)
    switch pending?.request {
    case .look(let event): pending?.request = .look(event: number(event))
    case .update(let event, let revision, let fields, let values, let versions):
      pending?.request = .update(
        event: number(event), ifRevision: revision, fields: fields, values, versions)
    case .delete(let event, let revision):
      pending?.request = .delete(event: number(event), ifRevision: revision)
    case .read, .create, nil: break
    }
  }

  // MARK: Steps

  private mutating func send(_ request: CalendarRequest, at now: Instant) -> CalendarRequest {
    pending = Pending(request: request, sent: now)
    return request
  }

  /// Backs off for one second, then two, then four, up to about four minutes.
  private mutating func backOff(from now: Instant) {
    notBefore = now + Span.second << Int64(min(failures, 8))
    failures += 1
  }

  private mutating func beginReading() {
    isListing = token == nil
    if isListing {
      passedBefore = LocalDay(number: .min)
      passedBehind = LocalDay(number: .max)
    }
    listed = []
    mappingsBefore = nil
  }

  /// CAL-1: later reads continue after the token. So an event that was skipped is read once more
  /// when its day enters the window after all.
  private mutating func notePassed(_ event: CalendarEvent, _ window: ClosedRange<LocalDay>) {
    guard let key = event.key, key.scope == scope else { return }
    notePassed(key.identity.day, window)
  }

  private mutating func notePassed(_ day: LocalDay, _ window: ClosedRange<LocalDay>) {
    if day < window.lowerBound { passedBefore = max(passedBefore, day) }
    if window.upperBound < day { passedBehind = min(passedBehind, day) }
  }

  private mutating func take(
    _ event: CalendarEvent, _ items: CalendarItems?, on state: borrowing ScopeState,
    into taking: inout CalendarReconciliation
  ) {
    guard let key = event.key, key.scope == scope, items?.window.contains(key.identity.day) ?? true
    else { return }
    taking.take(
      event, key, item: items?[key.identity],
      mapping: state.calendar.calendarMapping(of: key.identity, in: calendar))
  }

  /// CAL-1: everything was read.
  ///
  /// An event that is missing from the list is most likely deleted. It is still read before
  /// anything is deleted here: a list may be wrong, and a tombstone shows whether our last write
  /// still reached the event.
  private mutating func endReading(_ items: CalendarItems, on state: borrowing ScopeState) {
    missing = []
    if isListing {
      listed.sort()
      // The replica may have been rebuilt since from a server with fewer mappings.
      for place in 0..<min(mappingsBefore ?? 0, state.calendar.mappings.count) {
        let mapping = state.calendar.mappings[place]
        guard isAlive(mapping), !isListed(mapping.event) else { continue }
        if items.window.contains(mapping.identity.day) {
          missing.append(mapping.event)
        } else {
          // Later reads skip this event, so it is checked again when its day enters the window.
          notePassed(mapping.identity.day, items.window)
        }
      }
    }
    isListing = false
    listed = []
    phase = missing.isEmpty ? .writing : .looking
    itemPlace = 0
    mappingPlace = 0
  }

  private func isListed(_ event: UInt64) -> Bool {
    var low = 0
    var high = listed.count
    while low < high {
      let middle = (low + high) / 2
      if listed[middle] < event { low = middle + 1 } else { high = middle }
    }
    return low < listed.count && listed[low] == event
  }

  private func isAlive(_ mapping: CalendarMapping) -> Bool {
    mapping.calendar == calendar && mapping.isMapped && !mapping.isGone
  }

  private func isAlive(_ mapping: CalendarMapping, in items: CalendarItems) -> Bool {
    isAlive(mapping) && items.window.contains(mapping.identity.day)
  }

  /// An event that the calendar does not know counts as deleted there.
  private func takeUnknown(
    _ request: CalendarRequest, _ items: CalendarItems, on state: borrowing ScopeState,
    into taking: inout CalendarReconciliation
  ) {
    let event: UInt64
    switch request {
    case .update(let id, _, _, _, _), .delete(let id, _), .look(let id): event = id
    case .read, .create: return
    }
    for place in 0..<state.calendar.mappings.count {
      let mapping = state.calendar.mappings[place]
      guard isAlive(mapping, in: items), mapping.event == event else { continue }
      let item = items[mapping.identity]
      taking.end(mapping.identity, deletedBy: item == nil ? .ours : .theirs, item: item, mapping)
    }
  }
}

extension CalendarLink {
  /// The first local change that the calendar lacks; each is written once per round.
  private mutating func nextWrite(
    _ items: CalendarItems, on state: borrowing ScopeState
  ) -> CalendarRequest? {
    while itemPlace < items.count {
      if let request = write(of: items[itemPlace], on: state) { return request }
      itemPlace += 1
    }
    while mappingPlace < state.calendar.mappings.count {
      let mapping = state.calendar.mappings[mappingPlace]
      if isAlive(mapping, in: items) && items[mapping.identity] == nil {
        return .delete(event: mapping.event, ifRevision: mapping.seen)
      }
      mappingPlace += 1
    }
    return nil
  }

  private func write(of item: CalendarItem, on state: borrowing ScopeState) -> CalendarRequest? {
    let mapping = state.calendar.calendarMapping(of: item.identity, in: calendar)
    guard let mapping, mapping.isMapped, !mapping.isGone else {
      let key = CalendarKey(scope: scope, identity: item.identity, life: mapping?.life ?? 0)
      return .create(key, item.values, item.versions)
    }
    let fields = item.versions.fields(otherThan: mapping.exchanged) | mapping.overruled
    guard fields != 0 else { return nil }
    return .update(
      event: mapping.event, ifRevision: mapping.seen, fields: fields, item.values, item.versions)
  }

  /// Advances to the next write: an edit that arrives meanwhile waits for the next round, so that a
  /// round ends.
  private mutating func advance(past request: CalendarRequest) {
    switch request {
    case .read: break
    case .look: missing.removeLast()
    case .create, .update: itemPlace += 1
    case .delete: mappingPlace += 1
    }
  }
}
