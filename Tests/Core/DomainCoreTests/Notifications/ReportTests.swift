import Base
import Chronology
import Testing

@testable import DomainCore

@Suite("NOT-7: notifications on request, and lead times by class type")
struct ReportTests {
  private static let (child, parent) = (TestFamily.child, TestFamily.parent)
  private static let reports: [NotificationKind] = [
    .nutritionSummary, .dailyDigest, .weeklyReport, .monthlyReport,
  ]

  private func occasions(
    _ kind: NotificationKind, in family: TestFamily, at now: Instant
  ) -> [NotificationTrigger] {
    NotificationPlanner.occasions(in: family.state, now: now) { _ in .utc }
      .filter { $0.cause.kind == kind }
  }

  private func asks(_ family: TestFamily, _ person: MemberHandle = parent) {
    for kind in Self.reports {
      #expect(
        family.submit(.setNotificationChannels([.email], for: kind, of: person), by: person)
          == .changed)
    }
  }

  @Test("NOT-7: summaries, digests and reports are only sent on request")
  func optIn() {
    let family = TestFamily()
    family.submit(
      .logWater(for: Self.child, WaterAmount(tenthOunces: 80, source: .glass, minuteOfDay: 600)))
    for day in 0..<40 {
      for kind in Self.reports {
        #expect(occasions(kind, in: family, at: TestFamily.noon(day)).isEmpty)
      }
    }
    asks(family)
    family.submit(.setNotificationChannels([], for: .dailyDigest, of: Self.parent))
    #expect(occasions(.dailyDigest, in: family, at: TestFamily.noon(0)).isEmpty)
  }

  @Test("NOT-7: a digest at seven each morning, a summary at nine each evening with food")
  func daily() {
    let family = TestFamily()
    asks(family)
    let digest = occasions(.dailyDigest, in: family, at: TestFamily.noon(0))
    #expect(digest.map(\.recipient) == [Self.parent])
    #expect(digest[0].due == TestFamily.noon(0) - 5 * Span.hour)
    #expect(digest[0].expires == TestFamily.noon(0) + 12 * Span.hour)
    let next = occasions(.dailyDigest, in: family, at: TestFamily.noon(1))
    #expect(next[0].cause != digest[0].cause)
    #expect(occasions(.nutritionSummary, in: family, at: TestFamily.noon(0)).isEmpty)
    family.submit(
      .logWater(for: Self.child, WaterAmount(tenthOunces: 80, source: .glass, minuteOfDay: 600)))
    let summary = occasions(.nutritionSummary, in: family, at: TestFamily.noon(0))
    #expect(summary.map(\.due) == [TestFamily.noon(0) + 9 * Span.hour])
    #expect(occasions(.nutritionSummary, in: family, at: TestFamily.noon(1)).isEmpty)
  }

  @Test("NOT-7: reports are sent on Mondays and on the first of a month, each once")
  func periods() {
    let family = TestFamily()
    asks(family)
    var weekly: [Int] = []
    var monthly: [Int] = []
    for day in 0..<60 {
      if !occasions(.weeklyReport, in: family, at: TestFamily.noon(day)).isEmpty {
        weekly.append(day)
      }
      if !occasions(.monthlyReport, in: family, at: TestFamily.noon(day)).isEmpty {
        monthly.append(day)
      }
    }
    // The first day is Monday, January 5th.
    #expect(weekly == Array(stride(from: 0, to: 60, by: 7)))
    #expect(monthly == [27, 55])
  }

  @Test("NOT-7, HAB-5: a report sums exactly the days of its period")
  func content() {
    let (family, sport) = TestFamily.withSport()
    let habit = family.addHabit("Read")
    let made = family.addClass(sport, day: 0, minute: 600, rule: "FREQ=DAILY;COUNT=20")
    family.today = 30
    for day in [3, 7, 9, 13, 14] {
      family.mark(habit, day)
      family.submit(.setAttendance(of: Self.child, at: TestFamily.id(made, day), to: true))
    }
    let report = family.state.report(
      of: Self.child, from: TestFamily.day(7), through: TestFamily.day(13))
    #expect(report.completions == 3 && report.scheduled == 7 && report.attended == 3)
    family.submit(.deleteHabit(habit, of: Self.child))
    let without = family.state.report(
      of: Self.child, from: TestFamily.day(7), through: TestFamily.day(13))
    #expect(without.completions == 0 && without.attended == 3, "HAB-5: deletion is permanent")
    let nobody = family.state.report(
      of: TestFamily.sibling, from: TestFamily.day(7), through: TestFamily.day(13))
    #expect(nobody == PeriodReport())
    let reversed = family.state.report(
      of: Self.child, from: TestFamily.day(13), through: TestFamily.day(7))
    #expect(reversed == PeriodReport())
  }

  // MARK: Reminders

  @Test("NOT-7: games can be announced earlier than practices")
  func leadsByType() {
    let (family, sport) = TestFamily.withSport()
    let practice = family.addClass(sport, day: 1, minute: 600)
    let game = family.addClass(sport, day: 1, minute: 600, type: .game)
    family.submit(.setLeadMinutes(SIMD4(120, 0, 0, 0), for: .game, of: Self.parent))
    family.submit(.setLeadMinutes(SIMD4(45, 0, 0, 0), of: Self.parent))
    let start = TestFamily.instant(1, 600)
    let told = occasions(.schedule, in: family, at: start - 2 * Span.hour)
      .filter { $0.recipient == Self.parent }
    let due = Dictionary(uniqueKeysWithValues: told.map { ($0.cause.entity, $0.due) })
    #expect(due == [practice: start - 45 * Span.minute, game: start - 120 * Span.minute])
    let unknown = Command(
      .leadMinutesSet, subject: Self.parent, payload: Payload(30, 5))
    #expect(family.submit(unknown) == .refused(.notificationSettingUnknown))
  }

  @Test("NOT-7: a class with a long trip is announced earlier by the extra time")
  func longWay() {
    let (family, sport) = TestFamily.withSport()
    let start = TestFamily.instant(1, 600)
    for (minutes, earlier) in [(nil, 0), (5, 0), (20, 0), (90, 70)] as [(Int?, Int64)] {
      let made = family.addClass(
        sport, day: 1, minute: 600, place: ClassPlace(number: 3, travelMinutes: minutes))
      let due = occasions(.schedule, in: family, at: start - 30 * Span.minute)
        .first { $0.recipient == Self.parent && $0.cause.entity == made }?.due
      #expect(due == start - (30 + earlier) * Span.minute, "\(minutes ?? 20) minutes")
    }
  }
}
