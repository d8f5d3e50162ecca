import Chronology
import Testing

@testable import DomainCore

@Suite("The daily recommendation")
struct RecommendationTests {
  private let athlete = TestFamily.athlete

  private func advice(_ family: TestFamily, _ day: Int) -> Recommendation {
    family.state.training.recommendation(
      for: athlete, at: TestFamily.noon(day), today: TestFamily.day(day), family.state.shared)
  }

  private func feel(_ family: TestFamily, _ day: Int, _ mental: UInt8, _ physical: UInt8) {
    family.submit(
      .checkIn(for: athlete, WellnessScore(mental: mental, physical: physical)), by: athlete,
      on: day)
  }

  @Test("TRN-6: applies from 05:00 UTC to 05:00 UTC, and then is stale: OFF-1")
  func period() {
    let midnight = Instant(milliseconds: Int64(TestFamily.day(3).number) * Span.day)
    let five = midnight + 5 * Span.hour
    #expect(Recommendation.periodStart(at: five) == five)
    #expect(Recommendation.periodStart(at: five - 1) == five - Span.day)
    #expect(Recommendation.periodStart(at: five + Span.day - 1) == five)
    #expect(Recommendation.nextGeneration(after: midnight) == five)
    #expect(Recommendation.nextGeneration(after: five) == five + Span.day)
    let before = Instant(milliseconds: -1)
    #expect(Recommendation.periodStart(at: before).milliseconds == -19 * Span.hour)
    func made(_ instant: Instant) -> Recommendation {
      let family = TestFamily.withCoaches()
      return family.state.training.recommendation(
        for: athlete, at: instant, today: TestFamily.day(3), family.state.shared)
    }
    let onDemand = made(midnight + 4 * Span.hour)
    #expect(!onDemand.isStale(at: five - 1) && onDemand.isStale(at: five))
    #expect(!made(five).isStale(at: five + Span.day - 1))
    #expect(made(five).isStale(at: five + Span.day))
    // For a clock that is fast, it is early.
    #expect(!made(five + Span.day).isStale(at: five))
  }

  @Test("TRN-6: of the day is generated at 05:00 UTC, for the local day that it was then")
  func daily() throws {
    let family = TestFamily.withCoaches()
    family.today = 20
    feel(family, 9, 9, 9)
    feel(family, 10, 1, 1)
    feel(family, 11, 5, 5)
    let five = TestFamily.noon(10) - 7 * Span.hour
    func daily(_ lastServerContact: Instant, _ zone: Zone = .utc) -> Recommendation {
      family.state.training.dailyRecommendation(
        for: athlete, lastServerContact: lastServerContact, in: zone, family.state.shared)
    }
    let made = daily(five)
    #expect(made.generated == five && made.wellnessTenths == 50)
    // Every device has the same one until the next 05:00 UTC.
    #expect(daily(five + Span.day - 1) == made)
    #expect(daily(five + Span.day).generated == five + Span.day)
    // Where it was still the evening before, it is for that day.
    let losAngeles = try #require(Zone(named: "America/Los_Angeles"))
    #expect(daily(five, losAngeles).wellnessTenths == 90)
    // OFF-1: a device that was offline since then has an older one, which is stale.
    let old = daily(five - 1)
    #expect(old.generated == five - Span.day && old.wellnessTenths == 90)
    #expect(old.isStale(at: five) && !made.isStale(at: five))
  }

  @Test("TRN-6: follows from the check-ins of four days")
  func wellness() {
    let family = TestFamily.withCoaches()
    family.today = 20
    #expect(advice(family, 10).advice == .checkIn && advice(family, 10).wellnessTenths == nil)
    feel(family, 6, 1, 1)
    #expect(advice(family, 10).advice == .checkIn)
    #expect(advice(family, 9).advice == .rest && advice(family, 9).wellnessTenths == 10)
    feel(family, 7, 8, 9)
    feel(family, 10, 9, 8)
    feel(family, 11, 1, 1)
    #expect(advice(family, 10).wellnessTenths == 85)
    #expect(advice(family, 10).advice == .extraTraining)
    // (17 + 17 + 2) ÷ 6 is 6.0.
    #expect(advice(family, 9).wellnessTenths == 48 && advice(family, 11).wellnessTenths == 48)
    // Days before the family's first are days without a check-in.
    #expect(advice(family, 0).advice == .checkIn)
  }

