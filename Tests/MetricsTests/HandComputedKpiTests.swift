import Testing

@testable import Metrics

@Suite("Key figures of histories small enough to count by hand")
struct HandComputedKpiTests {
  @Test("retention counts from the first active day, not from joining")
  func retentionCohort() {
    let person = PersonFixture(joinedDay: 0, truth: .init(active: [2, 3, 9]))
    let accumulator = KpiAccumulator.over([person], days: 12)
    #expect(accumulator.ratio("pc.retention.d1") == "1/1")
    #expect(accumulator.ratio("pc.retention.d7") == "1/1")
    #expect(accumulator.ratio("pc.retention.d30") == "none")
    #expect(accumulator.ratio("pc.retention.d1", .observed) == "none")
    let curve = accumulator.retentionCurve
    #expect(curve.map(\.day) == Array(0...30))
    #expect(curve[0].truth?.value == 1)
    #expect(curve[2].truth?.value == 0)
    #expect(curve[9].truth?.denominator == 1)
    #expect(curve[10].truth == nil)
  }

  @Test("retention waits until the day is over and stragglers had their time")
  func retentionMaturity() {
    // First active on day 2: day 7 after it is day 9, which ends with the run's tenth day.
    let person = PersonFixture(truth: .init(active: [2, 9]))
    let over = { (days, lateness) in
      KpiAccumulator.over([person], days: days, allowedLatenessDays: lateness)
        .ratio("pc.retention.d7")
    }
    #expect(over(10, 0) == "1/1")
    #expect(over(10, 1) == "none")
    #expect(over(12, 2) == "1/1")
    #expect(over(12, 3) == "none")
    #expect(over(12, 40) == "none")
  }

  @Test("retention pools people, whatever the sizes of their cohorts")
  func retentionPools() {
    let people =
      (0..<9).map { _ in PersonFixture(truth: .init(active: [0, 1])) }
      + [PersonFixture(truth: .init(active: [5]))]
    #expect(KpiAccumulator.over(people, days: 10).ratio("pc.retention.d1") == "9/10")
  }

  @Test("somebody who left stays in the retention of those who came with them")
  func retentionKeepsLeavers() {
    let person = PersonFixture(joinedDay: 0, leftDay: 1, truth: .init(active: [0, 1]))
    let accumulator = KpiAccumulator.over([person], days: 40)
    #expect(accumulator.ratio("pc.retention.d1") == "1/1")
    #expect(accumulator.ratio("pc.retention.d7") == "0/1")
    #expect(accumulator.ratio("pc.retention.d30") == "0/1")
  }

  @Test("daily active counts days from joining to leaving, both included")
  func dailyActive() {
    let person = PersonFixture(
      joinedDay: 2, leftDay: 5, truth: .init(active: [2, 4, 5]),
      observed: .init(active: [1, 2, 6]))
    let accumulator = KpiAccumulator.over([person], days: 10)
    #expect(accumulator.ratio("pc.dau") == "3/4")
    #expect(accumulator.ratio("pc.dau", .observed) == "1/4")
    let days = accumulator.dayCounts
    #expect(days.map(\.enrolled) == [0, 0, 1, 1, 1, 1, 0, 0, 0, 0])
    #expect(days.map(\.joined) == [0, 0, 1, 0, 0, 0, 0, 0, 0, 0])
    #expect(days.map(\.truth.active) == [0, 0, 1, 0, 1, 1, 0, 0, 0, 0])
    #expect(days.map(\.observed.active) == [0, 0, 1, 0, 0, 0, 0, 0, 0, 0])
    #expect(accumulator.personDays == 4)
    #expect(accumulator.people == 1)
  }

  @Test("habits count on enrolled days only")
  func habits() {
    let person = PersonFixture(
      joinedDay: 1, leftDay: 2,
      truth: .init(habitsDue: [0: 5, 1: 4, 2: 3, 3: 2], habitsDone: [0: 5, 1: 3, 2: 0, 3: 1]))
    let accumulator = KpiAccumulator.over([person], days: 4)
    #expect(accumulator.ratio("pc.habits_completed") == "3/7")
    #expect(accumulator.ratio("pc.habits_completed", .observed) == "none")
    #expect(accumulator.dayCounts.map(\.truth.habitsDue) == [0, 4, 3, 0])
    #expect(accumulator.dayCounts.map(\.truth.habitsDone) == [0, 3, 0, 0])
  }

  @Test("streaks and operations count people and operations")
  func streaksAndOperations() {
    let people = [
      PersonFixture(
        household: 1, truth: .init(everStreak7: true, operationsDue: 10, operationsOnTime: 9)),
      PersonFixture(household: 2, truth: .init(operationsDue: 4, operationsOnTime: 4)),
      PersonFixture(household: 2, joinedDay: 10, truth: .init(everStreak7: true)),
    ]
    let accumulator = KpiAccumulator.over(people, days: 10)
    #expect(accumulator.ratio("pc.streak7") == "1/2")
    #expect(accumulator.ratio("pc.streak7", .observed) == "0/2")
    #expect(accumulator.ratio("pc.sync_success") == "13/14")
    #expect(accumulator.ratio("pc.sync_success", .observed) == "none")
  }

  @Test("a run nobody joined has no figures, and says so")
  func emptyRun() {
    let accumulator = KpiAccumulator(days: 3, allowedLatenessDays: 0, seed: 1)
    for result in accumulator.results() {
      #expect(result.truth == nil && result.observed == nil)
      #expect(result.verdict == .immature)
    }
    #expect(accumulator.dayCounts.map(\.enrolled) == [0, 0, 0])
  }

  @Test("figures come in the order of their definitions, with their targets")
  func definitions() {
    let results = KpiAccumulator(days: 3, allowedLatenessDays: 0, seed: 1).results()
    #expect(
      results.map(\.id) == [
        "pc.retention.d1", "pc.retention.d7", "pc.retention.d30", "pc.dau", "pc.habits_completed",
        "pc.streak7", "pc.sync_success",
      ])
    #expect(results.map(\.target) == [0.85, 0.70, 0.40, 0.70, 0.75, 0.60, 0.999])
    #expect(results.allSatisfy { $0.comparison == .atLeast })
  }
}
