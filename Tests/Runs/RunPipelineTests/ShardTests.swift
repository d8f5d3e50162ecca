import Base
import Chronology
import Datasets
import Foundation
import JSONText
import Parquet
import Population
import Properties
import Scenarios
import Simulator
import TestKit
import Testing

@testable import RunPipeline

@Suite("Shards of a run")
struct ShardTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Runs a request as a whole and in shards, and compares every file.
  private func expectEqual(_ request: RunRequest, batches: Int, threads: Int = 1) throws {
    let whole = try RunExecution(request).run()
    let cuts = Shards.cuts(of: request, batches: batches)
    #expect(cuts.count > 1)
    let stream = try Shards.files(request, cuts, threads: threads).flatMap(\.self)
    let assembled = try Shards.assemble(stream, in: folder)
    let expected = try Shards.bytes(of: "whole", in: folder)
    #expect(expected.count > 15)
    let found = try Shards.bytes(of: "assembled", in: folder)
    #expect(Set(found.keys) == Set(expected.keys))
    for (path, data) in expected { #expect(found[path] == data, "\(path)") }
    #expect(assembled.report == whole.report)
    #expect(assembled.violations == whole.violations)
    #expect(assembled.steps == whole.steps && assembled.steps > 0)
  }

  @Test("the format of shards is the recorded one")
  func format() throws {
    let file = try #require(
      try Shards.files(Shards.request(in: folder), [0..<1]).first)
    let marks = [ShardFormat.headerMark, ShardFormat.frameMark, ShardFormat.trailerMark]
    #expect(file.starts(with: ShardFormat.headerMark))
    let length = file.dropFirst(ShardFormat.markBytes).prefix(8).reversed()
      .reduce(0) { $0 << 8 | Int($1) }
    let header = try JSONReader().read(
      Array(file.dropFirst(ShardFormat.markBytes + 8).prefix(length)))
    let record = FormatRecord(
      "shard", ShardIdentity.format, at: "Sources/Runs/RunPipeline/Shards/ShardIdentity.swift",
      marks.map { "part \(String(decoding: $0, as: UTF8.self))" }
        + header.keyPaths(maps: ["run.scenario"]).map { "header: \($0)" }
        + DatasetTable.ofCommunities.map { "rows of \($0.schema.name)" })
    #expect(try record.problem() == nil)
  }

  @Test(
    "any cut and any number of threads give the bytes of one process",
    arguments: [(1, 1), (2, 3), (3, 1)])
  func equal(batches: Int, threads: Int) throws {
    try expectEqual(Shards.request(in: folder), batches: batches, threads: threads)
  }

  @Test("the causes of bias are carried")
  func bias() throws {
    var request = Shards.request(in: folder)
    request.recordsBias = true
    try expectEqual(request, batches: 2)
  }

  @Test("the shards of a large run check the same families and groups as the whole")
  func sample() throws {
    var request = Shards.request(in: folder)
    (request.scenario.people, request.scenario.days) = (300, 2)
    request.personDaysPerBatch = 60
    try expectEqual(request, batches: 3)
    let scopes = try Shards.checkedScopes(of: "assembled", in: folder)
    #expect(scopes.atEachStep > 2 && scopes.atEachStep < scopes.count / 3)
    request.checksEveryScope = true
    request.force = true
    try expectEqual(request, batches: 3)
    let all = try Shards.checkedScopes(of: "assembled", in: folder)
    #expect(all.atEachStep == scopes.count && all.count == scopes.count)
  }

  @Test("another seed, policy and size of communities give equal bytes too")
  func otherScenarios() throws {
    var request = Shards.request(in: folder, seed: 7)
    request.scenario.population.householdsPerCommunity = 1
    request.scenario.sync.choosePolicy("arrival-wins")
    request.scenario.installs.reinstallsPerDeviceYear = 12
    try expectEqual(request, batches: 2)
  }

  @Test("a run of one batch and one without people in its last batches are assembled")
  func small() throws {
    var request = Shards.request(in: folder)
    request.personDaysPerBatch = 1_000_000
    _ = try RunExecution(request).run()
    let stream = try Shards.files(request, [0..<1]).flatMap(\.self)
    _ = try Shards.assemble(stream, in: folder)
    #expect(
      try Shards.bytes(of: "assembled", in: folder) == Shards.bytes(of: "whole", in: folder))
  }

  @Test("a shard without batches changes nothing")
  func empty() throws {
    let request = Shards.request(in: folder)
    _ = try RunExecution(request).run()
    let count = ShardExecution(request).identity.batchCount
    let stream = try Shards.files(request, [0..<0, 0..<2, 2..<2, 2..<count, count..<count])
    _ = try Shards.assemble(stream.flatMap(\.self), in: folder)
    #expect(
      try Shards.bytes(of: "assembled", in: folder) == Shards.bytes(of: "whole", in: folder))
  }

  @Test("the plan is carried, with and without deliveries", arguments: [false, true])
  func plan(includesDeliveries: Bool) throws {
    var request = Shards.request(in: folder)
    request.record = RunRequest.Record(
      path: "\(folder.path)/whole.plan", includesDeliveries: includesDeliveries)
    _ = try RunExecution(request).run()
    let stream = try Shards.files(request, Shards.cuts(of: request, batches: 2)).flatMap(\.self)
    _ = try Shards.assemble(stream, in: folder, record: "\(folder.path)/assembled.plan")
    #expect(try folder.bytes("assembled.plan") == folder.bytes("whole.plan"))
    #expect(try folder.bytes("whole.plan").count > 10_000)
  }

  @Test("the same batches give the same file, with any number of threads")
  func repeated() throws {
    let request = Shards.request(in: folder)
    let cuts = Shards.cuts(of: request, batches: 4)
    #expect(
      try Shards.files(request, cuts, threads: 1) == Shards.files(request, cuts, threads: 3))
  }

  @Test("violations are carried with all that is known of them")
  func violations() throws {
    var violation = Violation(
      .convergence, at: .init(milliseconds: 1_767_571_200_000), scope: 12, site: 3, sequence: 70,
      what: "two copies differ", expected: "a", found: nil)
    violation.group = 8
    violation.step = 1 << 63
    var totals = SimulationTotals()
    totals.violations = [violation]
    totals.violationCounts = [.convergence: 500, .lostUpdate: 1]
    totals.checks = [.caps: .max, .logFold: 3]
    totals.digest = .init(first: .max, second: 1)
    let scenario = Shards.request(in: folder).scenario
    var observer = BatchObserver(
      scenario, keeping: ObserverOptions(clusters: HouseholdClusters(scenario)))
    let frame = BatchFrame(totals: totals, batch: try observer.conclude())
    let read = try BatchFrame(try frame.payload())
    #expect(read.totals.violations == [violation])
    #expect(read.totals.violationCounts == totals.violationCounts)
    #expect(read.totals.checks == totals.checks && read.totals.digest == totals.digest)
  }

  @Test("a job gives another process the same run")
  func job() throws {
    var request = Shards.request(in: folder)
    request.recordsBias = true
    request.recordedPlan = .stepsAndDeliveries
    let execution = ShardExecution(request)
    let job = Array(execution.job.utf8)
    let read = try ShardExecution.request(
      ofJob: job, named: "job.json", threads: 3, program: .unstated)
    #expect(ShardExecution(read).job == execution.job)
    #expect(read.scenario.json == request.scenario.json && read.threads == 3)
    let damaged = execution.job.replacing("\"people\": 60", with: "\"people\": 61")
    let error = #expect(throws: ShardError.self) {
      _ = try ShardExecution.request(
        ofJob: Array(damaged.utf8), named: "job.json", threads: 3, program: .unstated)
    }
    #expect(error?.description == "job.json has a scenario that is not the one of its hash.")
  }
}
