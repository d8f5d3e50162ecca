import Chronology
import Metrics
import Properties
import Reporting
import Simulator
import TestKit
import Testing

@testable import RunPipeline

@Suite("Violations")
struct ViolationTests {
  private let violations = [
    Violation(
      .convergence, at: Instant(milliseconds: 1_767_571_200_000), scope: 12, site: 3, sequence: 70,
      what: "two copies differ"),
    Violation(.quiescence, at: Instant(milliseconds: 0), scope: 4, what: "an outbox is full"),
  ]

  @Test("a violation is described by what, when and where")
  func sentences() {
    #expect(
      violations.map(\.sentence) == [
        "P5 at 2026-01-05T00:00:00Z: two copies differ "
          + "(household 12, its device 3, operation 70 there)",
        "P6 at 1970-01-01T00:00:00Z: an outbox is full (household 4)",
      ])
  }

  @Test("a violation in a group names the device's household and the group's first household")
  func groups() {
    var violation = violations[0]
    violation.group = 8
    #expect(
      violation.sentence == "P5 at 2026-01-05T00:00:00Z: two copies differ "
        + "(household 12, its device 3, operation 70 there, in the group of household 8)")
  }

  @Test("the report counts all violations, not only the described ones")
  func counts() throws {
    let folder = try TemporaryFolder()
    let request = SmallRun.request(in: folder)
    var totals = SimulationTotals()
    totals.checks = [.convergence: 900, .quiescence: 30]
    totals.violations = violations
    totals.violationCounts = [.convergence: 500, .quiescence: 1]
    let conclusion = RunConclusion(
      totals: totals, metrics: MetricAccumulator(days: 14, allowedLatenessDays: 3),
      breakdown: MetricBreakdown(days: 14),
      activeFamilyDays: 0, metricResults: [], files: [])
    let properties = RunReport(request, conclusion).properties
    #expect(totals.violationCount == 501)
    #expect(properties.map(\.id) == Property.allCases.map(\.id))
    #expect(properties.first { $0.id == "P5" }?.violations == 500)
    #expect(properties.first { $0.id == "P5" }?.checks == 900)
    #expect(properties.first { $0.id == "P6" }?.violations == 1)
    #expect(properties.first { $0.id == "P7" }?.violations == 0)
  }

  @Test("violations of two batches add up, and the first ones are kept")
  func adding() {
    var (one, two) = (SimulationTotals(), SimulationTotals())
    one.violations = Array(repeating: violations[0], count: 10)
    one.violationCounts = [.convergence: 10]
    two.violations = Array(repeating: violations[1], count: 10)
    two.violationCounts = [.quiescence: 40, .convergence: 1]
    one.add(two)
    #expect(
      one.violations.map(\.property.id).joined() == String(repeating: "P5", count: 10)
        + String(repeating: "P6", count: 6))
    #expect(one.violationCounts[.convergence] == 11 && one.violationCounts[.quiescence] == 40)
    #expect(one.violationCount == 51)
  }
}
