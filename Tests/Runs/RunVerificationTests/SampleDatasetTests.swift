import Foundation
import JSONText
import Metrics
import Population
import Scenarios
import Reporting
import RunPipeline
import TestKit
import Testing

@testable import RunVerification

/// `RECORD=1` reruns the sample and rewrites it and its golden values.
@Suite("Committed sample dataset", .serialized)
struct SampleDatasetTests {
  private static let sample = CommittedFile.url("datasets/sample")
  private static let golden = "Tests/Runs/RunVerificationTests/Golden/sample.json"

  private static var scenario: Scenario {
    var scenario = Scenario()
    scenario.name = "sample"
    scenario.description = "Some dozens of people over five weeks on a bad network."
    scenario.people = 50
    scenario.days = 35
    scenario.seed = 12
    scenario.population.joinDaysSpread = 10
    scenario.network.lossProbability = 0.2
    scenario.network.shortOfflinesPerDeviceWeek = 4
    scenario.network.longOfflineDeviceFraction = 0.3
    scenario.network.longOfflineDaysMax = 25
    scenario.clocks.skewedFraction = 0.2
    scenario.behavior.leaveHazardDaily = 0.004
    scenario.metrics.allowedLatenessDays = 3
    scenario.metrics.recordSessions = true
    scenario.metrics.recordEvents = .sampled
    return scenario
  }

  private func record() throws {
    let folder = try RunFolder()
    let request = RunRequest(
      scenario: Self.scenario, threads: 1, out: folder.path, name: "sample", force: true)
    _ = try RunExecution(request).run()
    try? FileManager.default.removeItem(at: Self.sample)
    try FileManager.default.copyItem(
      at: URL(filePath: "\(folder.path)/datasets/sample"), to: Self.sample)
  }

  /// The metrics of all people, and of children and parents.
  private func text(of run: FinishedRun) throws -> String {
    let recomputed = try Recomputation(of: run, by: [SegmentDimension("role")])
    let segments = [recomputed.allPeople] + recomputed.segments
    return JSONWriter(.pretty).text(
      .object(
        segments.map { segment in
          (
            segment.name.isEmpty ? "all people" : segment.name,
            .array(segment.metricResults.map(MetricDocument.json))
          )
        }))
  }

  @Test("the sample is complete and small, and matches its golden values")
  func goldenValues() throws {
    if CommittedFile.isRecording { try record() }
    let run = try FinishedRun(Self.sample.path, below: ".")
    #expect(RunVerifier(of: run).problems == [])
    let bytes = run.tables.reduce(0) { $0 + $1.bytes }
    #expect(bytes < 150_000, "\(bytes)")
    #expect(try CommittedFile.difference(of: text(of: run), from: Self.golden) == nil)
  }

  @Test("in the sample the server misses events, and most tables have rows")
  func isWorthLookingAt() throws {
    let run = try FinishedRun(Self.sample.path, below: ".")
    let metricResults = try Recomputation(of: run).allPeople.metricResults
    #expect(metricResults.contains { ($0.bias ?? 0) != 0 })
    let empty = run.tables.filter { $0.rows == 0 }.map(\.table)
    #expect(Set(empty).isSubset(of: ["notifications", "states", "violations"]), "\(empty)")
  }
}
