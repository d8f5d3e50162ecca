public import Base
public import Chronology
public import Environment
public import DomainCore

/// What somebody did in a calendar outside: the truth about it, whatever the link makes of it.
public struct CalendarEditRecord: BitwiseCopyable, Sendable {
  /// What was done to an event.
  public enum Change: BitwiseCopyable, Equatable, Sendable {
    case field(CalendarField)
    case deleted
    case added
  }

  public var moment: Instant
  public var event: UInt64
  public var change: Change
  /// What the field was changed to, in the words of the family's side.
  public var value: UInt64 = 0
}

/// A family's calendar at another company, the link to it, and what carries their messages.
public struct LinkedCalendar: ~Copyable {
  /// The number by which every family knows its one calendar.
  public static var number: UInt8 { 0 }

  /// Who draws for it.
  let who: UInt64
  public let household: Int
  /// The phone that runs the link.
  public let device: Int
  public internal(set) var calendar: ExternalCalendar
  var link: CalendarLink
  /// The connection that the link was begun for: who connects anew begins anew.
  var connected: Instant?
  var occasion = CalendarExchangeContext()
  /// The occurrences as the phone showed them when they last changed, and on which day that was.
  var items = CalendarItems([])
  var itemsDay: LocalDay?
  /// Each call of the calendar has a number, by which its answer is known.
  var call: Int32 = 0
  var request: CalendarRequest?
  var reply: ExternalCalendar.Reply?
  var called = Instant(milliseconds: 0)
  /// What the exchange that is under way is for, and how many calls it has made.
  var cause = ExchangeCause.none
  var attempts: UInt16 = 0
  /// What the calendar last told the phone of.
  var noticeCause = ExchangeCause.none
  /// When the link is next woken, if it is to be.
  var wakes: Instant?
  /// Whether neither side has anything left to say at the end; nil where nobody could keep the two
  /// alike to the end.
  var doesRest: Bool?
  public internal(set) var calendarEdits = FlatArray<CalendarEditRecord>()

  init(
    who: UInt64, household: Int, device: Int, scope: UInt32, calendar: consuming ExternalCalendar
  ) {
    self.who = who
    self.household = household
    self.device = device
    self.calendar = calendar
    link = CalendarLink(scope: scope, calendar: Self.number)
  }

  /// CAL-2: the original days that are kept alike: what is over by a week may be forgotten, and
  /// nobody needs to see more than two weeks ahead.
  static func window(on today: LocalDay) -> ClosedRange<LocalDay> {
    today.adding(days: -7)...today.adding(days: 14)
  }

  // MARK: The link, with what belongs to it

  /// Begins anew for another connection, by what the calendar still knows (CAL-2).
  mutating func begin(_ connected: Instant) {
    self.connected = connected
    link = CalendarLink(scope: link.scope, calendar: Self.number, notBefore: link.notBefore)
    occasion.exchanged = nil
  }

  mutating func next(at now: Instant, on state: borrowing ScopeState) -> CalendarRequest? {
    link.next(at: now, items, on: state)
  }

  mutating func receive(
    _ reply: ExternalCalendar.Reply, at now: Instant, on state: borrowing ScopeState
  ) -> [Command] {
    link.receive(
      CalendarResponse(reply.response), date: reply.date, at: now, items, on: state)
  }

  mutating func readItems(on today: LocalDay, of state: borrowing ScopeState) {
    items = state.calendarItems(in: Self.window(on: today))
    itemsDay = today
  }

  // MARK: What people do there

  /// How many living events begin after an instant.
  func upcomingCount(after now: Instant) -> Int {
    var count = 0
    for id in 0..<UInt64(calendar.count) where isUpcoming(id + 1, after: now) { count += 1 }
    return count
  }

  /// The number of one of them.
  func upcoming(_ place: Int, after now: Instant) -> UInt64? {
    var left = place
    for id in 0..<UInt64(calendar.count) where isUpcoming(id + 1, after: now) {
      if left == 0 { return id + 1 }
      left -= 1
    }
    return nil
  }

  private func isUpcoming(_ id: UInt64, after now: Instant) -> Bool {
    guard let event = calendar.event(id), !event.isDeleted else { return false }
    return CalendarValues(theirs: event.values).start > now
  }
}

extension ExternalCalendar {
  /// Stands for all that is in the calendar, deleted or not.
  var digest: Digest128 {
    var digest = Digest128.zero
    for id in 0..<UInt64(count) {
      guard let event = event(id + 1) else { continue }
      digest.fold(
        Digest128.mix(event.id, event.revision, event.isDeleted ? 1 : 0, event.key.first))
      for field in 0..<Self.fieldCount {
        digest.fold(
          Digest128.mix(
            event.values[field], UInt64(bitPattern: event.fieldMilliseconds[field]), 0, 0))
      }
    }
    return digest
  }
}

extension ExternalCalendar.Fault {
  init(_ messageDelivery: CallOutcome) {
    switch messageDelivery {
    case .accepted: self = .none
    case .unavailable: self = .unavailable
    case .putOff(let milliseconds): self = .limited(retryAfter: milliseconds)
    }
  }
}
