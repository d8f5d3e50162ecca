import Population
import Scenarios
import Reporting
import TestKit
import Testing

@testable import RunPipeline

@Suite("Sizes of runs")
struct RunSizeTests {
  private static let zones = ["Pacific/Apia", "Pacific/Pago_Pago", "Asia/Kathmandu"]

  @Test("one person for a few days runs in every zone", arguments: [1, 2, 3], [1, 2])
  func smallest(people: Int, days: Int) throws {
    let folder = try TemporaryFolder()
    let scenario = SmallRun.scenario(people: people, days: days) {
      $0.population.zones = Self.zones.map { WeightedZone($0, weight: 1) }
    }
    let report = try RunExecution(SmallRun.request(in: folder, scenario)).run().report
    #expect(report.people == Int64(people) && report.days == days)
    let table = try ReadTable(try folder.bytes("datasets/first/person_days.parquet"))
    #expect(Int64(table.rowCount) == report.personDays)
  }

  @Test("a run of ten years fills more than one row group")
  func longest() throws {
    let folder = try TemporaryFolder()
    let scenario = SmallRun.scenario(people: 36, days: 3650) {
      $0.start = "2016-01-01"
      $0.population.householdsPerCommunity = 200
      $0.population.joinDaysSpread = 0
      // No one does anything, so that only the rows take time.
      $0.behavior.openLogitBase = -20
      $0.sync.backgroundRefreshHours = 168
    }
    let outcome = try RunExecution(SmallRun.request(in: folder, scenario)).run()
    let table = try ReadTable(try folder.bytes("datasets/first/person_days.parquet"))
    #expect(table.rowCount == 131_400)
    #expect(table.sum("operations") == 0)
    #expect(outcome.report.dayTotals.count == 3650)
  }

  @Test("paths keep the requested form without redundant parts")
  func paths() {
    func paths(_ out: String) -> [String] {
      let request = RunRequest(
        scenario: SmallRun.scenario(), threads: 1, out: out, name: "x", force: false)
      return [request.datasetPath, request.resultsPath]
    }
    #expect(paths(".") == ["datasets/x", "results/x"])
    #expect(paths("./") == ["datasets/x", "results/x"])
    #expect(paths("a/") == ["a/datasets/x", "a/results/x"])
    #expect(paths("/tmp//a/.") == ["/tmp/a/datasets/x", "/tmp/a/results/x"])
    #expect(paths("../a") == ["../a/datasets/x", "../a/results/x"])
    #expect(paths("/") == ["/datasets/x", "/results/x"])
  }

  @Test("progress is reported up to the end")
  func advance() throws {
    let folder = try TemporaryFolder()
    var reports: [RunProgressReport] = []
    _ = try RunExecution(SmallRun.request(in: folder)).run { reports.append($0) }
    #expect(reports.last?.people == 40 && reports.last?.peopleTotal == 40)
    #expect(reports.last?.secondsLeft == 0)
    #expect(RunProgressReport(people: 25, peopleTotal: 100, seconds: 2).secondsLeft == 6)
    #expect(RunProgressReport(people: 0, peopleTotal: 100, seconds: 2).secondsLeft == nil)
  }
}
