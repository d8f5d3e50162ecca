import Base
public import JSONText

/// An error of a swarm file: a sentence that names its place and what would be right.
public struct SwarmError: Error, Equatable, Sendable, CustomStringConvertible {
  public var position: JSONPosition?
  public var what: String

  init(_ what: String, at position: JSONPosition? = nil) {
    self.what = what
    self.position = position
  }

  /// "12:3: 'weight' is …"; the caller that knows the file's name puts it in front.
  public var description: String { (position.map { "\($0): " } ?? "") + what }
}

extension Swarm {
  /// Reads a swarm from its file. Whether its parameters exist is checked against a scenario later.
  public init(reading bytes: [UInt8]) throws(SwarmError) {
    let root: JSONNode
    do {
      root = try JSONReader(accepting: [.comments, .trailingCommas]).read(bytes)
    } catch {
      throw SwarmError(error.sentence, at: error.position)
    }
    let members = try Self.members(root, "the swarm", allowed: ["budgets", "kinds"])
    guard let budgets = members["budgets"]?.elements, let kinds = members["kinds"]?.members else {
      throw SwarmError(
        "a swarm has 'budgets', a list, and 'kinds', an object", at: root.position)
    }
    self.budgets = []
    for node in budgets { self.budgets.append(try Self.budget(node)) }
    guard self.budgets.contains(where: { $0.weight > 0 }) else {
      throw SwarmError("'budgets' needs one with a weight above zero", at: root.position)
    }
    self.kinds = []
    for kind in kinds { self.kinds.append(try Self.kind(kind)) }
    hash = bytes.withUnsafeBytes { SHA256.hexadecimal(of: $0) }
  }

  private static func budget(_ node: JSONNode) throws(SwarmError) -> Budget {
    let members = try members(node, "a budget", allowed: ["share", "weight"])
    return Budget(
      share: try number(members["share"], "share", 0...1, in: node),
      weight: try number(members["weight"], "weight", 0...1_000, in: node))
  }

  private static func kind(_ member: JSONMember) throws(SwarmError) -> Kind {
    let members = try members(
      member.node, "'\(member.key)'", allowed: ["weight", "always", "fields"])
    guard let fields = members["fields"]?.members, !fields.isEmpty else {
      throw SwarmError("'\(member.key)' has no 'fields'", at: member.node.position)
    }
    var kind = Kind(name: member.key, weight: 1, isAlways: false, fields: [])
    if let weight = members["weight"] {
      kind.weight = try number(weight, "weight", 0...1_000, in: member.node)
    }
    if let always = members["always"] {
      guard let isAlways = always.boolean else {
        throw SwarmError("'always' is \(always.summary); allowed: true, false", at: always.position)
      }
      kind.isAlways = isAlways
    }
    for field in fields {
      kind.fields.append(
        Field(path: field.key, range: try range(field.node), position: field.keyPosition))
    }
    return kind
  }

  /// `[from, to]`, or `{"any": [values]}`.
  private static func range(_ node: JSONNode) throws(SwarmError) -> Range {
    if let any = node["any"]?.elements, !any.isEmpty { return .any(any) }
    if let bounds = node.elements, bounds.count == 2 {
      if case .integer(let low) = bounds[0].value, case .integer(let high) = bounds[1].value,
        low <= high, low >= 0, high <= Int128(Int32.max)
      {
        return .whole(Int(low), Int(high))
      }
      if let low = bounds[0].double, let high = bounds[1].double, 0 <= low, low <= high {
        return .real(low, high)
      }
    }
    throw SwarmError(
      "this is \(node.summary); allowed: two bounds such as [1, 20], or {\"any\": [1, 2]}",
      at: node.position)
  }

  private static func members(
    _ node: JSONNode, _ what: String, allowed: [String]
  ) throws(SwarmError) -> [String: JSONNode] {
    guard let members = node.members else {
      throw SwarmError("\(what) is \(node.summary); allowed: an object", at: node.position)
    }
    if let other = members.first(where: { !allowed.contains($0.key) }) {
      throw SwarmError(
        "unknown key '\(other.key)' in \(what); allowed: \(allowed.joined(separator: ", "))",
        at: other.keyPosition)
    }
    return [String: JSONNode](members.map { ($0.key, $0.node) }, uniquingKeysWith: { $1 })
  }

  private static func number(
    _ node: JSONNode?, _ key: String, _ range: ClosedRange<Double>, in whole: JSONNode
  ) throws(SwarmError) -> Double {
    guard let value = node?.double, range.contains(value) else {
      throw SwarmError(
        "'\(key)' is \(node?.summary ?? "missing"); allowed: a number from "
          + "\(range.lowerBound) to \(range.upperBound)", at: node?.position ?? whole.position)
    }
    return value
  }
}
