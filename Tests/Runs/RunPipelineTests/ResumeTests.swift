import Datasets
import Foundation
import Population
import Scenarios
import Reporting
import Synchronization
import TestKit
import Testing

@testable import RunPipeline

@Suite("Resuming a run")
struct ResumeTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// A run of several batches with a snapshot after each.
  private func request(name: String = "first", recordsBias: Bool = false) -> RunRequest {
    let scenario = SmallRun.scenario(people: 90, days: 12) {
      $0.metrics.recordSessions = true
      $0.metrics.recordEvents = .full
      $0.activities.groupMemberFraction = 0.5
      $0.activities.notifiedFamilyFraction = 0.5
      $0.population.householdsPerCommunity = 2
    }
    var request = SmallRun.request(in: folder, scenario, name: name, threads: 2)
    request.personDaysPerBatch = 200
    request.personDaysBetweenSnapshots = 0
    request.recordsBias = recordsBias
    return request
  }

  private func resumed(_ request: RunRequest) throws -> RunOutcome {
    var request = request
    request.resumes = true
    return try RunExecution(request).run()
  }

  /// The files of a run, without its performance.
  private func bytes(of name: String = "first") throws -> [String: Data] {
    var bytes: [String: Data] = [:]
    for path in try folder.everything where path.contains("/\(name)/") {
      guard !path.hasSuffix("/run.json") else { continue }
      bytes[path] = try folder.bytes(path)
    }
    return bytes
  }

  /// The bytes of an uninterrupted run, whose files are then removed.
  private func uninterrupted(recordsBias: Bool = false) throws -> [String: Data] {
    _ = try RunExecution(request(recordsBias: recordsBias)).run()
    let bytes = try bytes()
    try FileManager.default.removeItem(atPath: folder.path + "/datasets")
    try FileManager.default.removeItem(atPath: folder.path + "/results")
    return bytes
  }

  /// Interrupts a run after a number of batches; returns its error message.
  private func interrupt(_ request: RunRequest, after batches: Int) -> String? {
    let taken = Atomic(0)
    let error = #expect(throws: RunError.self) {
      _ = try RunExecution(request) { taken.load(ordering: .relaxed) >= batches }.run { _ in
        taken.add(1, ordering: .relaxed)
      }
    }
    return error?.description
  }

  @Test("an interrupted run resumes to the same bytes", arguments: [1, 2, 3])
  func stopped(after batches: Int) throws {
    let expected = try uninterrupted()
    let sentence = interrupt(request(), after: batches)
    #expect(
      sentence == "Interrupted: finished batches were kept; '--resume' continues from there.")
    #expect(try folder.everything.allSatisfy { !$0.contains("/first") })
    _ = try resumed(request())
    #expect(try bytes() == expected)
    #expect(try folder.everything == DatasetTests.files)
  }

  @Test("a run with a bias breakdown can be interrupted and resumed repeatedly")
  func stoppedOften() throws {
    let expected = try uninterrupted(recordsBias: true)
    var request = request(recordsBias: true)
    _ = interrupt(request, after: 1)
    request.resumes = true
    _ = interrupt(request, after: 1)
    _ = interrupt(request, after: 1)
    let outcome = try RunExecution(request).run()
    #expect(try bytes() == expected)
    // The time includes that of the earlier processes.
    #expect(outcome.performance.seconds > 0)
  }

  /// The files after a process was killed after a number of batches.
  private func killed(after batches: Int, _ request: RunRequest) throws {
    let partial = folder.path + "/datasets/.first.partial"
    let copy = folder.path + "/copy"
    var taken = 0
    _ = try RunExecution(request).run { _ in
      taken += 1
      // The next call comes after the snapshot of the previous batch.
      if taken == batches + 1 {
        try? FileManager.default.copyItem(atPath: partial, toPath: copy)
      }
    }
    try FileManager.default.removeItem(atPath: folder.path + "/datasets/first")
    try FileManager.default.removeItem(atPath: folder.path + "/results")
    try FileManager.default.moveItem(atPath: copy, toPath: partial)
  }

  private func change(_ name: String, _ change: (inout Data) -> Void) throws {
    let url = URL(fileURLWithPath: folder.path + "/datasets/.first.partial/" + name)
    var data = try Data(contentsOf: url)
    change(&data)
    try data.write(to: url)
  }

  @Test("a killed run resumes to the same bytes, even with unsaved data", arguments: [1, 3])
  func killed(after batches: Int) throws {
    let expected = try uninterrupted()
    try killed(after: batches, request())
    try change("person_days.parquet") { $0.append(Data(repeating: 7, count: 1_000)) }
    _ = try resumed(request())
    #expect(try bytes() == expected)
    #expect(try folder.everything == DatasetTests.files)
  }

  @Test("a run starts over if a file or the snapshot is damaged")
  func damaged() throws {
    let expected = try uninterrupted()
    let changes: [(String, (inout Data) -> Void)] = [
      ("person_days.parquet", { $0 = $0.prefix(100) }),
      ("people.parquet", { $0[40] ^= 1 }),
      (SnapshotWriter.name, { $0 = $0.prefix($0.count / 2) }),
      (SnapshotWriter.name, { $0 = $0.dropLast() }),
      (SnapshotWriter.name, { $0[$0.count - 40] ^= 1 }),
    ]
    for (name, damage) in changes {
      try killed(after: 2, request())
      try change(name, damage)
      _ = try resumed(request())
      #expect(try bytes() == expected, "\(name)")
      try FileManager.default.removeItem(atPath: folder.path + "/datasets/first")
      try FileManager.default.removeItem(atPath: folder.path + "/results")
    }
  }

  @Test("a resumed run simulates only the remaining communities")
  func simulatesTheRest() throws {
    var counted = request()
    counted.threads = 1
    let all = try asked(by: counted)
    try FileManager.default.removeItem(atPath: folder.path + "/datasets")
    try FileManager.default.removeItem(atPath: folder.path + "/results")
    _ = interrupt(counted, after: 3)
    counted.resumes = true
    #expect(try asked(by: counted) < all - 2)
  }

  /// How often a run checks for an interruption, which it does before each community.
  private func asked(by request: RunRequest) throws -> Int {
    let asked = Atomic(0)
    _ = try RunExecution(request) {
      asked.add(1, ordering: .relaxed)
      return false
    }.run()
    return asked.load(ordering: .relaxed)
  }

  @Test("a run with another scenario, bias setting or sample of checks cannot be resumed")
  func other() throws {
    _ = interrupt(request(), after: 2)
    var other = request()
    other.scenario.seed += 1
    var checksAll = request()
    checksAll.checksEveryScope = true
    for request in [other, checksAll, request(recordsBias: true)] {
      let error = #expect(throws: RunError.self) { _ = try resumed(request) }
      #expect(error?.description.hasPrefix("Cannot resume 'first'") == true)
    }
    // It can still be resumed with the same settings; without `--resume` it is removed.
    #expect(FileManager.default.fileExists(atPath: folder.path + "/datasets/.first.partial"))
    _ = try RunExecution(other).run()
    #expect(try folder.everything == DatasetTests.files)
  }

  @Test("another build of the program cannot resume a run")
  func rebuilt() throws {
    _ = interrupt(request(), after: 2)
    try change(SnapshotWriter.name) { kept in
      let mark = kept.range(of: Data(Machine.programMark.utf8))
      kept.replaceSubrange(mark!, with: Data(String(Machine.programMark.reversed()).utf8))
    }
    let error = #expect(throws: RunError.self) { _ = try resumed(request()) }
    #expect(error?.description.contains("has another scenario, seed or program") == true)
  }

  @Test("'--resume' without an interrupted run starts a new one")
  func nothing() throws {
    let expected = try uninterrupted()
    _ = try resumed(request())
    #expect(try bytes() == expected)
    let error = #expect(throws: RunError.self) { _ = try resumed(request()) }
    #expect(error?.description.contains("it exists already") == true)
  }

  /// The files after a process was killed between its last renames.
  enum Moment: CaseIterable {
    case beforeResults, beforeManifest
  }

  @Test(
    "a run killed between its last renames leaves no complete output",
    arguments: Moment.allCases, [false, true])
  func lastRenames(_ moment: Moment, resumes: Bool) throws {
    _ = try RunExecution(request()).run()
    let expected = try bytes()
    let manager = FileManager.default
    let dataset = folder.path + "/datasets/first"
    try manager.moveItem(
      atPath: dataset + "/manifest.json", toPath: dataset + "/.manifest.json")
    if moment == .beforeResults {
      try manager.moveItem(
        atPath: folder.path + "/results/first", toPath: folder.path + "/results/.first.partial")
    }
    if resumes { _ = try resumed(request()) } else { _ = try RunExecution(request()).run() }
    #expect(try bytes() == expected)
    #expect(try folder.everything == DatasetTests.files)
  }
}
