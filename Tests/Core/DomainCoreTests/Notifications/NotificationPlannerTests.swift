import Chronology
import Testing

@testable import DomainCore

@Suite("NOT-1: when notifications are due")
struct NotificationPlannerTests {
  private static let parent = TestFamily.parent
  private static let child = TestFamily.child

  private func occasions(
    _ kind: NotificationKind, in family: TestFamily, at now: Instant, zone: Zone = .utc
  ) -> [NotificationTrigger] {
    NotificationPlanner.occasions(in: family.state, now: now) { _ in zone }
      .filter { $0.cause.kind == kind }
  }

  private func start(_ day: Int, hour: Int64) -> Instant {
    TestFamily.noon(day) + (hour - 12) * Span.hour
  }

  @Test("NOT-1: a check-in is requested at 8:00 local time, until there is one")
  func checkIn() throws {
    let family = TestFamily()
    let tokyo = try #require(Zone(named: "Asia/Tokyo"))
    let noon = TestFamily.noon(0)
    func due(_ zone: Zone) -> Instant? {
      occasions(.checkIn, in: family, at: noon, zone: zone)
        .first { $0.recipient == Self.parent }?.due
    }
    #expect(due(.utc) == start(0, hour: 8))
    #expect(due(tokyo) == start(0, hour: 8) - 9 * Span.hour)
    family.submit(.checkIn(for: Self.parent, WellnessScore(mental: 5, physical: 5)))
    #expect(due(.utc) == nil)
  }

  @Test("NOT-1: a streak of three days or more warns at 20:00 while today is not done")
  func streak() {
    let family = TestFamily()
    let habit = family.addHabit("Read")
    for day in 0..<3 {
      family.today = day
      family.mark(habit, day)
    }
    family.today = 3
    let warnings = occasions(.streak, in: family, at: TestFamily.noon(3))
    #expect(warnings.map(\.recipient) == [Self.parent, Self.child])
    #expect(warnings.allSatisfy { $0.due == start(3, hour: 20) })
    family.mark(habit, 3)
    #expect(occasions(.streak, in: family, at: TestFamily.noon(3)).isEmpty)
    #expect(occasions(.streak, in: family, at: TestFamily.noon(5)).isEmpty, "the streak is broken")
  }

  @Test("NOT-1: schoolwork is due the evening before and that morning, unless it is done")
  func school() {
    let family = TestFamily()
    let draft = AcademicItemDraft(
      .project, title: TextHandle(3), due: DueTime(day: TestFamily.day(2), minuteOfDay: 900))
    let made = family.fact(.createAcademicItem(for: Self.child, draft))
    family.submit(made)
    func due(_ day: Int) -> [Instant] {
      occasions(.academic, in: family, at: start(day, hour: 6))
        .filter { $0.recipient == Self.child }.map(\.due)
    }
    #expect(due(0) == [])
    #expect(due(1) == [start(1, hour: 19)])
    #expect(due(2) == [start(2, hour: 7)])
    family.submit(.setAcademicItemDone(made.identity, of: Self.child, true))
    #expect(due(1) == [] && due(2) == [])
  }

  @Test("NOT-1: workouts are announced at the person's lead time, to the parents as well")
  func workout() {
    let family = TestFamily()
    family.submit(.createSession(for: Self.child, TestFamily.plan(5, minute: 1_020)))
    func due() -> [Instant] {
      occasions(.schedule, in: family, at: start(1, hour: 6))
        .filter { $0.recipient == Self.parent }.map(\.due)
    }
    #expect(due() == [])
    family.submit(.setLeadMinutes(SIMD4(30, 7_200, 0, 0), of: Self.parent))
    let begins = start(5, hour: 17)
    #expect(due() == [begins - 30 * Span.minute, begins - 7_200 * Span.minute])
  }

