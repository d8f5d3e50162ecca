import Chronology
import Testing

@testable import DomainCore

@Suite("NOT-1: when what is due")
struct NotificationPlannerTests {
  private static let parent = TestFamily.parent
  private static let child = TestFamily.child

  private func occasions(
    _ kind: NotificationKind, in family: TestFamily, at now: Instant, zone: Zone = .utc
  ) -> [NotificationOccasion] {
    NotificationPlanner.occasions(in: family.state, now: now) { _ in zone }
      .filter { $0.cause.kind == kind }
  }

  private func start(_ day: Int, hour: Int64) -> Instant {
    TestFamily.noon(day) + (hour - 12) * Span.hour
  }

  @Test("NOT-1: a check-in is asked for at 8:00 where the person is, until there is one")
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

  @Test("NOT-1: a streak of three days or more is warned of at 20:00 while today is not done")
  func streak() {
    let family = TestFamily()
    let habit = family.addHabit("Read")
    for day in 0..<3 {
      family.today = day
      family.mark(habit, day)
    }
    family.today = 3
    let warnings = occasions(.streak, in: family, at: TestFamily.noon(3))
    #expect(warnings.map(\.recipient) == [Self.child, Self.parent])
    #expect(warnings.allSatisfy { $0.due == start(3, hour: 20) })
    family.mark(habit, 3)
    #expect(occasions(.streak, in: family, at: TestFamily.noon(3)).isEmpty)
    #expect(occasions(.streak, in: family, at: TestFamily.noon(5)).isEmpty, "it is broken")
  }

  @Test("NOT-1: schoolwork the evening before and on the morning of its day, unless it is done")
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

  @Test("NOT-1: water every two hours to 20:00 while below an even pace, the summary on Sundays")
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
  }
}
