import Base
import JSONText
import Plans
import Properties

/// Reads a reproduction. Any text gives a reproduction, or an error sentence with its position.
///
/// The text arrives in parts. Each member of the object and each line of the plan is read as soon
/// as it is complete, so that memory holds the plan but no tree of the whole text, and that an
/// endless text ends at its first mistake.
public struct ReproductionReader {
  private enum Place {
    case beforeStart, members, plan, afterEnd
  }

  /// A member or a line has at most so many bytes.
  private static let pieceByteCountMax = 16 << 20

  private var plan = PlanReader()
  private var head = ReproductionHead()
  private var place = Place.beforeStart
  /// The member of the object or the line of the plan that is not complete yet.
  private var piece: [UInt8] = []
  private var pieceStart = JSONPosition(line: 1, column: 1)
  private var position = JSONPosition(line: 1, column: 1)
  /// How many lists and objects are open inside the piece.
  private var level = 0
  private var (isInText, isEscaped) = (false, false)
  /// How many lines the plan has; nil before it.
  private var lineCount: Int?
  /// Whether the member that ends next is the plan, which was already read.
  private var isPlanRead = false

  public init() {}

  /// Adds a part of the text.
  public mutating func append(_ part: ArraySlice<UInt8>) throws(ReproductionError) {
    for byte in part {
      try take(byte)
      if byte == Self.newline {
        position = JSONPosition(line: position.line + 1, column: 1)
      } else if byte & 0b1100_0000 != 0b1000_0000 {
        position.column += 1
      }
    }
  }

  /// The reproduction, at the end of the text.
  public func finish() throws(ReproductionError) -> Reproduction {
    guard place == .afterEnd else {
      throw ReproductionError(
        place == .beforeStart
          ? "this is not a reproduction: it is empty" : "expected '}', found the end of the text",
        at: position)
    }
    let found = try head.checked()
    guard let lineCount, lineCount > 0 else {
      throw ReproductionError(
        "'plan' is missing; allowed: the lines of a plan", at: JSONPosition(line: 1, column: 1))
    }
    var reader = plan
    do {
      var reproduction = Reproduction(
        program: found.program, signature: found.signature, origin: found.origin,
        plan: try reader.finish())
      reproduction.sqlite = found.sqlite
      return reproduction
    } catch {
      throw ReproductionError(error.what, at: pieceStart)
    }
  }

  // MARK: Bytes

  private static let newline = UInt8(ascii: "\n")

  private static func isBlank(_ byte: UInt8) -> Bool { [9, 10, 13, 32].contains(byte) }

  private mutating func take(_ byte: UInt8) throws(ReproductionError) {
    switch place {
    case .beforeStart:
      if Self.isBlank(byte) { return }
      guard byte == UInt8(ascii: "{") else {
        throw ReproductionError(
          "this is not a reproduction: it does not start with '{'", at: position)
      }
      place = .members
      begin()
    case .afterEnd:
      guard Self.isBlank(byte) else {
        throw ReproductionError("expected the end of the text", at: position)
      }
    case .members, .plan: try takeInside(byte)
    }
  }

  private mutating func takeInside(_ byte: UInt8) throws(ReproductionError) {
    if isInText {
      isInText = isEscaped || byte != UInt8(ascii: "\"")
      isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
      return try keep(byte)
    }
    switch byte {
    case UInt8(ascii: "\""): isInText = true
    case UInt8(ascii: ",") where level == 0: return try end(isLast: false)
    case UInt8(ascii: "}") where level == 0 && place == .members: return try end(isLast: true)
    case UInt8(ascii: "]") where level == 0 && place == .plan: return try end(isLast: true)
    case UInt8(ascii: "[") where level == 0 && place == .members && isKeyOfPlan:
      guard lineCount == nil else {
        throw ReproductionError("the key 'plan' appears twice", at: pieceStart)
      }
      (place, lineCount) = (.plan, 0)
      return begin()
    case UInt8(ascii: "["), UInt8(ascii: "{"): level += 1
    case UInt8(ascii: "]"), UInt8(ascii: "}"): level -= 1
    default: break
    }
    try keep(byte)
  }

  private mutating func keep(_ byte: UInt8) throws(ReproductionError) {
    guard piece.count < Self.pieceByteCountMax else {
      throw ReproductionError(
        "what begins here is longer than \(Self.pieceByteCountMax >> 20) MiB", at: pieceStart)
    }
    piece.append(byte)
  }

  /// A new piece starts behind this byte, a bracket or a comma.
  private mutating func begin() {
    piece = []
    (level, isInText, isEscaped) = (0, false, false)
    pieceStart = JSONPosition(line: position.line, column: position.column + 1)
  }

  private var isKeyOfPlan: Bool {
    piece.filter { !Self.isBlank($0) }.elementsEqual("\"plan\":".utf8)
  }

  // MARK: Pieces

  private mutating func end(isLast: Bool) throws(ReproductionError) {
    let isEmpty = piece.allSatisfy(Self.isBlank)
    switch place {
    case .plan:
      if !(isEmpty && isLast && lineCount == 0) { try readLine() }
      if isLast { (place, isPlanRead) = (.members, true) }
    default:
      if isPlanRead {
        guard isEmpty else { throw ReproductionError("expected ',' or '}'", at: pieceStart) }
        isPlanRead = false
      } else if !(isEmpty && isLast && head.isEmpty && lineCount == nil) {
        try readMember()
      }
      if isLast { place = .afterEnd }
    }
    begin()
  }

