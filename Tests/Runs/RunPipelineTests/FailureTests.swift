import Datasets
import Foundation
import Population
import Scenarios
import Synchronization
import TestKit
import Testing

@testable import RunPipeline

@Suite("Failing runs")
struct FailureTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func failure(of request: RunRequest) throws -> String {
    let error = #expect(throws: RunError.self) { _ = try RunExecution(request).run() }
    return try #require(error).description
  }

  static let names = ["", ".", "..", ".hidden", "a/b", "/a", "-a", "a b", "ä", "a\n", "a\0b", "_a"]

  @Test("an invalid name is an error that states the rule", arguments: names)
  func name(_ name: String) throws {
    let sentence = try failure(of: SmallRun.request(in: folder, name: name))
    #expect(sentence.hasPrefix("'\(name)' is not a valid name of a run: a name has up to 100"))
    #expect(try folder.everything == [])
  }

  @Test("names may have letters, digits, dots, underscores and hyphens")
  func goodNames() {
    for name in ["a", "7", "A-b_c.d", "nightly-2026-01-05", String(repeating: "x", count: 100)] {
      #expect(RunRequest.isUsable(name: name))
    }
    #expect(!RunRequest.isUsable(name: String(repeating: "x", count: 101)))
  }

  @Test("an existing run of that name is an error without '--force'")
  func existing() throws {
    _ = try RunExecution(SmallRun.request(in: folder)).run()
    let before = try folder.text("datasets/first/manifest.json")
    let other = SmallRun.scenario { $0.seed = 2 }
    #expect(
      try failure(of: SmallRun.request(in: folder, other))
        == "Cannot write \(folder.path)/datasets/first: it exists already; use --force to replace "
        + "it or another --name.")
    #expect(try folder.everything == DatasetTests.files)
    #expect(try folder.text("datasets/first/manifest.json") == before)
    _ = try RunExecution(SmallRun.request(in: folder, other, force: true)).run()
    #expect(try folder.everything == DatasetTests.files)
    #expect(try folder.text("datasets/first/manifest.json") != before)
  }

  @Test("foreign results of that name are never replaced")
  func existingResults() throws {
    try folder.write("mine", to: "results/first/notes.txt")
    #expect(
      try failure(of: SmallRun.request(in: folder)).hasPrefix(
        "Cannot write \(folder.path)/results/first: it exists already"))
    #expect(
      try failure(of: SmallRun.request(in: folder, force: true)).contains("it is not a run of this")
    )
    #expect(try folder.everything == ["results", "results/first", "results/first/notes.txt"])
  }

  @Test("a file within the path is an error")
  func notAFolder() throws {
    try folder.write("", to: "file")
    for out in ["/file", "/file/below/it"] {
      #expect(try failure(of: SmallRun.request(in: folder, out: out)).contains("is a file"))
    }
    #expect(try folder.everything == ["file"])
  }

  @Test("an interrupted run leaves no files", arguments: [0, 1, 3])
  func interruption(communities: Int) throws {
    let asked = Atomic(0)
    let request = SmallRun.request(in: folder, out: "/new/place")
    let error = #expect(throws: RunError.self) {
      _ = try RunExecution(request) {
        asked.add(1, ordering: .relaxed).oldValue >= communities
      }.run()
    }
    #expect(error?.description == "Interrupted: the unfinished run was removed.")
    #expect(try folder.everything == [])
  }

  @Test("an interrupted run does not replace the previous run")
  func interruptedReplacement() throws {
    _ = try RunExecution(SmallRun.request(in: folder)).run()
    let before = try folder.bytes("datasets/first/person_days.parquet")
    let other = SmallRun.request(in: folder, SmallRun.scenario { $0.seed = 2 }, force: true)
    #expect(throws: RunError.self) { _ = try RunExecution(other) { true }.run() }
    #expect(try folder.everything == DatasetTests.files)
    #expect(try folder.bytes("datasets/first/person_days.parquet") == before)
  }

  @Test("a run removes the partial files of a killed run of its name only")
  func leftovers() throws {
    try folder.write("half", to: "datasets/.first.partial/person_days.parquet")
    try folder.write("half", to: "results/.other.partial/summary.json")
    _ = try RunExecution(SmallRun.request(in: folder)).run()
    #expect(
      try folder.everything
        == (DatasetTests.files + [
          "results/.other.partial", "results/.other.partial/summary.json",
        ]).sorted())
  }
}
