import Base
import Chronology
import Metrics
import Population
import Scenarios
import Properties
import Reporting
import Testing

@testable import RunPipeline

@Suite("Lost operations and open conflicts")
struct DataLossTests {
  private func published(_ perYear: Double) throws -> PublishedRun {
    try PublishedRun(
      SmallRun.scenario(people: 60) {
        $0.installs.reinstallsPerDeviceYear = perYear
        $0.network.failoversPerYear = perYear
      })
  }

  private func figure(_ id: String, _ run: PublishedRun) -> MetricResult? {
    run.outcome.report.metricResults.first { $0.id == id }
  }

  @Test(
    "without reinstalls and failovers nothing is lost, which reaches the target")
  func calm() throws {
    let run = try published(0)
    let people = try run.table("people")
    #expect(people.sum("operations_lost") == 0)
    // Devices keep importing calendar changes until quiescence.
    #expect(people.sum("operations_saved") >= run.outcome.report.operations)
    #expect(figure("pc.data_lost", run)?.truth?.value == 0)
    #expect(figure("pc.data_lost", run)?.verdict == .pass)
    #expect(figure("pc.conflicts_open", run)?.verdict == .pass)
  }

  @Test("lost operations are counted by person, and a single one misses the target")
  func troubled() throws {
    let run = try published(60)
    let people = try run.table("people")
    let lost = people.sum("operations_lost")
    #expect(lost > 0 && lost >= run.outcome.report.network.operationsLost)
    #expect(figure("pc.data_lost", run)?.truth?.numerator == lost)
    #expect(figure("pc.data_lost", run)?.verdict == .fail)
    #expect(people.sum("conflicts") == Int64(try run.table("conflicts").rowCount))
  }

  @Test("a conflict is open if replicas of its scope differ")
  func open() {
    var tally = PropertyTally()
    tally.report(
      Violation(.convergence, at: Instant(milliseconds: 0), scope: 3, what: "two copies differ"))
    tally.report(Violation(.caps, at: Instant(milliseconds: 0), scope: 4, what: "too many seats"))
    #expect(tally.isUnsettled(3) && !tally.isUnsettled(4) && !tally.isUnsettled(0))
  }
}
