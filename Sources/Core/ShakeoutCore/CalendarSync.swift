public import Chronology
import DomainCore
public import SyncCore

/// CAL-1: what keeps a family's schedule and one external calendar alike, without doing I/O.
///
/// An app asks its session for the next call, makes it, and hands the answer back, until there is
/// none; what was edited outside is committed by the session, what was edited here is written
/// there. A parent's app does so when `nextExchange` says. It may be lost at any time: then
/// everything is read anew, and nothing is there twice.
///
/// An app that keeps it as long as it runs knows of each field when it was edited outside; one that
/// has lost it knows only of the event.
public struct CalendarSync: Sendable {
  /// An event of ours as the calendar had it last.
  struct KnownEvent: Sendable {
    var number: UInt64
    var id: String
    var etag: String
    var marks: SIMD8<UInt32>
    var event: CalendarEvent
  }

  let days: ClosedRange<Int>
  var link: CalendarLink
  /// The connection that it was begun for: who connects anew begins anew.
  var connected: Instant?
  var token: String?
  /// By their numbers.
  var known: [KnownEvent] = []
  var occasion = CalendarExchangeContext()

  /// For a calendar by its number, and the schedule of some days around today; nil for a number
  /// that no calendar has.
  public init?<Storage: ReplicaStorage & ~Copyable>(
    of session: borrowing Session<Storage>, calendar number: Int = 0, daysBehind: Int = 7,
    daysAhead: Int = 28
  ) {
    guard let number = UInt8(exactly: number) else { return nil }
    link = CalendarLink(scope: session.replica.scope, calendar: number)
    days = -min(max(daysBehind, 0), 366)...min(max(daysAhead, 0), 366)
  }

  /// Whether no exchange is under way.
  public var isIdle: Bool { link.isIdle }

  /// When an exchange that is under way may go on: a calendar may want to be left alone.
  public var notBefore: Instant { link.notBefore }

  /// Begins an exchange, if none is under way.
  public mutating func start() {
    guard link.isIdle else { return }
    occasion.noticed = nil
    occasion.asked = nil
    link.start()
  }

  /// CAL-4: a change was noticed, here or because the calendar told of one.
  public mutating func noticeChange(at now: Instant) {
    occasion.noticed = occasion.noticed ?? now
  }

  /// CAL-4: somebody wants an exchange, whatever the mode.
  public mutating func ask(at now: Instant) { occasion.asked = now }

  /// No answer came. It is asked again, which does no harm.
  public mutating func lose(at now: Instant) { link.lost(at: now) }

  /// Forgets all but how long the calendar wants to be left alone.
  mutating func begin(_ connected: Instant?) {
    self.connected = connected
    link = CalendarLink(scope: link.scope, calendar: link.calendar, notBefore: link.notBefore)
    (token, known, occasion.exchanged) = (nil, [], nil)
  }

  // MARK: What is known of events

  func known(_ number: UInt64) -> KnownEvent? { known.first { $0.number == number } }

  mutating func note(_ event: KnownEvent) {
    forget(event.number)
    known.append(event)
  }

  mutating func forget(_ number: UInt64) { known.removeAll { $0.number == number } }
}

// MARK: Exchanging

extension CalendarSync {
  /// CAL-4: when the next exchange is due: by the mode, a change that was noticed, or somebody's
  /// wish. Nil when none is, or the person keeps no calendar alike.
  public func nextExchange<Storage: ReplicaStorage & ~Copyable>(
    for session: borrowing Session<Storage>
  ) -> Instant? {
    guard let connection = connection(in: session) else { return nil }
    var occasion = occasion
    occasion.exchanged = connected == connection.connected ? link.exchanged : nil
    occasion.notBefore = link.notBefore
    return connection.mode.nextExchange(occasion, connected: connection.connected)
  }

  /// CAL-1: what the calendar is to be asked next; nil when there is nothing to ask, or not yet.
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
    let words = words(of: session)
    let request = link.next(at: session.now, words.items, on: words.state.pointee)
    return request.map { call($0, words) }
  }

  /// CAL-1: takes the answer to the last call in, with the calendar's time in it. What follows from
  /// it here is kept as a whole, or refused as a whole; then everything is read anew.
  ///
  /// Throws only what the storage throws; for one in memory `take` is the same in fewer words.
  public mutating func attemptApplying<Storage: ReplicaStorage & ~Copyable>(
    _ reply: CalendarReply, date: Instant, for session: inout Session<Storage>
  ) throws(Storage.Failure) -> Result<Void, Refusal> {
    guard connection(in: session) != nil, link.isWaiting else { return .success(()) }
    let now = session.now
    let words = words(of: session)
    let response = respond(reply, words)
    let commands = link.receive(
      response, date: date.plausible, at: now, words.items, on: words.state.pointee)
    guard !commands.isEmpty else { return .success(()) }
    let kept = try session.commit(commands, at: now)
    if case .failure = kept { begin(connected) }
    return kept
  }

  /// CAL-1: takes the answer to the last call in, with the calendar's time in it, or says why what
  /// follows from it cannot be kept.
  public mutating func take<Storage: ReplicaStorage & ~Copyable>(
    _ reply: CalendarReply, date: Instant, for session: inout Session<Storage>
  ) throws(Refusal) where Storage.Failure == Never {
    try attemptApplying(reply, date: date, for: &session).get()
  }

  private func connection<Storage: ReplicaStorage & ~Copyable>(
    in session: borrowing Session<Storage>
  ) -> CalendarConnection? {
    guard session.managesCalendars, link.scope == session.replica.scope else { return nil }
    let connection = session.shown.pointee.calendarConnection(link.calendar)
    return connection?.isConnected == true ? connection : nil
  }

  /// The occurrences as they are shown there, on the days that the log can speak of.
  private func words<Storage: ReplicaStorage & ~Copyable>(
    of session: borrowing Session<Storage>
  ) -> CalendarTexts {
    let state = session.shown
    let (first, today) = (state.pointee.firstDay, session.today)
    let wanted = today.adding(days: days.lowerBound)...today.adding(days: days.upperBound)
    let items = state.pointee.calendarItems(
      in: wanted.clamped(to: first...first.adding(days: 3_659)))
    return CalendarTexts(
      texts: session.texts, state: state, items: items, calendar: link.calendar)
  }
}
