import Datasets
import Foundation
import Population
import Scenarios
import Reporting
import Synchronization
import Testing

@testable import RunPipeline

@Suite("A run that was interrupted goes on, and ends in the same bytes")
struct ResumeTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// A run of several batches, of which each is written down.
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

  /// What a run has left, but for what it cost.
  private func bytes(of name: String = "first") throws -> [String: Data] {
    var bytes: [String: Data] = [:]
    for path in try folder.everything where path.contains("/\(name)/") {
      guard !path.hasSuffix("/run.json") else { continue }
      bytes[path] = try folder.bytes(path)
    }
    return bytes
  }

  /// The bytes of a run that nobody interrupts, which is gone afterwards.
  private func uninterrupted(recordsBias: Bool = false) throws -> [String: Data] {
    _ = try RunExecution(request(recordsBias: recordsBias)).run()
    let bytes = try bytes()
    try FileManager.default.removeItem(atPath: folder.path + "/datasets")
    try FileManager.default.removeItem(atPath: folder.path + "/results")
    return bytes
  }

  /// Stops a run when so many batches are over; returns the sentence that it ends with.
  private func interrupt(_ request: RunRequest, after batches: Int) -> String? {
    let taken = Atomic(0)
    let error = #expect(throws: RunError.self) {
      _ = try RunExecution(request) { taken.load(ordering: .relaxed) >= batches }.run { _ in
        taken.add(1, ordering: .relaxed)
      }
    }
    return error?.description
  }

  @Test("wherever it was stopped", arguments: [1, 2, 3])
  func stopped(after batches: Int) throws {
    let expected = try uninterrupted()
    let sentence = interrupt(request(), after: batches)
    #expect(
      sentence == "Interrupted: what was finished was kept, and '--resume' goes on from there.")
    #expect(try folder.everything.allSatisfy { !$0.contains("/first") })
    _ = try resumed(request())
    #expect(try bytes() == expected)
    #expect(try folder.everything == DatasetTests.files)
  }

  @Test("stopped again and again, with a ledger")
  func stoppedOften() throws {
    let expected = try uninterrupted(recordsBias: true)
    var request = request(recordsBias: true)
    _ = interrupt(request, after: 1)
    request.resumes = true
    _ = interrupt(request, after: 1)
    _ = interrupt(request, after: 1)
    let outcome = try RunExecution(request).run()
    #expect(try bytes() == expected)
    // What the processes before it took is told as well.
    #expect(outcome.performance.seconds > 0)
  }

  /// What lies there when a process is killed as so many batches are over.
  private func killed(after batches: Int, _ request: RunRequest) throws {
    let partial = folder.path + "/datasets/.first.partial"
    let copy = folder.path + "/copy"
    var taken = 0
    _ = try RunExecution(request).run { _ in
      taken += 1
      // The next call comes when the batch before has been written down.
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

  @Test("wherever it was killed, and with whatever had not been written down", arguments: [1, 3])
  func killed(after batches: Int) throws {
    let expected = try uninterrupted()
    try killed(after: batches, request())
    try change("person_days.parquet") { $0.append(Data(repeating: 7, count: 1_000)) }
    _ = try resumed(request())
    #expect(try bytes() == expected)
    #expect(try folder.everything == DatasetTests.files)
  }

  @Test("begun anew where a file or what was written down is not what it was")
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

  @Test("and lives only what is left to live")
  func livesTheRest() throws {
    var counted = request()
    counted.threads = 1
    let all = try asked(by: counted)
    try FileManager.default.removeItem(atPath: folder.path + "/datasets")
    try FileManager.default.removeItem(atPath: folder.path + "/results")
    _ = interrupt(counted, after: 3)
    counted.resumes = true
    #expect(try asked(by: counted) < all - 2)
  }

  /// How often a run asks whether it is to stop, which it does before each community.
  private func asked(by request: RunRequest) throws -> Int {
    let asked = Atomic(0)
    _ = try RunExecution(request) {
      asked.add(1, ordering: .relaxed)
      return false
    }.run()
    return asked.load(ordering: .relaxed)
  }

  @Test("only as what it was: another scenario, or a ledger more, is told")
  func other() throws {
    _ = interrupt(request(), after: 2)
    var other = request()
    other.scenario.seed += 1
    for request in [other, request(recordsBias: true)] {
      let error = #expect(throws: RunError.self) { _ = try resumed(request) }
      #expect(error?.description.hasPrefix("Cannot go on with 'first'") == true)
    }
    // It is still there for who asks for the same; without `--resume` it is gone.
    #expect(FileManager.default.fileExists(atPath: folder.path + "/datasets/.first.partial"))
    _ = try RunExecution(other).run()
    #expect(try folder.everything == DatasetTests.files)
  }

  @Test("and only by the program that began it, for another may live the rest otherwise")
  func rebuilt() throws {
    _ = interrupt(request(), after: 2)
    try change(SnapshotWriter.name) { kept in
      let mark = kept.range(of: Data(Machine.programMark.utf8))
      kept.replaceSubrange(mark!, with: Data(String(Machine.programMark.reversed()).utf8))
    }
    let error = #expect(throws: RunError.self) { _ = try resumed(request()) }
    #expect(error?.description.contains("of another scenario, seed or program") == true)
  }

  @Test("with nothing to go on from it is a run as any other")
  func nothing() throws {
    let expected = try uninterrupted()
    _ = try resumed(request())
    #expect(try bytes() == expected)
    let error = #expect(throws: RunError.self) { _ = try resumed(request()) }
    #expect(error?.description.contains("it exists already") == true)
  }

  /// What lies there when a process is killed between its last renames.
  enum Moment: CaseIterable {
    case beforeResults, beforeManifest
  }

  @Test(
    "killed between its last renames it leaves nothing that looks whole",
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