  @Test("NOT-1, NOT-3: a class is announced to all but other children, as one cause")
  func classes() {
    let (family, sport) = TestFamily.withSport()
    let made = family.addClass(sport, day: 0, minute: 900)
    func told() -> [NotificationTrigger] {
      occasions(.schedule, in: family, at: start(0, hour: 14) + 30 * Span.minute)
    }
    #expect(told().map(\.recipient.index) == [0, 1, 2, 4])
    let cause = told()[0].cause
    #expect(told().allSatisfy { $0.due == start(0, hour: 15) - 30 * Span.minute })
    family.submit(.setParticipant(TestFamily.sibling, of: made, to: true))
    #expect(told().map(\.recipient.index) == [0, 1, 2, 3, 4])
    #expect(told().allSatisfy { $0.cause == cause })
    // A participant who was checked off needs no reminder.
    let id = TestFamily.id(made, 0)
    family.submit(.setAttendance(of: Self.child, at: id, to: true))
    #expect(told().map(\.recipient.index) == [0, 2, 3, 4])
    family.submit(.setAttendance(of: TestFamily.sibling, at: id, to: true))
    #expect(told() == [])
  }

  @Test("SCH-5, JRN-3: a duty given or taken by another person notifies the driver")
  func duties() {
    let (family, sport) = TestFamily.withSport()
    let duty = Duty(.dropOff, of: TestFamily.id(family.addClass(sport, day: 1, minute: 900), 1))
    func told() -> [String] {
      occasions(.duty, in: family, at: TestFamily.noon(0)).map {
        "\($0.recipient.index) \($0.cause.dutyChange!.isGiven ? "drives" : "no longer drives")"
      }
    }
    family.submit(.claim(duty, by: Self.parent))
    #expect(told() == [], "one's own action notifies no one")
    let observer = TestFamily.observer
    family.submit(.assign(duty, to: observer, insteadOf: Self.parent), by: Self.parent)
    #expect(told() == ["2 drives"])
    let other = TestFamily.otherParent
    family.submit(.assign(duty, to: other, insteadOf: observer), by: other)
    #expect(told() == ["2 no longer drives"])
    family.submit(.release(duty, of: other), by: Self.parent)
    #expect(told() == ["2 no longer drives", "4 no longer drives"])
    let before = occasions(.duty, in: family, at: TestFamily.noon(0)).map(\.cause)
    family.submit(.assign(duty, to: observer), by: Self.parent)
    #expect(told() == ["2 drives", "4 no longer drives"])
    let after = occasions(.duty, in: family, at: TestFamily.noon(0)).map(\.cause)
    #expect(Set(before).intersection(after).count == 1, "giving it again is a new cause")
    family.submit(.cancelOccurrence(duty.occurrence, true))
    #expect(told() == [])
  }

  @Test("NOT-1: water is due every two hours while below pace, the summary on Sundays")
  func waterAndSummary() {
    let family = TestFamily()
    family.measure()
    let now = start(0, hour: 7)
    func hours() -> [Int64] {
      occasions(.hydration, in: family, at: now).filter { $0.recipient == Self.child }
        .map { ($0.due - start(0, hour: 0)) / Span.hour }
    }
    #expect(hours() == [10, 12, 14, 16, 18, 20])
    // A third of the day's 2.4 L: on pace until noon.
    family.drink(271)
    #expect(hours() == [14, 16, 18, 20])
    family.drink(600)
    #expect(hours() == [])
    // The first day of the test family is a Monday.
    #expect(occasions(.weeklySummary, in: family, at: now).isEmpty)
    let sunday = occasions(.weeklySummary, in: family, at: start(6, hour: 9))
    #expect(sunday.count == 4 && sunday.allSatisfy { $0.due == start(6, hour: 18) })
    // NOT-2: held back over night it still holds on Monday morning.
    #expect(occasions(.weeklySummary, in: family, at: start(7, hour: 11)) == sunday)
    #expect(occasions(.weeklySummary, in: family, at: start(7, hour: 12)).isEmpty)
  }
}
