import Datasets
import DomainCore
import Metrics
import Population
import Scenarios
import Reporting
import Testing

@testable import RunPipeline

@Suite("Service totals of people")
struct ServiceTests {
  /// A run with outages, lost messages and notifications.
  private static func scenario() -> Scenario {
    var scenario = SmallRun.scenario(days: 24)
    scenario.activities.notifiedFamilyFraction = 1
    scenario.activities.groupMemberFraction = 1
    scenario.network.outagesPerYear = 100
    scenario.network.outageMinutesMax = 240
    return scenario
  }

  @Test("the cost of the server is charged to the people that it served")
  func bill() throws {
    let run = try PublishedRun(Self.scenario())
    let people = try run.table("people")
    let cost = try #require(run.outcome.report.cost)
    #expect(Double(people.sum("documents_read")) == (cost.readsPerDay * 24).rounded())
    #expect(Double(people.sum("documents_written")) == (cost.writesPerDay * 24).rounded())
    // Each person's cost is rounded to a millionth of a dollar.
    let dollars = try #require(cost.dollarsPerMonth)
    let figure = try #require(
      run.outcome.report.metricResults.first { $0.id == "ct.cost" }?.truth)
    #expect(abs(figure.value - dollars) < 0.001 * dollars)
    #expect(Double(figure.denominator) == (cost.activeFamilies * 24).rounded())
  }

  @Test("totals of pushes, notifications and responses are plausible")
  func service() throws {
    let run = try PublishedRun(Self.scenario())
    let people = try run.table("people")
    let (pushes, arrived) = (people.sum("pushes_sent"), people.sum("pushes_delivered"))
    #expect(0 < arrived && arrived < pushes)
    let notices = people.sum("notifications_delivered")
    let opened = people.sum("notifications_opened")
    #expect(0 < opened && opened < notices && notices <= arrived)
    // Each direction takes the median latency of the scenario or a little more.
    let responses = people.sum("responses")
    let milliseconds = Double(people.sum("response_centiseconds")) * 10 / Double(responses)
    let median = Self.scenario().network.latencyMillisecondsMedian
    #expect(milliseconds > 2 * median && milliseconds < 4 * median)
    #expect(people.sum("feed_updates") > 0)
    // Outages are drawn by community and day: 100 per year, with a mean of two hours.
    let down = people.integers("server_down_minutes")
    let share = Double(down.reduce(0, +)) / Double(down.count * 24 * 1_440)
    #expect(share > 0.005 && share < 0.05)
  }

  @Test("without outages and notifications, their totals are zero")
  func calm() throws {
    let people = try PublishedRun(SmallRun.scenario(days: 10)).table("people")
    #expect(people.sum("server_down_minutes") == 0 && people.sum("pushes_sent") == 0)
    #expect(people.sum("notifications_delivered") == 0)
  }

  @Test("platforms and log times follow the scenario and do not change behavior")
  func marks() throws {
    var scenario = SmallRun.scenario(days: 10)
    let before = try PublishedRun(scenario).outcome.report.digest
    scenario.population.platforms = [WeightedName("web", weight: 1)]
    scenario.population.organicFraction = 1
    scenario.population.tapMilliseconds = 2_000
    scenario.population.tapSigma = 0
    let run = try PublishedRun(scenario)
    #expect(run.outcome.report.digest == before)
    func value(_ id: String) -> Double? {
      run.outcome.report.metricResults.first { $0.id == id }?.truth?.value
    }
    #expect(value("pc.platform.web") == 1 && value("pc.platform.ios") == 0)
    #expect(value("pc.organic") == 1)
    #expect(value("lk.water_seconds") == 4.9 && value("at.mark_seconds") == 2.9)
  }
}
