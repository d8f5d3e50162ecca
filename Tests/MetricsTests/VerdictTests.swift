import Testing

@testable import Metrics

@Suite("A verdict")
struct VerdictTests {
  private func estimate(_ lower: Double, _ upper: Double) -> Estimate {
    Estimate(numerator: 1, denominator: 2, interval: Interval(lower: lower, upper: upper))
  }

  @Test("passes or fails only when the whole interval is on one side of the target")
  func wholeIntervalDecides() {
    let atLeast = { Verdict($0, target: 0.5, comparison: .atLeast) }
    #expect(atLeast(estimate(0.5, 0.6)) == .pass)
    #expect(atLeast(estimate(0.49, 0.6)) == .inconclusive)
    #expect(atLeast(estimate(0.4, 0.5)) == .inconclusive)
    #expect(atLeast(estimate(0.4, 0.499)) == .fail)
    let atMost = { Verdict($0, target: 0.5, comparison: .atMost) }
    #expect(atMost(estimate(0.4, 0.5)) == .pass)
    #expect(atMost(estimate(0.4, 0.51)) == .inconclusive)
    #expect(atMost(estimate(0.5, 0.6)) == .inconclusive)
    #expect(atMost(estimate(0.51, 0.6)) == .fail)
  }

  @Test("is immature without anything counted, and inconclusive without an interval")
  func missingParts() {
    #expect(Verdict(nil, target: 0.5, comparison: .atLeast) == .immature)
    let bare = Estimate(numerator: 1, denominator: 1, interval: nil)
    #expect(Verdict(bare, target: 0.5, comparison: .atLeast) == .inconclusive)
  }

  @Test("is given on both sides, and not at all without a target")
  func bothSides() {
    let good = estimate(0.8, 0.9)
    let poor = estimate(0.1, 0.2)
    let measure = KpiMeasure.dailyActive
    let gated = KpiResult(
      definition: KpiDefinition(id: "a", title: "A", measure: measure, target: 0.5),
      truth: good, observed: poor)
    #expect(gated.verdict == .pass)
    #expect(gated.verdictObserved == .fail)
    #expect(gated.bias == 0)
    let reported = KpiResult(
      definition: KpiDefinition(id: "b", title: "B", measure: measure, target: nil),
      truth: good, observed: nil)
    #expect(reported.verdict == nil)
    #expect(reported.bias == nil)
  }
}
