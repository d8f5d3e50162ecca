import Base
import Chronology
import Environment
import DomainCore
import TestKit
import Testing

@testable import Simulator
@testable import SimulatedWorld

/// A family's server with its occurrences and the link, and the calendar at the other end.
///
/// It replaces the schedule: it writes imported edits to its occurrences, with the version of the
/// fact.
final class CalendarWorld {
  struct Occurrence {
    var item: CalendarItem
    var isDeleted = false
  }

  static let scope: UInt32 = 7
  static let number: UInt8 = 3
  static let parent = MemberHandle(0)
  static let firstDay = LocalDay(year: 2026, month: 1, day: 5)

  var state: ScopeState
  var calendar: ExternalCalendar
  var link = CalendarLink(scope: CalendarWorld.scope, calendar: CalendarWorld.number)
  var occurrences: [Occurrence] = []
  var now = Instant(milliseconds: Int64(CalendarWorld.firstDay.number) * Span.day + Span.hour)
  var refusals: [Refusal] = []
  private var sequence: UInt32 = 0

  init(settings: ExternalCalendar.Settings = .init()) {
    state = ScopeState(founders: [.parent, .child], firstDay: Self.firstDay)
    calendar = ExternalCalendar(settings: settings)
    connect(true)
  }

  // MARK: The family

  private func version(site: UInt32) -> Version {
    sequence += 1
    return Version(stamp: UInt64(now.milliseconds) << 16 | UInt64(sequence & 0xFFFF), site: site)
  }

  /// Commits as the server does, and keeps rejections.
  @discardableResult
  func commit(_ command: Command) -> Fact {
    let version = version(site: 1)
    let fact = Fact(
      command: command, version: version, sequence: sequence, author: Self.parent,
      day: now.utcDay, zone: .utc)
    if let refusal = decide(fact, at: .server, now: now, on: state) {
      refusals.append(refusal)
      return fact
    }
    let effect = state.apply(fact, committed: now)
    let address = CalendarAddress(fact.payload.second)
    guard effect == .changed,
      let place = place(of: CalendarIdentity(trainingClass: fact.entity, day: address.day))
    else { return fact }
    if fact.kind == .calendarEditImported, let field = CalendarField(rawValue: address.part) {
      occurrences[place].item.values[field] = Self.shown(fact.payload.first, as: field)
      occurrences[place].item.versions[field] = fact.version
    }
    if fact.kind == .calendarEventGone && address.part == CalendarSide.theirs.rawValue {
      occurrences[place].isDeleted = true
    }
    return fact
  }

  func connect(_ isConnected: Bool) {
    commit(.connectCalendar(Self.number, isConnected, by: Self.parent))
  }

  var isConnected: Bool { state.calendar.calendarConnection(Self.number)?.isConnected == true }

  /// The link loses its memory; only the calendar's recent requests are still known.
  func restartLink() {
    link = CalendarLink(
      scope: Self.scope, calendar: Self.number, notBefore: link.notBefore)
  }

  @discardableResult
  func add(_ values: CalendarValues = CalendarValues(words: .zero)) -> Int {
    let identity = CalendarIdentity(
      trainingClass: Entity(site: 2, sequence: UInt32(occurrences.count / 2 + 1)),
      day: Self.firstDay.adding(days: 7 * (occurrences.count % 2)))
    let versions = CalendarVersions(repeating: version(site: 2))
    occurrences.append(
      Occurrence(item: CalendarItem(identity: identity, values: values, versions: versions)))
    return occurrences.count - 1
  }

  func edit(_ place: Int, _ field: CalendarField, to value: UInt64) {
    precondition(!occurrences[place].isDeleted)
    occurrences[place].item.values[field] = value
    occurrences[place].item.versions[field] = version(site: 2)
  }

  func delete(_ place: Int) { occurrences[place].isDeleted = true }

  func putBack(_ place: Int) { occurrences[place].isDeleted = false }

  func place(of identity: CalendarIdentity) -> Int? {
    occurrences.firstIndex { $0.item.identity == identity }
  }

  var items: CalendarItems {
    CalendarItems(occurrences.filter { !$0.isDeleted }.map(\.item))
  }

  // MARK: The calendar

  /// The current events of an occurrence: none or one, if all is correct.
  func events(of place: Int) -> [ExternalCalendar.Event] {
    let identity = occurrences[place].item.identity
    return allEvents.filter { !$0.isDeleted && CalendarKey($0.key)?.identity == identity }
  }

  var allEvents: [ExternalCalendar.Event] {
    (1...UInt64(max(1, calendar.count))).compactMap { calendar.event($0) }
  }

  /// How often anything in the calendar has changed.
  var changeCount: UInt64 {
    (1...UInt64(max(1, calendar.count))).reduce(0) { $0 + (calendar.event($1)?.revision ?? 0) }
  }

  /// The number of the one event of an occurrence.
  func event(of place: Int) -> UInt64 { events(of: place)[0].id }

  /// The driver is in the upper half of the details.
  func editByPerson(_ place: Int, _ field: CalendarField, to value: UInt64) {
    let event = events(of: place)[0]
    let details = event.values[4]
    switch field {
    case .details:
      calendar.editByPerson(event.id, field: 4, to: details & ~0xFFFF_FFFF | value, at: now)
    case .drivers:
      calendar.editByPerson(event.id, field: 4, to: value << 32 | details & 0xFFFF_FFFF, at: now)
    default: calendar.editByPerson(event.id, field: Int(field.rawValue), to: value, at: now)
    }
  }

  /// The schedule's form of an external value: whole minutes, and the text of the series for an
  /// empty one.
  static func shown(_ value: UInt64, as field: CalendarField) -> UInt64 {
    switch field {
    case .title, .place, .details: value == 0 ? 9 : value
    case .start: value / 60_000 * 60_000
    case .duration: max(value / 60_000, 1) * 60_000
    case .drivers: value
    }
  }

  // MARK: Syncing

  func next() -> CalendarRequest? { link.next(at: now, items, on: state) }

  func deliver(_ reply: ExternalCalendar.Reply) -> [Command] {
    let commands = link.receive(
      CalendarResponse(reply.response), date: reply.date, at: now, items, on: state)
    for command in commands { commit(command) }
    return commands
  }

  /// One whole round over a network without faults; returns whether anything was submitted or
  /// written.
  @discardableResult
  func exchange() -> Bool {
    var isBusy = false
    link.start()
    while !link.isIdle {
      if let request = next() {
        if case .read = request {} else { isBusy = true }
        if !deliver(calendar.respond(request, at: now)).isEmpty { isBusy = true }
      } else if !link.isIdle {
        now = max(now, link.notBefore)
      }
      now += 1
    }
    return isBusy
  }

  /// Syncs until nothing is left.
  func settle() {
    for _ in 0..<12 where !exchange() { return }
    Issue.record("the two sides never reach quiescence")
  }

  var conflicts: [CalendarConflict] {
    (0..<state.calendar.conflicts.count).map { state.calendar.conflicts[$0] }
  }
}
