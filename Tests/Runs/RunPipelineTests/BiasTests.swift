import Datasets
import Foundation
import JSONText
import Metrics
import Population
import Scenarios
import Reporting
import TestKit
import Testing

@testable import RunPipeline

@Suite("Bias breakdown")
struct BiasTests {
  private static func simulated(
    threads: Int = 2, _ change: (inout Scenario) -> Void
  ) throws -> (RunOutcome, biasBreakdown: BiasBreakdown, PublishedRun) {
    let folder = try TemporaryFolder()
    var request = SmallRun.request(in: folder, SmallRun.scenario(people: 30, days: 24, change))
    request.recordsBias = true
    request.threads = threads
    let run = try PublishedRun(request, in: folder)
    return (run.outcome, try #require(run.outcome.report.biasBreakdown), run)
  }

  private static func troubled(_ scenario: inout Scenario) {
    scenario.network.lossProbability = 0.2
    scenario.network.duplicateProbability = 0.2
    scenario.network.shortOfflinesPerDeviceWeek = 7
    scenario.network.shortOfflineMinutesMedian = 2_000
    scenario.network.failoversPerYear = 40
    scenario.network.failoverMinutesMax = 3_000
    scenario.clocks.skewedFraction = 0.5
    scenario.clocks.skewSecondsMax = 80_000
    scenario.clocks.jumpsPerDeviceYear = 40
    scenario.clocks.wrongZoneFraction = 0.4
    scenario.clocks.travelsPerPersonYear = 20
    scenario.installs.reinstallsPerDeviceYear = 20
    scenario.installs.restoresPerDeviceYear = 20
    scenario.installs.clonesPerDeviceYear = 10
    scenario.installs.sharedSignInsPerDeviceYear = 20
    scenario.metrics.allowedLatenessDays = 1
  }

  private static func still(_ scenario: inout Scenario) {
    scenario.network.lossProbability = 0
    scenario.network.duplicateProbability = 0
    scenario.network.reorderProbability = 0
    scenario.network.latencyMillisecondsMedian = 1
    scenario.network.latencySigma = 0
    scenario.network.shortOfflinesPerDeviceWeek = 0
    scenario.network.longOfflineDeviceFraction = 0
    scenario.network.failoversPerYear = 0
    scenario.clocks.skewedFraction = 0
    scenario.clocks.driftingFraction = 0
    scenario.clocks.jumpsPerDeviceYear = 0
    scenario.clocks.wrongZoneFraction = 0
    scenario.clocks.travelsPerPersonYear = 0
    scenario.clocks.serverSkewSecondsMax = 0
    scenario.installs.reinstallsPerDeviceYear = 0
    scenario.installs.restoresPerDeviceYear = 0
    scenario.installs.clonesPerDeviceYear = 0
    scenario.installs.sharedSignInsPerDeviceYear = 0
  }

  @Test("the causes add up to the bias exactly, with every fault enabled")
  func sums() throws {
    let (outcome, biasBreakdown, _) = try Self.simulated(Self.troubled)
    let wrong = biasBreakdown.entries.filter { $0.bias != 0 }
    #expect(wrong.count > 8)
    for entry in biasBreakdown.entries {
      #expect(entry.parts.map(\.cause) == BiasCause.allCases)
      #expect(entry.parts.reduce(0) { $0 + $1.size } == entry.bias, "\(entry.result.id)")
      #expect(entry.parts.reversed().reduce(0) { $0 + $1.size } == entry.bias)
      let metric = try #require(outcome.report.metricResults.first { $0.id == entry.result.id })
      let bias = try #require(metric.bias)
      let size = max(
        metric.truth?.value.magnitude ?? 0, metric.observed?.value.magnitude ?? 0)
      #expect((entry.bias - bias).magnitude <= size * 1e-14, "\(entry.result.id)")
    }
    // Each of these causes has an effect here.
    for cause in [BiasCause.lost, .immaturity, .late, .clock] {
      #expect(
        biasBreakdown.entries.contains { $0.parts.contains { $0.cause == cause && $0.size != 0 } },
        "\(cause)")
    }
  }

  @Test("bias is attributed to the injected causes only")
  func clocksAlone() throws {
    let (_, biasBreakdown, _) = try Self.simulated { scenario in
      Self.still(&scenario)
      scenario.clocks.skewedFraction = 0.6
      scenario.clocks.skewSecondsMax = 80_000
    }
    let active = try #require(biasBreakdown.entries.first { $0.result.id == "pc.dau" })
    #expect(active.parts.first { $0.cause == .clock }?.size != 0)
    for entry in biasBreakdown.entries {
      for part in entry.parts where [.lost, .late, .zone, .duplicates].contains(part.cause) {
        #expect(part.size == 0, "\(entry.result.id) \(part.cause)")
      }
    }
  }

  @Test("without faults and late operations, truth and observed are identical")
  func still() throws {
    let (_, biasBreakdown, _) = try Self.simulated(Self.still)
    #expect(biasBreakdown.entries.count > 15)
    for entry in biasBreakdown.entries {
      #expect(entry.parts.last?.before == 0, "\(entry.result.id)")
      for part in entry.parts where part.cause != .immaturity {
        #expect(part.size == 0, "\(entry.result.id) \(part.cause)")
      }
    }
  }

  @Test("bias shrinks with the days of waiting")
  func completeness() throws {
    let (_, biasBreakdown, _) = try Self.simulated { scenario in
      Self.still(&scenario)
      scenario.network.shortOfflinesPerDeviceWeek = 7
      scenario.network.shortOfflineMinutesMedian = 3_000
    }
    #expect(biasBreakdown.completeness.days == 16)
    let line = try #require(biasBreakdown.completeness.lines.first { $0.definition == "pc.dau" })
    #expect(line.points.map(\.waitDays) == Array(0...8))
    let biases = line.points.compactMap(\.bias)
    #expect(biases.count == 9 && biases[0] < 0)
    #expect(biases.last.map { $0.magnitude < biases[0].magnitude } == true)
    // Arrived operations stay, so the observed value never gets worse.
    #expect(zip(biases, biases.dropFirst()).allSatisfy { $0 <= $1 })
  }

  @Test("the breakdown is in summary, database and page, and changes nothing else")
  func documents() throws {
    let (outcome, biasBreakdown, run) = try Self.simulated(Self.troubled)
    let (_, _, again) = try Self.simulated(threads: 1, Self.troubled)
    let summary = try run.json("results/first/summary.json")
    #expect(summary["biasBreakdown"]?["metrics"]?.elements?.count == biasBreakdown.entries.count)
    #expect(again.text("results/first/summary.json") == run.text("results/first/summary.json"))
    let rows = try run.rows(
      of: "SELECT metric, SUM(contribution) FROM bias_breakdown GROUP BY 1 ORDER BY 1")
    #expect(rows.count == biasBreakdown.entries.count)
    #expect(try run.rows(of: "SELECT DISTINCT wait_days FROM completeness").count == 9)
    #expect(run.text("results/first/report.html").contains("Bias breakdown"))
    let folder = try TemporaryFolder()
    let plain = SmallRun.scenario(people: 30, days: 24, Self.troubled)
    let without = try RunExecution(SmallRun.request(in: folder, plain)).run()
    #expect(without.report.digest == outcome.report.digest)
    #expect(without.report.metricResults == outcome.report.metricResults)
    #expect(without.report.biasBreakdown == nil)
  }
}
