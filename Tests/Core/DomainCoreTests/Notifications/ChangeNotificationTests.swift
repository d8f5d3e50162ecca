import Chronology
import TestKit
import Testing

@testable import DomainCore

@Suite("NOT-6: notifications of changes, requests and recommendations")
struct ChangeNotificationTests {
  private static let parent = TestFamily.parent
  private static let child = TestFamily.child

  private func occasions(
    _ kind: NotificationKind, in family: TestFamily, at now: Instant
  ) -> [NotificationTrigger] {
    NotificationPlanner.occasions(in: family.state, now: now) { _ in .utc }
      .filter { $0.cause.kind == kind }
  }

  @Test("NOT-6: every move or cancellation of a class notifies its readers at once")
  func changes() {
    let (family, sport) = TestFamily.withSport()
    let practice = family.addClass(sport, day: 1, minute: 900)
    let id = TestFamily.id(practice, 1)
    let now = TestFamily.noon(0)
    #expect(occasions(.change, in: family, at: now).isEmpty)
    family.submit(.moveOccurrence(id, to: MovedStart(day: TestFamily.day(1), minute: 960)))
    let moved = occasions(.change, in: family, at: now)
    #expect(Set(moved.map(\.recipient)).isSuperset(of: [Self.parent, Self.child]))
    #expect(!moved.contains { $0.recipient == TestFamily.sibling })
    let start = TestFamily.day(1).noon + 4 * Span.hour
    #expect(moved.allSatisfy { $0.due == now && $0.expires == start })
    family.submit(.cancelOccurrence(id, true))
    let cancelled = occasions(.change, in: family, at: now)
    #expect(cancelled.map(\.recipient) == moved.map(\.recipient))
    #expect(Set(cancelled.map(\.cause)).isDisjoint(with: moved.map(\.cause)))
    #expect(occasions(.change, in: family, at: start).isEmpty)
  }

  @Test("NOT-6: undoing a cancellation or a move is notified like any change")
  func undoneChanges() {
    let (family, sport) = TestFamily.withSport()
    let practice = family.addClass(sport, day: 1, minute: 900)
    let id = TestFamily.id(practice, 1)
    var notified: [Set<NotificationCause>] = []
    for command in [
      .cancelOccurrence(id, true), .cancelOccurrence(id, false), .cancelOccurrence(id, true),
      .cancelOccurrence(id, false),
      .moveOccurrence(id, to: MovedStart(day: TestFamily.day(2), minute: 900)),
      Command.moveOccurrence(id, to: nil),
    ] {
      family.submit(command)
      let found = occasions(.change, in: family, at: TestFamily.noon(0))
      #expect(Set(found.map(\.recipient)).isSuperset(of: [Self.parent, Self.child]))
      notified.append(Set(found.map(\.cause)))
    }
    #expect(notified.allSatisfy { $0.count == 1 })
    #expect(notified.reduce(into: Set()) { $0.formUnion($1) }.count == 6)
  }

