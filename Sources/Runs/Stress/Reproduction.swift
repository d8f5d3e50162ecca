public import Base
import Environment
public import JSONText
public import Plans
import Properties
import SQLiteStores
import Scenarios

/// A failing plan with its failure and its origin: all that one needs to reproduce the failure,
/// without the population that it was found with.
public struct Reproduction: Sendable {
  /// The format. Version 1 did not name the sources of the program that wrote it; version 3 may
  /// name the version of SQLite.
  public static let format = FormatVersion(
    "reproduction", 3, oldest: 1, remedy: "find the failure again with 'shakeout stress'")

  /// The program that wrote it.
  public var program: ProgramIdentity
  public var signature: Signature
  /// What was drawn where the failure was found: the scenario, the seed, the settings of the fault
  /// kinds, and the digest of the swarm file.
  public var origin: Origin
  public var plan: Plan
  /// The version of SQLite that it was found with, if replicas and server rested on it.
  public var sqlite: String?

  /// Where a reproduction was found.
  public struct Origin: Sendable, Equatable {
    public var scenario: String
    public var seed: UInt64
    public var settings: [String]
    public var swarm: String

    public init(scenario: String, seed: UInt64, settings: [String], swarm: String) {
      self.scenario = scenario
      self.seed = seed
      self.settings = settings
      self.swarm = swarm
    }
  }

  public init(program: ProgramIdentity, signature: Signature, origin: Origin, plan: Plan) {
    self.program = program
    self.signature = signature
    self.origin = origin
    self.plan = plan
  }

  // MARK: Writing

  /// "repro-p5-17.json".
  public static func fileName(_ signature: Signature, seed: UInt64) -> String {
    "repro-\(signature.property.id.lowercased())-\(seed).json"
  }

  /// The text: an object with one line for each line of the plan.
  public var text: String {
    let line = JSONWriter(.compact)
    let head: [(String, JSONNode)] = [
      ("reproduction", .integer(Self.format.current)), ("program", .string(program.version)),
      ("commit", .string(program.commit)), ("sources", .string(program.sources)),
      ("property", .string(signature.property.id)), ("description", .string(signature.what)),
      ("scenario", .string(origin.scenario)), ("seed", .integer(origin.seed)),
      ("swarm", .string(origin.swarm)),
      ("settings", .array(origin.settings.map { .string($0) })),
    ]
    let library: [(String, JSONNode)] =
      plan.scenario.storage.kind == .sqlite ? [("sqlite", .string(SQLiteLibrary.version))] : []
    let lines = (head + library).map { "\"\($0.0)\": \(line.text($0.1)),\n" }.joined()
    let plan = PlanWriter(texts: plan.texts)
      .text(of: plan, program: program).split(separator: 10)
      .map { String(decoding: $0, as: UTF8.self) }
    return "{\n" + lines + "\"plan\": [\n" + plan.joined(separator: ",\n") + "\n]\n}\n"
  }

  // MARK: Reading

  /// The reproduction in a text, or an error sentence with its position.
  public init(reading bytes: [UInt8]) throws(ReproductionError) {
    var reader = ReproductionReader()
    try reader.append(bytes[...])
    self = try reader.finish()
  }
}

/// What is wrong with a reproduction, as a sentence with its position and what is allowed.
public struct ReproductionError: Error, Equatable, Sendable, CustomStringConvertible {
  public var position: JSONPosition?
  public var what: String

  public init(_ what: String, at position: JSONPosition?) {
    self.what = what
    self.position = position
  }

  /// "12:3: …"; a caller who knows the file's name puts it in front.
  public var description: String { (position.map { "\($0): " } ?? "") + what }
}
