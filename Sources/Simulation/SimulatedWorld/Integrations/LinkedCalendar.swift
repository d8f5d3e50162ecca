public import Base
public import Chronology
public import Environment
public import DomainCore

/// A person's edit in an external calendar: the ground truth, whatever the link makes of it.
public struct CalendarEditRecord: BitwiseCopyable, Sendable {
  /// What the person did to an event.
  public enum Change: BitwiseCopyable, Equatable, Sendable {
    case field(CalendarField)
    case deleted
    case added
  }

  public var moment: Instant
  public var event: UInt64
  public var change: Change
  /// The new value of the field, in the family's encoding.
  public var value: UInt64 = 0
}

/// A family's external calendar, the link to it, and the calls in flight between them.
public struct LinkedCalendar: ~Copyable {
  /// The number by which every family knows its one calendar.
  public static var number: UInt8 { 0 }

  /// The key of the calendar's random draws.
  let who: UInt64
  public let household: Int
  /// The phone that runs the link.
  public let device: Int
  public internal(set) var calendar: ExternalCalendar
  var link: CalendarLink
  /// The connection that the link was started for: connecting again starts it over.
  var connected: Instant?
  var occasion = CalendarExchangeContext()
  /// The occurrences as the phone last showed them, and the day on which it did.
  var items = CalendarItems([])
  var itemsDay: LocalDay?
  /// Each call of the calendar has a number, which identifies its response.
  var call: Int32 = 0
  var request: CalendarRequest?
  var reply: ExternalCalendar.Reply?
  var called = Instant(milliseconds: 0)
  /// What the current exchange is for, and how many calls it has made.
  var cause = ExchangeCause.none
  var attempts: UInt16 = 0
  /// The cause of the calendar's last change notice.
  var noticeCause = ExchangeCause.none
  /// When the link continues next, if it has to.
  var wakes: Instant?
  /// Whether the calendar reached quiescence at the end; nil if it could not be kept in sync until
  /// then.
  var isQuiescent: Bool?
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

  /// CAL-2: the original days that are kept in sync: occurrences more than a week old may be
  /// dropped, and two weeks ahead are enough.
  static func window(on today: LocalDay) -> ClosedRange<LocalDay> {
    today.adding(days: -7)...today.adding(days: 14)
  }

  // MARK: The link, with what belongs to it

  /// Starts over for another connection, from what the calendar still knows (CAL-2).
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
    items = state.schedule.calendarItems(in: Self.window(on: today), state.shared)
    itemsDay = today
  }

  // MARK: What people do there

  /// How many events that are not deleted begin after an instant.
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
  /// Covers everything in the calendar, deleted or not.
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
    case .retryAfter(let milliseconds): self = .limited(retryAfter: milliseconds)
    }
  }
}
