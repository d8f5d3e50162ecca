import Foundation
import Metrics
import Reporting
import RunPipeline
import Scenarios
import TestKit
import Testing

@testable import RunVerification

@Suite("Difference of two finished runs")
struct RunDifferenceTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// A run of some dozens of people.
  private func make(_ name: String, _ change: (inout Scenario) -> Void = { _ in }) throws
    -> FinishedRun
  {
    var scenario = Scenario()
    scenario.people = 120
    scenario.days = 25
    scenario.network.lossProbability = 0.2
    scenario.network.shortOfflinesPerDeviceWeek = 5
    scenario.activities.groupMemberFraction = 0
    change(&scenario)
    let request = RunRequest(
      scenario: scenario, threads: 1, out: folder.path, name: name, force: false)
    _ = try RunExecution(request).run()
    return try FinishedRun(name, below: folder.path)
  }

  private func difference(
    _ one: FinishedRun, _ two: FinishedRun, _ share: Double = 0, own: [String: Double] = [:]
  ) throws -> RunDifference {
    try RunDifference(one, two, tolerances: FigureTolerances(share: share, own: own))
  }

  @Test("equal runs have no difference")
  func same() throws {
    let found = try difference(make("one"), make("two"))
    #expect(found.isPaired && found.parameters.isEmpty && found.tablesDiffering.isEmpty)
    #expect(found.tables.count == 17)
    #expect(found.figures.allSatisfy { $0.verdict == .same })
    #expect(found.figures.contains { $0.side == .observed && $0.first != nil })
    #expect(!DifferenceText(found).text.contains("first different row"))
  }

  @Test("another parameter gives paired intervals, and the values of the two runs")
  func paired() throws {
    let (one, two) = (try make("one"), try make("two") { $0.behavior.openLogitBase += 0.5 })
    let found = try difference(one, two)
    #expect(found.isPaired)
    #expect(found.parameters.map(\.path) == ["behavior.openLogitBase"])
    let metrics = [one, two].map { run in
      (try? Recomputation(of: run))?.allPeople.metricResults ?? []
    }
    for figure in found.figures {
      func value(_ results: [MetricResult]) -> Double? {
        let metric = results.first { $0.id == figure.id }
        return (figure.side == .truth ? metric?.truth : metric?.observed)?.value
      }
      #expect(figure.first == value(metrics[0]) && figure.second == value(metrics[1]))
    }
    for side in Side.allCases {
      let active = try #require(found.figures.first { $0.id == "pc.dau" && $0.side == side })
      let paired = try #require(active.interval)
      let change = try #require(active.difference)
      #expect(change > 0 && paired.lower > 0 && paired.lower < change && change < paired.upper)
      // Two runs of other people would have a wider interval.
      let metric = metrics.map { $0.first { $0.id == "pc.dau" } }
      let halves = metric.compactMap { metric -> Double? in
        let interval = (side == .truth ? metric?.truth : metric?.observed)?.interval
        return interval.map { ($0.upper - $0.lower) / 2 }
      }
      let independent = (halves[0] * halves[0] + halves[1] * halves[1]).squareRoot()
      #expect((paired.upper - paired.lower) / 2 < 0.8 * independent)
    }
    let days = try #require(found.tables.first { $0.table == "person_days" })
    guard case .changed(let number, let key, let columns)? = days.row else {
      Issue.record("no changed row: \(days)")
      return
    }
    #expect(number > 0 && key.hasPrefix("person ") && key.contains(", run_day "))
    #expect(!columns.isEmpty && columns.allSatisfy { $0.first != $0.second })
  }

  @Test("another seed gives independent runs, and unclear figures")
  func independent() throws {
    let (one, two) = (try make("one"), try make("two") { $0.seed = 2 })
    let found = try difference(one, two)
    #expect(!found.isPaired && found.parameters.map(\.path) == ["seed"])
    #expect(found.count(of: .unclear) > 10)
    let people = try #require(found.tables.first { $0.table == "people" })
    #expect(people.row != nil && people.first == people.second)
    let active = try #require(found.figures.first { $0.id == "pc.dau" && $0.side == .truth })
    let metrics = try [one, two].map { run in
      try #require(
        try Recomputation(of: run).allPeople.metricResults.first { $0.id == "pc.dau" }?.truth)
    }
    let interval = try #require(active.interval)
    let (first, second) = (try #require(metrics[0].interval), try #require(metrics[1].interval))
    let change = metrics[1].value - metrics[0].value
    let (down, up) = (metrics[1].value - second.lower, first.upper - metrics[0].value)
    #expect(abs(interval.lower - (change - (down * down + up * up).squareRoot())) < 1e-12)
    // Reversed, everything has the other sign.
    let back = try difference(two, one)
    let other = try #require(back.figures.first { $0.id == "pc.dau" && $0.side == .truth })
    #expect(other.difference == -change)
    #expect(abs(try #require(other.interval).upper + interval.lower) < 1e-12)
  }

  @Test("a tolerance decides, and that of a single figure comes before that of all")
  func tolerances() throws {
    let (one, two) = (try make("one"), try make("two") { $0.behavior.openLogitBase += 0.5 })
    func verdict(_ found: RunDifference) throws -> FigureDifference.Verdict {
      try #require(found.figures.first { $0.id == "pc.dau" && $0.side == .truth }).verdict
    }
    #expect(try verdict(difference(one, two)) == .beyond)
    #expect(try verdict(difference(one, two, 10)) == .within)
    #expect(try verdict(difference(one, two, 10, own: ["pc.dau": 0.0001])) == .beyond)
    let exact = try #require(
      try difference(one, two).figures.first { $0.id == "pc.dau" && $0.side == .truth }?.relative)
    #expect(try verdict(difference(one, two, exact * 0.99)) == .unclear)
  }

  @Test("runs that link other households are paired by what both link")
  func linked() throws {
    let (one, two) = (
      try make("one") { $0.activities.groupMemberFraction = 0.5 }, try make("two")
    )
    let found = try difference(one, two)
    #expect(found.isPaired)
    #expect(found.figures.contains { $0.difference != 0 && $0.interval != nil })
  }

  @Test("a damaged table is an error and no difference")
  func damaged() throws {
    let (one, two) = (try make("one"), try make("two"))
    let path = "\(two.datasetPath)/devices.parquet"
    var bytes = try Data(contentsOf: URL(filePath: path))
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: URL(filePath: path))
    let error = #expect(throws: VerificationError.self) { _ = try difference(one, two) }
    #expect(error?.description.hasPrefix("\(path): its SHA-256 is ") == true)
  }
}
