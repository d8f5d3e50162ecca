import Datasets
import Foundation
import Population
import Scenarios
import TestKit
import Testing

@testable import RunPipeline

@Suite("Repeated runs")
struct RepetitionTests {
  /// Every file by its path, except the one with the performance.
  private func files(_ folder: TemporaryFolder, name: String) throws -> [String: Data] {
    var files: [String: Data] = [:]
    for path in try folder.everything
    where path.contains("/\(name)/") && !path.hasSuffix("run.json") {
      files[path.replacing("/\(name)/", with: "/")] = try folder.bytes(path)
    }
    return files
  }

  @Test("another name, folder and number of threads give the same bytes")
  func identical() throws {
    let (one, two) = (try TemporaryFolder(), try TemporaryFolder())
    _ = try RunExecution(SmallRun.request(in: one, threads: 1)).run()
    _ = try RunExecution(SmallRun.request(in: one, name: "Second_2.0", threads: 5)).run()
    _ = try RunExecution(SmallRun.request(in: two, out: "/a/b")).run()
    let first = try files(one, name: "first")
    #expect(first.count == DatasetTable.allCases.count + 5)
    #expect(try files(one, name: "Second_2.0") == first)
    let third = try files(two, name: "first")
    #expect(Set(third.keys) == Set(first.keys.map { "a/b/\($0)" }))
    for (path, data) in first { #expect(third["a/b/\(path)"] == data, "\(path)") }
  }

  @Test("an unused random draw changes no byte of the tables")
  func unrelatedDraw() throws {
    let folder = try TemporaryFolder()
    let control = SmallRun.scenario {
      $0.experiments.unrelatedDraw = true
      $0.experiments.unrelatedDrawHousehold = 3
    }
    _ = try RunExecution(SmallRun.request(in: folder)).run()
    _ = try RunExecution(SmallRun.request(in: folder, control, name: "control")).run()
    let (first, second) = (try files(folder, name: "first"), try files(folder, name: "control"))
    for path in first.keys.sorted() {
      // Manifest and database contain the scenario.
      let containsScenario = path.hasSuffix("manifest.json") || path.hasSuffix("results.sqlite")
      #expect((first[path] == second[path]) == !containsScenario, "\(path)")
    }
  }

  @Test("another seed gives other bytes")
  func seed() throws {
    let folder = try TemporaryFolder()
    _ = try RunExecution(SmallRun.request(in: folder)).run()
    let other = SmallRun.scenario { $0.seed = 2 }
    _ = try RunExecution(SmallRun.request(in: folder, other, name: "other")).run()
    #expect(
      try folder.bytes("datasets/first/person_days.parquet")
        != folder.bytes("datasets/other/person_days.parquet"))
  }
}
