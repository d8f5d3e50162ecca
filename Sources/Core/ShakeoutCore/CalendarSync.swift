public import Chronology
import DomainCore
public import SyncCore

/// CAL-1: keeps a family's schedule and one external calendar in sync, without doing I/O.
///
/// An app asks its session for the next call, makes it, and passes the response back, until there
/// is none; the session commits external edits and writes the family's edits to the calendar. A
/// parent's app does so when `nextExchange` returns a time. The object may be lost at any time:
/// then everything is read again, without duplicates.
///
/// An app that keeps it as long as it runs knows the time of each external field edit; one that has
/// lost it knows only that of the event.
public struct CalendarSync: Sendable {
  /// The last known content of one of the family's events.
  struct KnownEvent: Sendable {
    var number: UInt64
    var id: String
    var etag: String
    var marks: SIMD8<UInt32>
    var event: CalendarEvent
  }

  let days: ClosedRange<Int>
  var link: CalendarLink
  /// The connection that the exchange belongs to: a new connection starts over.
  var connected: Instant?
  var token: String?
  /// By event number.
  var known: [KnownEvent] = []
  /// The table of texts that the numbers and values here belong to.
  var textsGeneration: UInt32?
  var occasion = CalendarExchangeContext()

  /// For a calendar by its number, and the schedule of some days around today; nil for an invalid
  /// number.
  public init?<Storage: ReplicaStorage & ~Copyable>(
    of session: borrowing Session<Storage>, calendar number: Int = 0, daysBehind: Int = 7,
    daysAhead: Int = 28
  ) {
    guard let number = UInt8(exactly: number) else { return nil }
    link = CalendarLink(scope: session.replica.scope, calendar: number)
    days = -min(max(daysBehind, 0), 366)...min(max(daysAhead, 0), 366)
  }

  /// Whether no exchange is in progress.
  public var isIdle: Bool { link.isIdle }

  /// When an exchange in progress may continue: a calendar may ask to wait.
  public var notBefore: Instant { link.notBefore }

  /// Starts an exchange, if none is in progress.
  public mutating func start() {
    guard link.isIdle else { return }
    occasion.noticed = nil
    occasion.asked = nil
    link.start()
  }

  /// CAL-4: records a change, made here or announced by the calendar.
  public mutating func recordChange(at now: Instant) {
    occasion.noticed = occasion.noticed ?? now.plausible
  }

  /// CAL-4: requests an exchange, whatever the mode.
  public mutating func requestExchange(at now: Instant) { occasion.asked = now.plausible }

  /// Reports a call without a response. The call is repeated, which is harmless.
  public mutating func callFailed(at now: Instant) { link.lost(at: now.plausible) }

  /// Clears everything except the time that the calendar asked to wait.
  mutating func begin(_ connected: Instant?) {
    self.connected = connected
    link = CalendarLink(scope: link.scope, calendar: link.calendar, notBefore: link.notBefore)
    (token, known, occasion.exchanged) = (nil, [], nil)
  }

  // MARK: Known events

  func known(_ number: UInt64) -> KnownEvent? { known.first { $0.number == number } }

  mutating func note(_ event: KnownEvent) {
    forget(event.number)
    known.append(event)
  }

  mutating func forget(_ number: UInt64) { known.removeAll { $0.number == number } }
}

// MARK: Exchanging

extension CalendarSync {
  /// CAL-4: when the next exchange is due: by the mode, a recorded change, or a request. Nil when
  /// none is, or when the person syncs no calendar.
  public func nextExchange<Storage: ReplicaStorage & ~Copyable>(
    for session: borrowing Session<Storage>
  ) -> Instant? {
    guard let connection = connection(in: session) else { return nil }
    var occasion = occasion
    occasion.exchanged = connected == connection.connected ? link.exchanged : nil
    occasion.notBefore = link.notBefore
    return connection.mode.nextExchange(occasion, connected: connection.connected)
  }

