public import Base
public import JSONText

/// A failing plan of an engine, the command that starts the engine, and how it failed: all that
/// `shakeout replay` needs.
public struct EngineReproduction: Sendable {
  /// The format.
  public static let format = FormatVersion(
    "engine reproduction", 2, oldest: 1,
    remedy: "find the failure again with 'shakeout stress --engine'")

  public var program: ProgramIdentity
  /// The command that starts the adapter.
  public var command: String
  /// The folder in which the failure was found, as an absolute path: relative paths in the commands
  /// are relative to it.
  public var directory: String?
  /// How long a reply of the adapter may take.
  public var callSeconds = EngineStressRequest.defaultCallSeconds
  /// The name and version of the engine.
  public var engine: String
  public var engineVersion: String
  public var signature: EngineSignature
  /// The property that it is reported as: that of the fault without which it does not fail.
  public var property: EngineProperty
  public var seed: UInt64
  public var plan: EnginePlan
  /// The server, if it ran in real time.
  public var realTime: EngineRealTime?
  /// How often it failed again when it was found, in real time.
  public var repeats: EngineRepeats?

  /// The file's name, such as "repro-counter-exactness-17.json".
  public var fileName: String { "repro-\(property.rawValue)-\(seed).json" }

  /// The text: an object with a line for each member, delivery and step.
  public var text: String {
    let line = JSONWriter(.compact)
    let head: [(String, JSONNode)] =
      [
        ("engineReproduction", .integer(Self.format.current)),
        ("program", .string(program.version)),
        ("commit", .string(program.commit)), ("sources", .string(program.sources)),
        ("command", .string(command)),
      ] + (directory.map { [("directory", .string($0))] } ?? []) + [
        ("callSeconds", .number(callSeconds)), ("engine", .string(engine)),
        ("engineVersion", .string(engineVersion)), ("property", .string(property.rawValue)),
        ("violated", .string(signature.property.rawValue)),
        ("description", .string(signature.what)),
        ("seed", .integer(seed)),
      ] + (realTime.map { [("realTime", $0.json(repeats))] } ?? [])
    var text = "{\n" + head.map { "\"\($0.0)\": \(line.text($0.1)),\n" }.joined() + "\"plan\": {\n"
    let members = plan.json.members ?? []
    text += members.map { member in
      if let elements = member.node.elements, !elements.isEmpty {
        let lines = elements.map { line.text($0) }.joined(separator: ",\n")
        return "\"\(member.key)\": [\n\(lines)\n]"
      }
      return "\"\(member.key)\": \(line.text(member.node))"
    }.joined(separator: ",\n")
    return text + "\n}\n}\n"
  }

  /// Whether a text is such a file, well formed or not.
  public static func isStart(of bytes: [UInt8]) -> Bool {
    String(decoding: bytes.prefix(200), as: UTF8.self).contains("\"engineReproduction\"")
  }

  /// The reproduction in a text, or an error sentence with its position.
  public init(reading bytes: [UInt8]) throws(EngineReproductionError) {
    let node: JSONNode
    do {
      node = try JSONReader().read(bytes)
    } catch {
      throw EngineReproductionError(error.sentence, at: error.position)
    }
    let reader = try EngineNodeReader(
      node,
      [
        "engineReproduction", "program", "commit", "sources", "command", "directory",
        "callSeconds", "engine", "engineVersion", "property", "violated", "description", "seed",
        "realTime", "plan",
      ])
    let version = try reader.number("engineReproduction", Int.self, 0...Int.max)
    if let refusal = Self.format.refusal(of: version, writtenBy: node["program"]?.string) {
      throw EngineReproductionError(refusal, at: node["engineReproduction"]?.position)
    }
    program = ProgramIdentity(
      version: try reader.text("program"), commit: try reader.text("commit"),
      sources: try reader.text("sources"))
    command = try reader.text("command")
    if node["directory"] != nil { directory = try reader.text("directory") }
    if node["callSeconds"] != nil { callSeconds = try reader.seconds("callSeconds") }
    engine = try reader.text("engine")
    engineVersion = try reader.text("engineVersion")
    property = try Self.property(reader, "property")
    signature = EngineSignature(
      try Self.property(reader, "violated"), try reader.text("description"))
    seed = try reader.number("seed", UInt64.self, 0...UInt64.max)
    plan = try EnginePlan(try reader.node("plan"))
    guard let node = node["realTime"] else { return }
    let (realTime, repeats) = try EngineRealTime.read(node)
    self.realTime = realTime
    self.repeats = repeats
  }

  /// What runs its engine again as it ran: the same command in the same folder, with the same time
  /// for a reply. Where that folder is not there, the command runs in the current one.
  var request: EngineStressRequest {
    var request = EngineStressRequest(command: command)
    request.folder = directory.flatMap { EngineCommandFolder.exists($0) ? $0 : nil }
    request.callSeconds = callSeconds
    request.realTime = realTime
    request.realTime?.folder = request.folder
    return request
  }

  /// That the folder is gone in which the commands ran, as a sentence; nil if it is there.
  public var folderRemark: String? {
    guard let directory, !EngineCommandFolder.exists(directory) else { return nil }
    return "There is no folder '\(directory)' here, in which this failure was found: its commands "
      + "run in the current folder."
  }

  private static func property(
    _ reader: EngineNodeReader, _ name: String
  ) throws(EngineReproductionError) -> EngineProperty {
    let text = try reader.text(name)
    guard let property = EngineProperty(rawValue: text) else {
      let known = EngineProperty.allCases.map(\.rawValue)
      let near = nearest(to: text, in: known).map { "; did you mean '\($0)'?" } ?? ""
      throw EngineReproductionError(
        "'\(name)' is '\(text)'; allowed: \(known.joined(separator: ", "))\(near)",
        at: try reader.node(name).position)
    }
    return property
  }

  /// Of a failure that a request for a stress run has found.
  init(
    of request: EngineStressRequest, hello: EngineHello, signature: EngineSignature,
    property: EngineProperty, seed: UInt64, plan: EnginePlan
  ) {
    program = request.program
    command = request.command
    directory = request.folder ?? EngineCommandFolder.current
    callSeconds = request.callSeconds
    engine = hello.name
    engineVersion = hello.version
    self.signature = signature
    self.property = property
    self.seed = seed
    self.plan = plan
  }
}

/// What is wrong with a reproduction, as a sentence with its position and what is allowed.
public struct EngineReproductionError: Error, Equatable, Sendable, CustomStringConvertible {
  public var position: JSONPosition?
  public var what: String

  init(_ what: String, at position: JSONPosition?) {
    self.what = what
    self.position = position
  }

  /// "12:3: …"; a caller who knows the file's name puts it in front.
  public var description: String { (position.map { "\($0): " } ?? "") + what }
}
