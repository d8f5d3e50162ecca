import Base
public import Chronology

/// CAL-1: keeps the occurrences of a scope and one external calendar alike, without doing I/O.
///
/// A round reads what has changed outside (everything, when there is no token that is still good),
/// then writes what has changed here, one request at a time. The link is told the time and handed
/// the answers; it hands out requests, and commands that its caller commits, all of one answer as
/// one transaction, before it asks for the next request. What it must not forget stands in the log
/// and with the events; the rest it may lose at any time, and reads everything anew.
///
/// Only events with a key of ours take part. What else people have in their calendar is their own:
/// it is neither taken in nor touched.
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
  /// Whether this round lists everything, and the events it has met so far.
  var isListing = false
  var listed: [UInt64] = []
  /// How many mappings there were before: only their events can be missing from the list.
  var mappingsBefore: Int?
  /// The nearest days before and behind the window of which an event was read and passed over.
  ///
  /// Which days are near is for the phone's clock to say, and it may have been wrong.
  var passedBefore = LocalDay(number: .min)
  var passedBehind = LocalDay(number: .max)
  /// Events that the list did not show, to be looked at one by one.
  var missing: [UInt64] = []
  /// How far the round's writing has come, in the occurrences and in the mappings.
  var itemPlace = 0
  var mappingPlace = 0
  var failures = 0
  /// The calendar, or the link's own patience, lets nothing be asked before.
  public private(set) var notBefore = Instant(milliseconds: .min)
  /// When the last round ended.
  public internal(set) var exchanged: Instant?

  /// `notBefore` outlives a link that forgets the rest: the calendar has not.
  public init(scope: UInt32, calendar: UInt8, notBefore: Instant = Instant(milliseconds: .min)) {
    self.scope = scope
    self.calendar = calendar
    self.notBefore = notBefore
  }

  /// Whether no round is under way.
  public var isIdle: Bool { phase == .idle }

  /// Whether an answer is being waited for.
  public var isWaiting: Bool { pending != nil }

  /// Begins a round, if none is under way.
  public mutating func start() {
    guard phase == .idle else { return }
    phase = .reading
    beginReading()
  }

  /// The next request, or nil: because there is nothing to do, an answer is being waited for, or it
  /// is too early. A link that is not connected forgets what it was doing.
  public mutating func next(
    at now: Instant, _ items: CalendarItems, on state: borrowing ScopeState
  ) -> CalendarRequest? {
    guard state.calendarConnection(calendar)?.isConnected == true else {
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

  /// Takes an answer and the calendar's time in it; returns what is to be committed.
  public mutating func receive(
    _ response: CalendarResponse, date: Instant, at now: Instant, _ items: CalendarItems,
    on state: borrowing ScopeState
  ) -> [Command] {
    guard let pending, let connection = state.calendarConnection(calendar), connection.isConnected
    else { return [] }
    self.pending = nil
    if response != .unavailable { failures = 0 }
    // The calendar has read its clock somewhere between the two: taken as half way.
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
      // What we have asked to delete is not deleted by others, also if it takes place again by now.
      take(event, pending.request.deletes ? nil : items, on: state, into: &taking)
      advance(past: pending.request)
    case .conflict(let event):
      take(event, items, on: state, into: &taking)
      // Asking again would come to the same.
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

  /// No answer came. What was asked may have been done all the same; it is asked again, which does
  /// no harm: a key creates once, and an etag fits once.
  public mutating func lost(at now: Instant) {
    guard pending != nil else { return }
    pending = nil
    backOff(from: now)
  }

  /// What came of an answer could not be saved: the round is over, and the next one reads all of it
  /// anew. Going on would lose what was not saved, and asking at once would come to the same.
  public mutating func giveUp() {
    pending = nil
    token = nil
    phase = .idle
  }

  // MARK: Steps

  private mutating func send(_ request: CalendarRequest, at now: Instant) -> CalendarRequest {
    pending = Pending(request: request, sent: now)
    return request
  }

  /// Waits a second, then two, then four, up to about four minutes.
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

  /// CAL-1: what is read on lies behind the token. So what was passed over is read once more when
  /// its day is near after all.
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
      mapping: state.calendarMapping(of: key.identity, in: calendar))
  }

  /// CAL-1: everything has been read.
  ///
  /// An event that should have been listed and was not is most likely deleted. It is looked at all
  /// the same before anything is deleted here: a list may be wrong, and a tombstone tells whether
  /// our last write still reached it.
  private mutating func endReading(_ items: CalendarItems, on state: borrowing ScopeState) {
    missing = []
    if isListing {
      listed.sort()
      // The copy may have been made anew since, from a server that knows of fewer.
      for place in 0..<min(mappingsBefore ?? 0, state.calendar.mappings.count) {
        let mapping = state.calendar.mappings[place]
        guard isAlive(mapping), !isListed(mapping.event) else { continue }
        if items.window.contains(mapping.identity.day) {
          missing.append(mapping.event)
        } else {
          // What is read on lies behind this, too, so it is missed again when its day is near.
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

  /// What the calendar has never heard of is as good as deleted there.
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
  /// The first thing that is here and not there; each is written once a round.
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
    let mapping = state.calendarMapping(of: item.identity, in: calendar)
    guard let mapping, mapping.isMapped, !mapping.isGone else {
      let key = CalendarKey(scope: scope, identity: item.identity, life: mapping?.life ?? 0)
      return .create(key, item.values, item.versions)
    }
    let fields = item.versions.fields(otherThan: mapping.exchanged) | mapping.overruled
    guard fields != 0 else { return nil }
    return .update(
      event: mapping.event, ifRevision: mapping.seen, fields: fields, item.values, item.versions)
  }

  /// Goes on to the next thing: an edit that came in meanwhile waits for the next round, so that a
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