  /// CAL-1: the next call to the calendar; nil when there is none, or not yet.
  public mutating func nextCall<Storage: ReplicaStorage & ~Copyable>(
    for session: borrowing Session<Storage>
  ) -> CalendarCall? {
    guard let connection = connection(in: session) else {
      begin(nil)
      return nil
    }
    if connected != connection.connected {
      let isUnderWay = !isIdle
      begin(connection.connected)
      if isUnderWay { start() }
    }
    renew(session.texts, connection.connected)
    let texts = calendarTexts(of: session)
    let request = link.next(at: session.now, texts.items, on: texts.state.pointee)
    return request.map { call($0, texts) }
  }

  /// CAL-1: applies the response to the last call, received at the calendar's time `date`. The
  /// resulting commands are saved as a whole, or refused as a whole; then everything is read again.
  ///
  /// Throws only errors of the storage; for one in memory `apply` is the same with less code.
  public mutating func attemptApply<Storage: ReplicaStorage & ~Copyable>(
    _ reply: CalendarReply, date: Instant, for session: inout Session<Storage>
  ) throws(Storage.Failure) -> Result<Void, Refusal> {
    guard let connection = connection(in: session), link.isWaiting else { return .success(()) }
    renew(session.texts, connection.connected)
    guard link.isWaiting else { return .success(()) }
    let now = session.now
    let texts = calendarTexts(of: session)
    let response = respond(reply, texts)
    let commands = link.receive(
      response, date: date.plausible, at: now, texts.items, on: texts.state.pointee)
    guard !commands.isEmpty else { return .success(()) }
    let kept = try session.commit(commands, at: now)
    if case .failure = kept { begin(connected) }
    return kept
  }

  /// CAL-1: applies the response to the last call, received at the calendar's time `date`, or
  /// throws why the resulting commands are refused.
  public mutating func apply<Storage: ReplicaStorage & ~Copyable>(
    _ reply: CalendarReply, date: Instant, for session: inout Session<Storage>
  ) throws(Refusal) where Storage.Failure == Never {
    try attemptApply(reply, date: date, for: &session).get()
  }

  /// Gives what is known the handles of the session's texts: the feed has given some since, or the
  /// copy started again and so does this.
  private mutating func renew(_ texts: ScopeTexts, _ connected: Instant) {
    defer { textsGeneration = texts.generation }
    if let textsGeneration, textsGeneration != texts.generation {
      let isUnderWay = !isIdle
      begin(connected)
      if isUnderWay { start() }
      return
    }
    func renewed(_ number: UInt64) -> UInt64 {
      CalendarEventName.name(of: number).map { CalendarEventName.number(of: texts.current($0)) }
        ?? number
    }
    link.renumber(renewed)
    for place in known.indices {
      known[place].number = renewed(known[place].number)
      known[place].event.id = known[place].number
      for field in [CalendarField.title, .place, .details] {
        let handle = TextHandle(packed: known[place].event.values[field])
        known[place].event.values[field] = UInt64(texts.current(handle).raw)
      }
    }
  }

  private func connection<Storage: ReplicaStorage & ~Copyable>(
    in session: borrowing Session<Storage>
  ) -> CalendarConnection? {
    guard session.managesCalendars, link.scope == session.replica.scope else { return nil }
    let connection = session.shown.pointee.calendar.calendarConnection(link.calendar)
    return connection?.isConnected == true ? connection : nil
  }

  /// The texts of the family's calendar, for the days that the log covers.
  private func calendarTexts<Storage: ReplicaStorage & ~Copyable>(
    of session: borrowing Session<Storage>
  ) -> CalendarTexts {
    let state = session.shown
    let (first, today) = (state.pointee.firstDay, session.today)
    let wanted = today.adding(days: days.lowerBound)...today.adding(days: days.upperBound)
    let items = state.pointee.schedule.calendarItems(
      in: wanted.clamped(to: first...first.adding(days: 3_659)), state.pointee.shared)
    return CalendarTexts(
      texts: session.texts, state: state, items: items, calendar: link.calendar)
  }
}
