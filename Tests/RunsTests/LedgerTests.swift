import Datasets
import Foundation
import JSONText
import Metrics
import Population
import Reporting
import Testing

@testable import Runs

@Suite("A ledger says where wrong figures come from")
struct LedgerTests {
  private static func lived(
    threads: Int = 2, _ change: (inout Scenario) -> Void
  ) throws -> (RunOutcome, ledger: BiasLedger, PublishedRun) {
    let folder = try TemporaryFolder()
    var request = SmallRun.request(in: folder, SmallRun.scenario(people: 30, days: 24, change))
    request.keepsLedger = true
    request.threads = threads
    let run = try PublishedRun(request, in: folder)
    return (run.outcome, try #require(run.outcome.report.ledger), run)
  }

  private static func troubled(_ scenario: inout Scenario) {
    scenario.network.lossShare = 0.2
    scenario.network.duplicateShare = 0.2
    scenario.network.offlineSpellsPerDeviceWeek = 7
    scenario.network.offlineSpellMinutesMedian = 2_000
    scenario.network.failoversPerYear = 40
    scenario.network.failoverMinutesMax = 3_000
    scenario.clocks.skewedShare = 0.5
    scenario.clocks.skewSecondsMax = 80_000
    scenario.clocks.jumpsPerDeviceYear = 40
    scenario.clocks.wrongZoneShare = 0.4
    scenario.clocks.travelsPerPersonYear = 20
    scenario.installs.reinstallsPerDeviceYear = 20
    scenario.installs.restoresPerDeviceYear = 20
    scenario.installs.clonesPerDeviceYear = 10
    scenario.installs.loansPerDeviceYear = 20
    scenario.metrics.allowedLatenessDays = 1
  }

  private static func still(_ scenario: inout Scenario) {
    scenario.network.lossShare = 0
    scenario.network.duplicateShare = 0
    scenario.network.reorderShare = 0
    scenario.network.latencyMillisecondsMedian = 1
    scenario.network.latencySigma = 0
    scenario.network.offlineSpellsPerDeviceWeek = 0
    scenario.network.offlineDeviceShare = 0
    scenario.network.failoversPerYear = 0
    scenario.clocks.skewedShare = 0
    scenario.clocks.driftingShare = 0
    scenario.clocks.jumpsPerDeviceYear = 0
    scenario.clocks.wrongZoneShare = 0
    scenario.clocks.travelsPerPersonYear = 0
    scenario.clocks.serverSkewSecondsMax = 0
    scenario.installs.reinstallsPerDeviceYear = 0
    scenario.installs.restoresPerDeviceYear = 0
    scenario.installs.clonesPerDeviceYear = 0
    scenario.installs.loansPerDeviceYear = 0
  }

  @Test("whose parts add up to the error without a rest, with every fault on")
  func sums() throws {
    let (outcome, ledger, _) = try Self.lived(Self.troubled)
    let wrong = ledger.entries.filter { $0.bias != 0 }
    #expect(wrong.count > 8)
    for entry in ledger.entries {
      #expect(entry.parts.map(\.cause) == BiasCause.allCases)
      #expect(entry.parts.reduce(0) { $0 + $1.size } == entry.bias, "\(entry.result.id)")
      #expect(entry.parts.reversed().reduce(0) { $0 + $1.size } == entry.bias)
      let kpi = try #require(outcome.report.kpis.first { $0.id == entry.result.id })
      let bias = try #require(kpi.bias)
      let size = max(
        kpi.truth?.value.magnitude ?? 0, kpi.observed?.value.magnitude ?? 0)
      #expect((entry.bias - bias).magnitude <= size * 1e-14, "\(entry.result.id)")
    }
    // Each of these moves something here.
    for cause in [BiasCause.lost, .immaturity, .late, .clock] {
      #expect(
        ledger.entries.contains { $0.parts.contains { $0.cause == cause && $0.size != 0 } },
        "\(cause)")
    }
  }

  @Test("and blame what is there, and nothing that is not")
  func clocksAlone() throws {
    let (_, ledger, _) = try Self.lived { scenario in
      Self.still(&scenario)
      scenario.clocks.skewedShare = 0.6
      scenario.clocks.skewSecondsMax = 80_000
    }
    let active = try #require(ledger.entries.first { $0.result.id == "pc.dau" })
    #expect(active.parts.first { $0.cause == .clock }?.size != 0)
    for entry in ledger.entries {
      for part in entry.parts where [.lost, .late, .zone, .duplicates].contains(part.cause) {
        #expect(part.size == 0, "\(entry.result.id) \(part.cause)")
      }
    }
  }

  @Test("Where nothing goes wrong and all has arrived, both sides are the same to the last digit")
  func still() throws {
    let (_, ledger, _) = try Self.lived(Self.still)
    #expect(ledger.entries.count > 15)
    for entry in ledger.entries {
      #expect(entry.parts.last?.before == 0, "\(entry.result.id)")
      for part in entry.parts where part.cause != .immaturity {
        #expect(part.size == 0, "\(entry.result.id) \(part.cause)")
      }
    }
  }

  @Test("Who waits knows more: the same days are asked about again and again")
  func settling() throws {
    let (_, ledger, _) = try Self.lived { scenario in
      Self.still(&scenario)
      scenario.network.offlineSpellsPerDeviceWeek = 7
      scenario.network.offlineSpellMinutesMedian = 3_000
    }
    #expect(ledger.settling.days == 16)
    let line = try #require(ledger.settling.lines.first { $0.definition == "pc.dau" })
    #expect(line.points.map(\.daysWaited) == Array(0...8))
    let biases = line.points.compactMap(\.bias)
    #expect(biases.count == 9 && biases[0] < 0)
    #expect(biases.last.map { $0.magnitude < biases[0].magnitude } == true)
    // What has arrived stays: nobody knows less later.
    #expect(zip(biases, biases.dropFirst()).allSatisfy { $0 <= $1 })
  }

  @Test("It stands in summary, database and page, and changes nothing else of the run")
  func documents() throws {
    let (outcome, ledger, run) = try Self.lived(Self.troubled)
    let (_, _, again) = try Self.lived(threads: 1, Self.troubled)
    let summary = try run.json("results/first/summary.json")
    #expect(summary["ledger"]?["figures"]?.elements?.count == ledger.entries.count)
    #expect(again.text("results/first/summary.json") == run.text("results/first/summary.json"))
    let rows = try run.rows(of: "SELECT metric, SUM(size) FROM ledger GROUP BY 1 ORDER BY 1")
    #expect(rows.count == ledger.entries.count)
    #expect(try run.rows(of: "SELECT DISTINCT days_waited FROM settling").count == 9)
    #expect(run.text("results/first/report.html").contains("Where wrong figures come from"))
    let folder = try TemporaryFolder()
    let plain = SmallRun.scenario(people: 30, days: 24, Self.troubled)
    let without = try RunExecution(SmallRun.request(in: folder, plain)).run()
    #expect(without.report.digest == outcome.report.digest)
    #expect(without.report.kpis == outcome.report.kpis)
    #expect(without.report.ledger == nil)
  }
}
