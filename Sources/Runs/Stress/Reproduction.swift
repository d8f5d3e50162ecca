public import JSONText
public import Plans
import Properties

/// A plan that fails, with what fails in it and where it came from: all that somebody needs to see
/// a mistake again, without the population that has shown it.
public struct Reproduction: Sendable {
  /// The version of the form; another one is not read.
  public static let version = 1

  /// The program that wrote it.
  public var program: String
  public var signature: Signature
  /// What was drawn where it was found: the scenario, the seed, the kinds of trouble, and the
  /// digest of the file that they were drawn from.
  public var origin: Origin
  public var plan: Plan

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

  public init(program: String, signature: Signature, origin: Origin, plan: Plan) {
    self.program = program
    self.signature = signature
    self.origin = origin
    self.plan = plan
  }

  // MARK: Writing

  /// The text: an object, in which each line of the plan has a line of its own.
  public var text: String {
    let line = JSONWriter(.compact)
    let head: [(String, JSONNode)] = [
      ("reproduction", .integer(Self.version)), ("program", .string(program)),
      ("property", .string(signature.property.id)), ("what", .string(signature.what)),
      ("scenario", .string(origin.scenario)), ("seed", .integer(origin.seed)),
      ("swarm", .string(origin.swarm)),
      ("settings", .array(origin.settings.map { .string($0) })),
    ]
    let lines = head.map { "\"\($0.0)\": \(line.text($0.1)),\n" }.joined()
    let plan = PlanWriter(texts: plan.texts)
      .text(of: plan, programVersion: program).split(separator: 10)
      .map { String(decoding: $0, as: UTF8.self) }
    return "{\n" + lines + "\"plan\": [\n" + plan.joined(separator: ",\n") + "\n]\n}\n"
  }

  // MARK: Reading

  /// The reproduction that a file holds, or a sentence with its place.
  public init(reading bytes: [UInt8]) throws(ReproductionError) {
    let root: JSONNode
    do {
      root = try JSONReader().read(bytes)
    } catch {
      throw ReproductionError(error.sentence, at: error.position)
    }
    guard let version = root["reproduction"]?.integer(as: Int.self) else {
      throw ReproductionError(
        "this is no reproduction: it has no 'reproduction'", at: root.position)
    }
    guard version == Self.version else {
      throw ReproductionError(
        "this reproduction is of version \(version); this program reads \(Self.version)",
        at: root["reproduction"]?.position)
    }
    program = try Self.text("program", root)
    let id = try Self.text("property", root)
    guard let property = Property.allCases.first(where: { $0.id == id }) else {
      let known = Property.allCases.map(\.id).joined(separator: ", ")
      throw ReproductionError(
        "'property' is '\(id)'; allowed: \(known)", at: root["property"]?.position)
    }
    signature = Signature(property, try Self.text("what", root))
    origin = Origin(
      scenario: try Self.text("scenario", root), seed: root["seed"]?.integer(as: UInt64.self) ?? 0,
      settings: root["settings"]?.elements?.compactMap(\.string) ?? [],
      swarm: try Self.text("swarm", root))
    guard let lines = root["plan"]?.elements, !lines.isEmpty else {
      throw ReproductionError("'plan' is missing; allowed: the lines of a plan", at: root.position)
    }
    plan = try Self.plan(lines)
  }

  private static func plan(_ lines: [JSONNode]) throws(ReproductionError) -> Plan {
    let writer = JSONWriter(.compact)
    let text = lines.map { writer.bytes($0) }.joined(separator: [10])
    var reader = PlanReader(Array(text))
    do {
      return try reader.read()
    } catch {
      let line = lines.indices.contains(error.line - 1) ? lines[error.line - 1] : lines[0]
      throw ReproductionError(error.what, at: line.position)
    }
  }

  private static func text(_ key: String, _ root: JSONNode) throws(ReproductionError) -> String {
    if let text = root[key]?.string { return text }
    throw ReproductionError("'\(key)' is missing; allowed: a text", at: root.position)
  }
}

/// What is wrong with a reproduction, as a sentence that says where and what would be right.
public struct ReproductionError: Error, Equatable, Sendable, CustomStringConvertible {
  public var position: JSONPosition?
  public var what: String

  init(_ what: String, at position: JSONPosition?) {
    self.what = what
    self.position = position
  }

  /// "12:3: …"; whoever knows the file's name puts it in front.
  public var description: String { (position.map { "\($0): " } ?? "") + what }
}