  @Test("TRN-6: follows from completed training: minutes times effort")
  func load() {
    let family = TestFamily.withCoaches()
    family.today = 20
    feel(family, 10, 9, 9)
    func session(_ day: Int, minutes: UInt16, effort: UInt8?, done: Bool = true) {
      let key = SessionKey(
        family.make(
          .createSession(for: athlete, TestFamily.plan(day, minutes: minutes)), by: athlete))
      family.submit(
        .completeSession(key, of: athlete, EffortReport(isDone: done, effort: effort)),
        by: athlete)
    }
    session(6, minutes: 100, effort: 10)
    session(8, minutes: 60, effort: nil)
    session(9, minutes: 600, effort: 10, done: false)
    #expect(advice(family, 10).load == 300 && advice(family, 10).advice == .extraTraining)
    session(9, minutes: 1, effort: 1)
    #expect(advice(family, 10).advice == .plannedTraining)
    let work = family.make(
      .assignWorkout(to: athlete, TestFamily.plan(7, minutes: 100)), by: TestFamily.coach)
    family.submit(
      .completeAssignment(work, of: athlete, EffortReport(isDone: true, effort: 8)), by: athlete)
    #expect(advice(family, 10).load == 1_101)
    family.submit(
      .logWorkout(
        for: athlete,
        WorkoutLog(
          .running, start: TestFamily.noon(10), duration: UInt32(68 * Span.minute) - 1,
          calories: 500, day: TestFamily.day(10))), by: athlete)
    #expect(advice(family, 10).load == 1_101 + 67 * 5)
    #expect(advice(family, 9).load == 1_101 + 1_000)
  }

  @Test("TRN-6, TRN-3: an imported workout counts as training, and once with its log")
  func imported() {
    let family = TestFamily.withCoaches()
    family.today = 20
    func take(_ sample: UInt64, _ minutes: UInt32) {
      family.submit(
        .importWorkout(
          ImportedWorkout(
            sample: sample, revision: 1, start: TestFamily.noon(9),
            durationMilliseconds: minutes * 60_000, kind: 1, kilocalories: 300), of: athlete),
        by: athlete)
    }
    take(1, 80)
    #expect(advice(family, 9).load == 80 * 5 && advice(family, 8).load == 0)
    #expect(advice(family, 12).load == 80 * 5 && advice(family, 13).load == 0)
    family.submit(
      .logWorkout(
        for: athlete,
        WorkoutLog(
          .running, start: TestFamily.noon(9), duration: UInt32(60 * Span.minute),
          calories: 500, day: TestFamily.day(9))), by: athlete)
    #expect(advice(family, 10).load == 60 * 5)
  }

  @Test("TRN-6: more training never advises more, and feeling better never less")
  func monotone() {
    let table: [(Int, Int, Advice)] = [
      (10, 0, .rest), (34, 0, .rest), (35, 0, .mobility), (49, 1_439, .mobility),
      (49, 1_440, .rest), (50, 0, .easyTraining), (50, 1_440, .mobility),
      (70, 0, .plannedTraining), (84, 1_440, .easyTraining), (85, 300, .extraTraining),
      (85, 301, .plannedTraining), (100, 1_440, .plannedTraining),
    ]
    for (wellness, load, expected) in table {
      #expect(Recommendation.advice(wellnessTenths: wellness, load: load) == expected)
    }
    for load in stride(from: 0, through: 3_000, by: 60) {
      for wellness in 10..<100 {
        let advice = Recommendation.advice(wellnessTenths: wellness, load: load).rawValue
        #expect(
          advice <= Recommendation.advice(wellnessTenths: wellness + 1, load: load).rawValue)
        #expect(
          advice >= Recommendation.advice(wellnessTenths: wellness, load: load + 60).rawValue)
      }
    }
  }
}
