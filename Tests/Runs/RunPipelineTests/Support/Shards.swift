import Base
import Foundation
import JSONText
import Population
import Scenarios
import TestKit

@testable import RunPipeline

/// Shards of small runs, and what is assembled of them.
enum Shards {
  /// A run of several batches with rows in every table.
  static func request(in folder: TemporaryFolder, seed: UInt64 = 1) -> RunRequest {
    let scenario = SmallRun.scenario(people: 60, days: 12) {
      $0.seed = seed
      $0.metrics.recordSessions = true
      $0.metrics.recordEvents = .full
      $0.metrics.recordStates = true
      $0.activities.groupMemberFraction = 0.5
      $0.activities.notifiedFamilyFraction = 0.5
      $0.population.householdsPerCommunity = 2
    }
    var request = SmallRun.request(in: folder, scenario, name: "whole", threads: 2)
    request.personDaysPerBatch = 200
    return request
  }

  /// The files of the shards with these batches, as bytes.
  static func files(
    _ request: RunRequest, _ cuts: [Range<Int>], threads: Int = 2
  ) throws -> [[UInt8]] {
    let folder = try TemporaryFolder()
    var request = request
    request.threads = threads
    let execution = ShardExecution(request)
    return try cuts.map { batches in
      _ = try execution.run(batches, to: "\(folder.path)/shard")
      return Array(try folder.bytes("shard"))
    }
  }

  /// As many shards as there are batches, or some of equal size.
  static func cuts(of request: RunRequest, batches size: Int) -> [Range<Int>] {
    let count = ShardExecution(request).identity.batchCount
    return stride(from: 0, to: count, by: size).map { $0..<min($0 + size, count) }
  }

  /// Assembles a stream of shards to a run with the name "assembled".
  static func assemble(
    _ stream: [UInt8], in folder: TemporaryFolder, record: String? = nil
  ) throws -> RunOutcome {
    let source = try TemporaryFolder()
    let path = "\(source.path)/stream"
    try Data(stream).write(to: URL(filePath: path))
    let descriptor = open(path, O_RDONLY)
    defer { close(descriptor) }
    let shards = try ShardStream(descriptor, isStopped: { false })
    let request = RunRequest(
      of: shards.identity, threads: 1, out: folder.path, name: "assembled", force: true,
      record: record.map { RunRequest.Record(path: $0, includesDeliveries: false) },
      program: .unstated)
    return try RunExecution(request, assembling: shards).run()
  }

  /// How many families and groups the summary of a run counts, and how many were checked at each
  /// step.
  static func checkedScopes(
    of name: String, in folder: TemporaryFolder
  ) throws -> (count: Int, atEachStep: Int) {
    let summary = try JSONReader().read(Array(try folder.bytes("results/\(name)/summary.json")))
    let scopes = summary["checkedScopes"]
    return (scopes?["count"]?.integer() ?? 0, scopes?["atEachStep"]?.integer() ?? 0)
  }

  /// The files of a run by their names, without its performance.
  static func bytes(of name: String, in folder: TemporaryFolder) throws -> [String: Data] {
    var bytes: [String: Data] = [:]
    for path in try folder.everything where path.contains("/\(name)/") {
      guard !path.hasSuffix("/run.json") else { continue }
      bytes[path.replacing("/\(name)/", with: "/")] = try folder.bytes(path)
    }
    return bytes
  }
}