  private mutating func readMember() throws(ReproductionError) {
    let object = [UInt8(ascii: "{")] + piece + [UInt8(ascii: "}")]
    let node: JSONNode
    do {
      node = try JSONReader().read(object)
    } catch {
      throw ReproductionError(error.sentence, at: shifted(error.position, by: 2))
    }
    for member in node.members ?? [] {
      try head.add(member.key, member.node, at: shifted(member.node.position, by: 2))
    }
  }

  private mutating func readLine() throws(ReproductionError) {
    let node: JSONNode
    do {
      node = try JSONReader().read(piece)
    } catch {
      throw ReproductionError(error.sentence, at: shifted(error.position, by: 1))
    }
    lineCount = (lineCount ?? 0) + 1
    do {
      try plan.append(JSONWriter(.compact).bytes(node) + [Self.newline])
    } catch {
      throw ReproductionError(error.what, at: shifted(node.position, by: 1))
    }
  }

  /// A position in a piece, which starts in column `first`, as a position in the whole text.
  private func shifted(_ inside: JSONPosition?, by first: Int) -> JSONPosition {
    guard let inside else { return pieceStart }
    return JSONPosition(
      line: pieceStart.line + inside.line - 1,
      column: inside.line == 1 ? pieceStart.column + inside.column - first : inside.column)
  }
}

/// The members of a reproduction other than its plan.
private struct ReproductionHead {
  private static let keys = [
    "reproduction", "program", "commit", "sources", "property", "description", "scenario", "seed",
    "swarm", "settings", "sqlite",
  ]

  private var members: [String: (node: JSONNode, position: JSONPosition)] = [:]

  var isEmpty: Bool { members.isEmpty }

  /// Adds a member. Another format version is an error before anything of it is misread.
  mutating func add(
    _ key: String, _ node: JSONNode, at position: JSONPosition
  ) throws(ReproductionError) {
    if key == "what" {
      throw ReproductionError("'what' is now called 'description'", at: position)
    }
    guard Self.keys.contains(key) || key == "plan" else {
      let allowed = (Self.keys + ["plan"]).joined(separator: ", ")
      let head = members.isEmpty ? "this is not a reproduction: " : ""
      throw ReproductionError(
        head + "there is no key '\(key)'; allowed: \(allowed)", at: position)
    }
    guard key != "plan" else {
      throw ReproductionError("'plan' must be the lines of a plan", at: position)
    }
    guard members.updateValue((node, position), forKey: key) == nil else {
      throw ReproductionError("the key '\(key)' appears twice", at: position)
    }
    if key == "reproduction" {
      guard let version = node.integer(as: Int.self) else {
        throw ReproductionError("'reproduction' must be a format version", at: position)
      }
      if let refusal = Reproduction.format.refusal(of: version) {
        throw ReproductionError(refusal, at: position)
      }
    }
  }

  func checked() throws(ReproductionError) -> (
    program: ProgramIdentity, signature: Signature, origin: Reproduction.Origin, sqlite: String?
  ) {
    guard members["reproduction"] != nil else {
      throw ReproductionError(
        "this is not a reproduction: it has no 'reproduction'", at: Self.start)
    }
    let id = try text("property")
    guard let property = Property(id: id) else {
      let known = Property.allCases.map(\.id).joined(separator: ", ")
      throw ReproductionError(
        "'property' is '\(id)'; allowed: \(known)", at: members["property"]?.position)
    }
    let program = try text("program")
    guard !program.isEmpty else {
      throw ReproductionError(
        "'program' is empty; allowed: a version", at: members["program"]?.position)
    }
    return (
      ProgramIdentity(
        version: program, commit: try known("commit"), sources: try known("sources")),
      Signature(property, try text("description")),
      Reproduction.Origin(
        scenario: try text("scenario"),
        seed: try value("seed", "a whole number from 0 to \(UInt64.max)") {
          $0.integer(as: UInt64.self)
        },
        settings: try value("settings", "a list of texts") { node in
          guard let elements = node.elements else { return nil }
          let texts = elements.compactMap(\.string)
          return texts.count == elements.count ? texts : nil
        }, swarm: try text("swarm")),
      members["sqlite"] == nil ? nil : try text("sqlite")
    )
  }

  private static let start = JSONPosition(line: 1, column: 1)

  /// A text that version 1 of the format did not have.
  private func known(_ key: String) throws(ReproductionError) -> String {
    members[key] == nil ? ProgramIdentity.unknown : try text(key)
  }

  private func text(_ key: String) throws(ReproductionError) -> String {
    try value(key, "a text") { $0.string }
  }

  private func value<Value>(
    _ key: String, _ allowed: String, _ read: (JSONNode) -> Value?
  ) throws(ReproductionError) -> Value {
    guard let (node, position) = members[key] else {
      throw ReproductionError("'\(key)' is missing; allowed: \(allowed)", at: Self.start)
    }
    guard let value = read(node) else {
      throw ReproductionError(
        "'\(key)' must be \(allowed), not \(node.summary)", at: position)
    }
    return value
  }
}
