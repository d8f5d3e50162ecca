import Base
import Chronology
import JSONText
import Parquet
import Population
public import Scenarios
import SystemLibrary

/// What the shards of one run must agree on, for the batches of different processes to be put
/// together to the bytes of one.
public struct ShardIdentity: Sendable {
  /// The format of shard files; a program reads its own only, as all other parts of the identity
  /// are of one program too.
  static let format = 2

  /// Every parameter of the run, its seed among them.
  public let scenario: Scenario
  /// The SHA-256 of those parameters.
  let scenarioHash: String
  /// The SHA-256 of the program's file: another build may simulate otherwise.
  let programHash: String
  /// The version of libzstd: another one may compress the same rows to other bytes.
  let compression: String
  /// The digest folds communities to batches and batches to the run.
  let personDaysPerBatch: Int
  public let batchCount: Int
  let recordsBias: Bool
  let checksEveryScope: Bool
  let recordedPlan: PlanRecording

  init(_ request: RunRequest, batchCount: Int) {
    scenario = request.scenario
    scenarioHash = Self.hash(of: request.scenario.json)
    programHash = Self.ofThisProgram
    compression = Zstd.libraryVersion
    personDaysPerBatch = request.personDaysPerBatch
    self.batchCount = batchCount
    recordsBias = request.recordsBias
    checksEveryScope = request.checksEveryScope
    recordedPlan = request.recordedPlan
  }

  /// The SHA-256 of every parameter of a resolved scenario.
  static func hash(of scenario: JSONNode) -> String {
    JSONWriter(.compact).bytes(scenario).withUnsafeBytes { SHA256.hexadecimal(of: $0) }
  }

  private struct Unreadable: Error {}

  /// The SHA-256 of the file of this program, read once.
  static let ofThisProgram: String = {
    var hash = SHA256()
    do throws(Unreadable) {
      guard let path = HostSystem.programPath else { throw Unreadable() }
      try FileSource.read(
        path, InputLimit(mebibytes: 4_096, "programs"), cannotRead: { _ in Unreadable() },
        take: { (part) throws(Unreadable) in part.withUnsafeBytes { hash.update($0) } })
    } catch {
      return "unknown"
    }
    return Hexadecimal.text(hash.finish())
  }()

  // MARK: JSON

  var json: JSONNode {
    [
      "format": .integer(Self.format), "program": .string(programHash),
      "zstd": .string(compression), "personDaysPerBatch": .integer(personDaysPerBatch),
      "batches": .integer(batchCount), "bias": .boolean(recordsBias),
      "checksEveryScope": .boolean(checksEveryScope),
      "plan": .string(recordedPlan.rawValue), "scenarioHash": .string(scenarioHash),
      "scenario": scenario.json,
    ]
  }

  /// Reads an identity; throws a sentence about `source` if it is none of this format.
  init(_ json: JSONNode, in source: String) throws(ShardError) {
    guard let format = json["format"]?.integer() else {
      throw ShardError("\(source) is not what 'shakeout shard' writes: it has no 'format'.")
    }
    guard format == Self.format else {
      throw ShardError(
        "\(source) has format \(format) of shards, and this program reads format \(Self.format).")
    }
    guard let program = json["program"]?.string, let zstd = json["zstd"]?.string,
      let perBatch = json["personDaysPerBatch"]?.integer(), perBatch > 0,
      let batches = json["batches"]?.integer(), batches >= 0, let bias = json["bias"]?.boolean,
      let checksAll = json["checksEveryScope"]?.boolean,
      let plan = json["plan"]?.string.flatMap(PlanRecording.init(rawValue:)),
      let hash = json["scenarioHash"]?.string, let node = json["scenario"]
    else { throw ShardError("\(source) lacks a part of the identity of its run.") }
    scenario = try Self.scenario(node, in: source)
    guard hash == Self.hash(of: scenario.json) else {
      throw ShardError("\(source) has a scenario that is not the one of its hash.")
    }
    (scenarioHash, programHash, compression) = (hash, program, zstd)
    (personDaysPerBatch, batchCount) = (perBatch, batches)
    (recordsBias, checksEveryScope, recordedPlan) = (bias, checksAll, plan)
  }

  private static func scenario(
    _ node: JSONNode, in source: String
  ) throws(ShardError) -> Scenario {
    let bytes = Array(JSONWriter(.pretty).text(node).utf8)
    let resolver = ScenarioResolver(zoneNames: Zone.allNames) { (_, _) throws(ScenarioError) in
      ScenarioFile(displayName: "the scenario in \(source)", bytes: bytes)
    }
    do throws(ScenarioErrors) {
      return try resolver.resolve("the scenario in \(source)")
    } catch {
      throw ShardError("\(error)")
    }
  }

  // MARK: Agreement

  /// Throws if this program would give other bytes than the one that the identity names.
  func checkProgram(in source: String) throws(ShardError) {
    guard programHash == Self.ofThisProgram, programHash != "unknown" else {
      throw ShardError(
        "\(source) is of another program: its SHA-256 begins with '\(programHash.prefix(12))', and "
          + "that of this one with '\(Self.ofThisProgram.prefix(12))'. Use one program for all.")
    }
    guard compression == Zstd.libraryVersion else {
      throw ShardError(
        "\(source) was compressed with libzstd \(compression), and this program uses "
          + "\(Zstd.libraryVersion), which may give other bytes. Use one version for all.")
    }
  }

  /// What differs from the identity of another shard, in words; nil if they are of one run.
  func difference(from first: ShardIdentity) -> String? {
    let values: [(name: String, other: String, first: String)] = [
      ("scenario", scenario.name, first.scenario.name),
      ("seed", "\(scenario.seed)", "\(first.scenario.seed)"),
      ("number of people", "\(scenario.people)", "\(first.scenario.people)"),
      ("number of days", "\(scenario.days)", "\(first.scenario.days)"),
      ("program", programHash, first.programHash),
      ("version of libzstd", compression, first.compression),
      ("number of person-days in a batch", "\(personDaysPerBatch)", "\(first.personDaysPerBatch)"),
      ("number of batches", "\(batchCount)", "\(first.batchCount)"),
      ("recorded bias", "\(recordsBias)", "\(first.recordsBias)"),
      ("check of every scope", "\(checksEveryScope)", "\(first.checksEveryScope)"),
      ("recorded plan", "\(recordedPlan)", "\(first.recordedPlan)"),
      ("hash of the scenario", scenarioHash, first.scenarioHash),
    ]
    return values.first { $0.other != $0.first }.map {
      "its \($0.name) is '\($0.other)', and that of the first shard is '\($0.first)'"
    }
  }
}
