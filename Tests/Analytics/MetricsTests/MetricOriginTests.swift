import TestKit
import Testing

@testable import Metrics

@Suite("Where the values of metrics come from")
struct MetricOriginTests {
  private static let path = "metrics/ORIGINS.md"

  /// The page of all metrics whose values are no results of the simulation.
  private static var page: String {
    var lines = [
      "# Where the values of metrics come from", "",
      "<!-- Written by RECORD=1 swift test --filter MetricOriginTests; do not edit. -->", "",
      "A metric is *assumed* if a parameter of the scenario is its value, *modeled* if a formula of "
        + "parameters gives it, and *emergent* if it depends on what people, devices and servers did "
        + "over the run. That an assumption reaches a target is no result, so summaries count the "
        + "verdicts of emergent metrics alone. [Assumptions](../docs/assumptions.md) says which "
        + "parameters move the others most.", "",
      "| metric | is | because of |", "|---|---|---|",
    ]
    for metric in MetricDefinition.all {
      if let reason = metric.origin.reason {
        lines.append("| `\(metric.id)` | \(metric.origin.name) | \(reason) |")
      }
    }
    let emergent = MetricDefinition.all.filter { $0.origin == .emergent }.map { "`\($0.id)`" }
    lines += ["", "The other \(emergent.count) are emergent: \(emergent.joined(separator: ", "))."]
    return lines.joined(separator: "\n") + "\n"
  }

  @Test("a metric is found by its identifier, and repeats the first that counts the same")
  func found() {
    let all = MetricDefinition.all
    for (place, metric) in all.enumerated() {
      #expect(MetricDefinition.place(of: metric.id) == place)
      let earlier = all[..<place].first {
        $0.counter === metric.counter && $0.against === metric.against && $0.form == metric.form
      }
      #expect(metric.repeated == earlier?.id && metric.with(target: 0.5).repeated == earlier?.id)
    }
    #expect(MetricDefinition.place(of: "pc.none") == nil)
    #expect(all.contains { $0.repeated != nil })
  }

  @Test("the page has every metric")
  func pageOfAll() throws {
    #expect(try CommittedFile.difference(of: Self.page, from: Self.path) == nil)
  }

  @Test("a metric that repeats another one comes from the same")
  func repeats() {
    for metric in MetricDefinition.all {
      let earlier = MetricDefinition.all.first { $0.id == metric.repeated }
      #expect(earlier == nil || earlier?.origin == metric.origin, "\(metric.id)")
    }
  }
}
