import Datasets
import Foundation
import Population
import Scenarios
import Synchronization
import Testing

@testable import RunPipeline

@Suite("A run that fails says why and leaves nothing behind")
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

  @Test("with a name that no folder should have", arguments: names)
  func name(_ name: String) throws {
    let sentence = try failure(of: SmallRun.request(in: folder, name: name))
    #expect(sentence.hasPrefix("A run cannot be called '\(name)': a name has up to 100 letters"))
    #expect(try folder.everything == [])
  }

  @Test("names of letters, digits, points, lines and hyphens are fine")
  func goodNames() {
    for name in ["a", "7", "A-b_c.d", "nightly-2026-01-05", String(repeating: "x", count: 100)] {
      #expect(RunRequest.isUsable(name: name))
    }
    #expect(!RunRequest.isUsable(name: String(repeating: "x", count: 101)))
  }

  @Test("when there is a run of that name, unless it is to be replaced")
  func existing() throws {
    _ = try RunExecution(SmallRun.request(in: folder)).run()
    let before = try folder.text("datasets/first/manifest.json")
    let other = SmallRun.scenario { $0.seed = 2 }
    #expect(
      try failure(of: SmallRun.request(in: folder, other))
        == "Cannot write \(folder.path)/datasets/first: it exists already; use --force to replace it "
        + "or another --name.")
    #expect(try folder.everything == DatasetTests.files)
    #expect(try folder.text("datasets/first/manifest.json") == before)
    _ = try RunExecution(SmallRun.request(in: folder, other, force: true)).run()
    #expect(try folder.everything == DatasetTests.files)
    #expect(try folder.text("datasets/first/manifest.json") != before)
  }

  @Test("when only results of that name are there")
  func existingResults() throws {
    try folder.write("mine", to: "results/first/notes.txt")
    #expect(
      try failure(of: SmallRun.request(in: folder)).hasPrefix(
        "Cannot write \(folder.path)/results/first: it exists already"))
    #expect(
      try failure(of: SmallRun.request(in: folder, force: true)).contains("it is no run of this"))
    #expect(try folder.everything == ["results", "results/first", "results/first/notes.txt"])
  }

  @Test("when a part of the path is a file")
  func notAFolder() throws {
    try folder.write("", to: "file")
    for out in ["/file", "/file/below/it"] {
      #expect(try failure(of: SmallRun.request(in: folder, out: out)).contains("is a file"))
    }
    #expect(try folder.everything == ["file"])
  }

  @Test("when somebody stops it, at once or later", arguments: [0, 1, 3])
  func interruption(communities: Int) throws {
    let asked = Atomic(0)
    let request = SmallRun.request(in: folder, out: "/new/place")
    let error = #expect(throws: RunError.self) {
      _ = try RunExecution(request) {
        asked.add(1, ordering: .relaxed).oldValue >= communities
      }.run()
    }
    #expect(error?.description == "Interrupted: nothing of the unfinished run was kept.")
    #expect(try folder.everything == [])
  }

  @Test("when somebody stops it as it replaces another, which stays")
  func interruptedReplacement() throws {
    _ = try RunExecution(SmallRun.request(in: folder)).run()
    let before = try folder.bytes("datasets/first/person_days.parquet")
    let other = SmallRun.request(in: folder, SmallRun.scenario { $0.seed = 2 }, force: true)
    #expect(throws: RunError.self) { _ = try RunExecution(other) { true }.run() }
    #expect(try folder.everything == DatasetTests.files)
    #expect(try folder.bytes("datasets/first/person_days.parquet") == before)
  }

  @Test("what a killed run left is removed by the next of its name, and none other")
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