  @Test("NOT-6: a move to a distant day, or a cancellation there, is notified at once")
  func farAhead() {
    let (family, sport) = TestFamily.withSport()
    let practice = family.addClass(sport, day: 1, minute: 900, rule: "FREQ=WEEKLY")
    family.submit(
      .moveOccurrence(
        TestFamily.id(practice, 1), to: MovedStart(day: TestFamily.day(40), minute: 600)))
    family.submit(.cancelOccurrence(TestFamily.id(practice, 71), true))
    let notified = occasions(.change, in: family, at: TestFamily.noon(0))
    #expect(Set(notified.map(\.cause)).count == 2)
    #expect(
      Set(notified.map(\.expires)) == [TestFamily.instant(40, 600), TestFamily.instant(71, 900)])
    // Coverage is requested when the day is near enough to plan.
    let duty = Duty(.pickUp, of: TestFamily.id(practice, 22))
    family.submit(.claim(duty, by: Self.parent))
    family.submit(.requestCoverage(of: duty, by: Self.parent, true))
    #expect(occasions(.coverage, in: family, at: TestFamily.noon(0)).isEmpty)
    #expect(!occasions(.coverage, in: family, at: TestFamily.noon(9)).isEmpty)
  }

  @Test("NOT-6: a new time, weekday or place of a series is one cause, for a month")
  func series() {
    let (family, sport) = TestFamily.withSport()
    let practice = family.addClass(sport, day: 1, minute: 900, rule: "FREQ=WEEKLY")
    family.submit(.cancelOccurrence(TestFamily.id(practice, 15), true))
    let exception = Set(occasions(.change, in: family, at: TestFamily.noon(0)).map(\.cause))
    // The rule was set while the class was made, so it is no change.
    #expect(exception.count == 1)
    family.today = 3
    let now = TestFamily.noon(3)
    let start = ClassStart(day: TestFamily.day(1), minute: 960, zone: .utc)
    family.submit(.setClassField(.start, of: practice, to: start.packed))
    let twice = PackedRecurrence(try! RecurrenceRule(parsing: "FREQ=WEEKLY;BYDAY=TU,TH"))!
    family.submit(.setRecurrence(of: practice, to: twice))
    let notified = occasions(.change, in: family, at: now)
    let edits = notified.filter { !exception.contains($0.cause) }
    #expect(Set(notified.map(\.cause)).isSuperset(of: exception))
    #expect(Set(edits.map(\.cause)).count == 1)
    #expect(
      Set(edits.map(\.recipient)) == [
        Self.parent, TestFamily.otherParent, TestFamily.observer, Self.child,
      ])
    #expect(occasions(.change, in: family, at: TestFamily.noon(33)).contains(edits[0].again(33)))
    #expect(!occasions(.change, in: family, at: TestFamily.noon(34)).contains(edits[0].again(34)))
    family.today = 4
    let place = ClassPlace(text: .empty, number: 3, travelMinutes: 10)
    family.submit(.setClassField(.place, of: practice, to: place.packed))
    let moved = Set(occasions(.change, in: family, at: TestFamily.noon(4)).map(\.cause))
    #expect(moved.subtracting(exception).count == 1 && !moved.contains(edits[0].cause))
  }

  @Test("NOT-6: deleting or archiving a class or sport notifies once, unless it was over")
  func ended() {
    let (family, sport) = TestFamily.withSport(seasonLast: 60)
    let one = family.addClass(sport, day: 1, minute: 900, rule: "FREQ=WEEKLY")
    let two = family.addClass(
      sport, day: 2, minute: 900, rule: "FREQ=WEEKLY", for: TestFamily.sibling)
    let once = family.addClass(sport, day: 3, minute: 900)
    let slip = family.addClass(sport, day: 8, minute: 900)
    func notified(_ day: Int) -> [NotificationTrigger] {
      occasions(.change, in: family, at: TestFamily.noon(day))
    }
    family.submit(.deleteClass(slip))
    #expect(notified(0).isEmpty)
    family.today = 7
    family.submit(.deleteClass(once))
    #expect(notified(7).isEmpty)
    family.submit(.deleteClass(one))
    let first = notified(7)
    #expect(Set(first.map(\.cause.entity)) == [one])
    #expect(first.contains { $0.recipient == Self.child })
    #expect(!first.contains { $0.recipient == TestFamily.sibling })
    // Two members who delete the same class make one deletion.
    family.submit(.deleteClass(one), by: TestFamily.otherParent)
    #expect(Set(notified(7).map(\.cause)) == Set(first.map(\.cause)))
    family.submit(.archiveSport(sport, true))
    let away = notified(7).filter { $0.cause.entity == sport }
    #expect(away.contains { $0.recipient == TestFamily.sibling })
    #expect(!away.contains { $0.recipient == Self.child })
    family.submit(.archiveSport(sport, false))
    let back = notified(7).filter { $0.cause.entity == sport }
    #expect(back.map(\.recipient) == away.map(\.recipient) && back[0].cause != away[0].cause)
    family.submit(.deleteSport(sport))
    let gone = notified(7)
    #expect(Set(gone.map(\.cause)).count == 1 && gone.map(\.recipient) == away.map(\.recipient))
    #expect(gone[0].cause.entity == sport && !notified(37).isEmpty && notified(38).isEmpty)
    _ = two
  }

  @Test("NOT-6, SCH-1: a shortened season is notified for a month, even without a day left")
  func season() {
    let (family, sport) = TestFamily.withSport(seasonLast: 60)
    _ = family.addClass(sport, day: 1, minute: 900, rule: "FREQ=WEEKLY")
    func notified(_ day: Int) -> [NotificationTrigger] {
      occasions(.change, in: family, at: TestFamily.noon(day))
    }
    func endSeason(_ last: Int) {
      let days = Season(first: TestFamily.day(0), last: TestFamily.day(last))
      family.submit(.setSeason(of: sport, to: days))
    }
    endSeason(59)
    #expect(notified(0).isEmpty, "a write during the creation is no change")
    family.today = 9
    endSeason(8)
    let ended = notified(9)
    #expect(Set(ended.map(\.cause)).count == 1 && ended.allSatisfy { $0.cause.entity == sport })
    #expect(
      Set(ended.map(\.recipient)) == [
        Self.parent, TestFamily.otherParent, TestFamily.observer, Self.child,
      ])
    #expect(notified(39).map(\.cause) == ended.map(\.cause) && notified(40).isEmpty)
    // Unarchiving is another cause, and archiving again a third.
    family.today = 10
    endSeason(70)
    let longer = notified(10)
    #expect(longer.map(\.recipient) == ended.map(\.recipient))
    #expect(Set(longer.map(\.cause)).isDisjoint(with: ended.map(\.cause)))
    family.today = 11
    family.submit(.archiveSport(sport, true))
    let away = notified(11)
    #expect(Set(away.map(\.cause)).count == 1)
    #expect(Set(away.map(\.cause)).isDisjoint(with: longer.map(\.cause)))
  }

  @Test("NOT-6: a later member is not notified of earlier changes", arguments: [false, true])
  func later(isThere: Bool) {
    let (family, sport) = TestFamily.withSport()
    let practice = family.addClass(sport, day: 1, minute: 900)
    var notifier = Notifier()
    func deliveries(_ day: Int) -> [NotificationDelivery] {
      let now = TestFamily.noon(day)
      let found = occasions(.change, in: family, at: now)
      return notifier.step(at: now, occasions: found, on: family.state) { _ in .utc }
    }
    #expect(deliveries(0).isEmpty)
    family.submit(.cancelOccurrence(TestFamily.id(practice, 1), true))
    var newcomer = Member(role: .parent, born: LocalDay(year: 1990, month: 1, day: 1))
    if !isThere { newcomer.activeSince = TestFamily.noon(0) + Span.hour }
    let handle = family.state.addMember(newcomer)
    #expect(deliveries(1).contains { $0.recipient == handle } == isThere)
  }

  @Test("NOT-6: a request for coverage notifies every possible driver except its author")
  func coverage() {
    let (family, sport) = TestFamily.withSport()
    let practice = family.addClass(sport, day: 1, minute: 900)
    let duty = Duty(.dropOff, of: TestFamily.id(practice, 1))
    family.submit(.claim(duty, by: Self.parent))
    #expect(occasions(.coverage, in: family, at: TestFamily.noon(0)).isEmpty)
    family.submit(.requestCoverage(of: duty, by: Self.parent, true))
    let asked = occasions(.coverage, in: family, at: TestFamily.noon(0))
    #expect(asked.map(\.recipient) == [TestFamily.observer, TestFamily.otherParent])
    // Twenty minutes before the start a driver has to be on the road.
    #expect(asked[0].expires == TestFamily.day(1).noon + 3 * Span.hour - 20 * Span.minute)
    family.submit(.claim(duty, by: TestFamily.otherParent), by: TestFamily.otherParent)
    #expect(occasions(.coverage, in: family, at: TestFamily.noon(0)).isEmpty)
  }

  @Test("NOT-6: an athlete's recommendation is ready at 05:00 UTC, once a day")
  func recommendation() {
    let family = TestFamily()
    let athlete = family.state.addMember(
      Member(role: .athlete, born: LocalDay(year: 2004, month: 1, day: 1)))
    func notified(_ hour: Int64) -> [NotificationTrigger] {
      occasions(.recommendation, in: family, at: TestFamily.day(3).noon + (hour - 12) * Span.hour)
    }
    let morning = notified(5)
    #expect(morning.map(\.recipient) == [athlete])
    #expect(morning[0].due == TestFamily.day(3).noon - 7 * Span.hour)
    #expect(notified(23) == morning && notified(28) == morning)
    #expect(notified(4) != morning && notified(29) != morning)
  }
}

extension NotificationTrigger {
  /// The same at noon of another day.
  fileprivate func again(_ day: Int) -> NotificationTrigger {
    NotificationTrigger(cause, to: recipient, due: TestFamily.noon(day), expires: expires)
  }
}
