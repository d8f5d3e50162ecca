import TestKit
import Testing

@testable import Metrics

@Suite("Targets can contradict each other")
struct FeasibilityTests {
  /// People who act on random days, of whom the server misses some.
  private static func people(_ seed: UInt64) -> [PersonFixture] {
    var random = SplitMix64(seed: seed)
    return (0..<40).map { number in
      func side() -> PersonFixture.Facts {
        let active = Set((0..<40).filter { _ in random.oneIn(3) }).sorted()
        let due = Dictionary(uniqueKeysWithValues: active.map { ($0, 1 + random.below(4)) })
        let within = due.mapValues { random.below($0 + 1) }
        return PersonFixture.Facts(
          active: Set(active),
          [
            .mental: Dictionary(
              uniqueKeysWithValues: active.filter { _ in random.oneIn(2) }.map { ($0, 5) }),
            .operationsDue: due, .operationsWithinDeadline: within,
            .operationsFirstAttempt: within.mapValues { random.below($0 + 1) },
          ])
      }
      return PersonFixture(
        household: number, traits: PersonTraits(isAthlete: true), truth: side(), observed: side())
    }
  }

  @Test("a metric that cannot exceed another one does not, whatever people do", arguments: 1...20)
  func orders(seed: UInt64) throws {
    let accumulator = MetricAccumulator.over(
      Self.people(seed), days: 40, allowedLatenessDays: 3)
    let results = Dictionary(uniqueKeysWithValues: accumulator.results().map { ($0.id, $0) })
    for order in TargetFeasibility.orders {
      let (less, more) = (try #require(results[order.id]), try #require(results[order.premise]))
      for (one, two) in [(less.truth, more.truth), (less.observed, more.observed)] {
        let (one, two) = (try #require(one), try #require(two))
        #expect(one.denominator == two.denominator, "\(order.id)")
        #expect(one.numerator <= two.numerator, "\(order.id)")
      }
    }
  }

  @Test("a target above that of a metric that it never exceeds is out of reach")
  func contradiction() throws {
    let feasibility = TargetFeasibility(targets: ["lk.dau": 0.6, "lk.checkin": 0.7])
    #expect(feasibility.contradictions.map(\.id) == ["lk.checkin"])
    #expect(feasibility.contradictions.map(\.bound) == [0.6])
    #expect(TargetFeasibility(targets: ["lk.dau": 0.7, "lk.checkin": 0.7]).contradictions == [])
  }

  /// Runs of 75 days have reached 62.7 % daily active and 71.7 % ever with a streak of seven, where
  /// retention was at or below its targets at day 7: neither is bounded by the other targets.
  @Test("the documents' targets of retention, activity and streaks bound nothing")
  func nothingClaimed() {
    let targets = [
      "pc.retention.d1": 0.85, "pc.retention.d7": 0.70, "pc.retention.d30": 0.40, "pc.dau": 0.70,
      "pc.stickiness": 0.65, "pc.habits_completed": 0.75, "pc.streak7": 0.60,
    ]
    #expect(TargetFeasibility(targets: targets).findings == [])
  }
}
