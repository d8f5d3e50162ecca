import Testing

@testable import Metrics

@Suite("A verdict")
struct VerdictTests {
  private func estimate(_ lower: Double, _ upper: Double) -> Estimate {
    Estimate(numerator: 1, denominator: 2, interval: Interval(lower: lower, upper: upper))
  }

  @Test("passes or fails only when the whole interval is on one side of the target")
  func wholeIntervalDecides() {
    let atLeast = { TargetVerdict($0, target: 0.5, comparison: .atLeast) }
    #expect(atLeast(estimate(0.5, 0.6)) == .pass)
    #expect(atLeast(estimate(0.49, 0.6)) == .inconclusive)
    #expect(atLeast(estimate(0.4, 0.5)) == .inconclusive)
    #expect(atLeast(estimate(0.4, 0.499)) == .fail)
    let atMost = { TargetVerdict($0, target: 0.5, comparison: .atMost) }
    #expect(atMost(estimate(0.4, 0.5)) == .pass)
    #expect(atMost(estimate(0.4, 0.51)) == .inconclusive)
    #expect(atMost(estimate(0.5, 0.6)) == .inconclusive)
    #expect(atMost(estimate(0.51, 0.6)) == .fail)
  }

  @Test("is the reason where nothing is counted, and too few without an interval or households")
  func missingParts() {
    for (absence, verdict) in [
      (MetricAbsence.immature, TargetVerdict.immature), (.notApplicable, .notApplicable),
      (.noCases, .noCases),
    ] {
      let found = TargetVerdict(nil, absence: absence, target: 0.5, comparison: .atLeast)
      #expect(found == verdict && found.isOpen)
    }
    let bare = Estimate(numerator: 1, denominator: 1, interval: nil)
    #expect(TargetVerdict(bare, target: 0.5, comparison: .atLeast) == .tooFew)
    let few = Estimate(
      numerator: 9, denominator: 10, interval: Interval(lower: 0.8, upper: 1), households: 9)
    #expect(TargetVerdict(few, target: 0.5, comparison: .atLeast) == .tooFew)
    let enough = Estimate(
      numerator: 9, denominator: 10, interval: Interval(lower: 0.8, upper: 1), households: 10)
    #expect(TargetVerdict(enough, target: 0.5, comparison: .atLeast) == .pass)
  }

  @Test("of a target of nothing at all is missed by one, however few were checked")
  func nothingAllowed() {
    let none = Estimate(
      value: 0, numerator: 0, denominator: 9_000, interval: Interval(lower: 0, upper: 0),
      households: 40)
    let one = Estimate(
      value: 2, numerator: 1, denominator: 500, interval: Interval(lower: 0, upper: 6),
      households: 3)
    #expect(TargetVerdict(none, target: 0, comparison: .atMost) == .pass)
    #expect(TargetVerdict(one, target: 0, comparison: .atMost) == .fail)
    #expect(TargetVerdict(one, target: 0.5, comparison: .atMost) == .tooFew)
  }

  @Test("is given on both sides, and not at all without a target")
  func bothSides() {
    let good = estimate(0.8, 0.9)
    let poor = estimate(0.1, 0.2)
    func definition(_ target: Double?, isObserved: Bool = true) -> MetricDefinition {
      MetricDefinition(
        "a", "A", of: "days", .dailyActive, target: target, isObserved: isObserved,
        origin: .emergent, definition: "")
    }
    let gated = MetricResult(
      definition: definition(0.5), truth: good, observed: poor)
    #expect(gated.verdict == .pass)
    #expect(gated.verdictObserved == .fail)
    #expect(gated.bias == 0)
    let reported = MetricResult(
      definition: definition(nil), truth: good, observed: nil)
    #expect(reported.verdict == nil)
    #expect(reported.bias == nil)
    let hidden = MetricResult(
      definition: definition(0.5, isObserved: false), truth: good, observed: nil)
    #expect(hidden.verdict == .pass && hidden.verdictObserved == nil)
  }
}
