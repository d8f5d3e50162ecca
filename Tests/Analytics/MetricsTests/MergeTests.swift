import TestKit
import Testing

@testable import Metrics

@Suite("Accumulators that share the people between them")
struct MergeTests {
  /// The people of a made-up run, household by household.
  private func households(days: Int, random: inout SplitMix64) -> [[PersonFixture]] {
    let rows = PersonDayRow.madeUp(people: 40, days: days, random: &random)
    let people = Dictionary(grouping: PersonFixture.people(of: rows), by: \.household)
    return people.keys.sorted().compactMap { people[$0] }
  }

  @Test("merge into exactly what one accumulator holds, however they are split and merged")
  func anySplit() {
    for seed in 0..<20 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      let days = 1 + random.below(70)
      let households = households(days: days, random: &random)
      let whole = MetricAccumulator.over(
        households.flatMap { $0 }, days: days, allowedLatenessDays: 2)

      // Deal the households to a few accumulators at random, then merge two of them at a time.
      var parts = (0..<1 + random.below(6)).map { _ in
        MetricAccumulator(days: days, allowedLatenessDays: 2)
      }
      for household in households {
        let part = random.below(parts.count)
        for person in household { person.add(to: &parts[part]) }
      }
      while parts.count > 1 {
        let taken = parts.remove(at: random.below(parts.count))
        parts[random.below(parts.count)].merge(taken)
      }
      expectSame(parts[0], whole)
    }
  }

  @Test("can go on adding after a merge")
  func addingAfterMerge() {
    var random = SplitMix64(seed: 99)
    let households = households(days: 30, random: &random)
    let whole = MetricAccumulator.over(households.flatMap { $0 }, days: 30)
    var left = MetricAccumulator.over(households[..<5].flatMap { $0 }, days: 30)
    left.merge(MetricAccumulator.over(households[5..<8].flatMap { $0 }, days: 30))
    for person in households[8...].joined() { person.add(to: &left) }
    expectSame(left, whole)
  }

  @Test("keep their figures when merged with an empty one, on either side")
  func emptyIsNeutral() {
    var random = SplitMix64(seed: 3)
    let households = households(days: 20, random: &random)
    let whole = MetricAccumulator.over(households.flatMap { $0 }, days: 20)
    let empty = MetricAccumulator(days: 20, allowedLatenessDays: 0)
    var (left, right) = (whole, empty)
    left.merge(empty)
    right.merge(whole)
    expectSame(left, whole)
    expectSame(right, whole)
  }

  private func expectSame(_ left: MetricAccumulator, _ right: MetricAccumulator) {
    #expect(left.results() == right.results())
    #expect(left.dayCounts == right.dayCounts)
    #expect(left.retentionCurve == right.retentionCurve)
    #expect(left.personDays == right.personDays)
  }
}
