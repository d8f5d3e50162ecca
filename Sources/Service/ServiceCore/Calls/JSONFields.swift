import Base
import Chronology
import DomainCore
public import JSONText

/// The fields of a JSON object, each read once, with a sentence for whatever is wrong.
public struct JSONFields {
  private let node: JSONNode
  private let path: String

  /// Reads a body that is an object with no other fields than `known`.
  public init(
    _ body: [UInt8], known: [String], accepting extensions: JSONReader.Extensions = [],
    path: String = "The body"
  ) throws(Problem) {
    let node: JSONNode
    do throws(JSONError) {
      node = try JSONReader(accepting: extensions).read(body)
    } catch {
      throw Problem(
        400, "json-malformed",
        "At line \(error.position.line), column \(error.position.column): \(error.sentence).")
    }
    try self.init(node, path, known: known)
  }

  /// Reads an object within a body; `path` names it at the beginning of a sentence.
  public init(_ node: JSONNode, _ path: String, known: [String]) throws(Problem) {
    guard let members = node.members else {
      throw Self.invalid("\(path) is \(node.summary); it can only be an object.", at: node.position)
    }
    for member in members where !known.contains(member.key) {
      let near = nearest(to: member.key, in: known).map { " Did you mean '\($0)'?" } ?? ""
      let fields = known.map { "'\($0)'" }.joined(separator: ", ")
      throw Self.invalid(
        "There is no field '\(member.key)'; the fields are \(fields).\(near)",
        at: member.keyPosition)
    }
    self.node = node
    self.path = path
  }

  public func optional<Value>(
    _ name: String, _ expectation: String, _ read: (JSONNode) -> Value?
  ) throws(Problem) -> Value? {
    guard let field = node[name] else { return nil }
    guard let value = read(field) else {
      throw Self.invalid(
        "'\(name)' is \(field.summary); it can be \(expectation).", at: field.position)
    }
    return value
  }

  public func required<Value>(
    _ name: String, _ expectation: String, _ read: (JSONNode) -> Value?
  ) throws(Problem) -> Value {
    guard let value = try optional(name, expectation, read) else {
      throw Self.invalid(
        "\(path) lacks the field '\(name)'; it can be \(expectation).", at: node.position)
    }
    return value
  }

  /// Where a field is, for a sentence about its value.
  public func invalid(_ name: String, _ sentence: String) -> Problem {
    Self.invalid(sentence, at: node[name]?.position)
  }

  /// The same for a value at a position.
  public static func invalid(_ sentence: String, at position: JSONPosition?) -> Problem {
    let place = position.map { "At line \($0.line), column \($0.column): " } ?? ""
    return Problem(400, "field-invalid", place + sentence)
  }
}

// MARK: - Forms

extension JSONFields {
  public func has(_ name: String) -> Bool { node[name] != nil }

  func secret(_ name: String) throws(Problem) -> SecretHash {
    try required(name, "64 lower-case hexadecimal digits") {
      $0.string.flatMap { Secret($0) }?.hash
    }
  }

  func word(_ name: String) throws(Problem) -> UInt64 {
    try required(name, "16 lower-case hexadecimal digits, not all zero") { node in
      node.string.flatMap { Hexadecimal.word($0.utf8) }.flatMap { $0 == 0 ? nil : $0 }
    }
  }

  public func number<Value: FixedWidthInteger>(
    _ name: String, in range: ClosedRange<Value>
  ) throws(Problem) -> Value? {
    try optional(name, "a whole number from \(range.lowerBound) to \(range.upperBound)") { node in
      node.integer(as: Value.self).flatMap { range.contains($0) ? $0 : nil }
    }
  }

  func day(_ name: String) throws(Problem) -> LocalDay? {
    try optional(name, "a day such as \"2026-03-02\", from 1900 on") { node in
      node.string.flatMap { LocalDay($0) }.flatMap {
        (-25_567..<100_000).contains($0.number) ? $0 : nil
      }
    }
  }

  /// One of a list of names.
  public func choice<Value>(
    _ name: String, _ choices: [(name: String, value: Value)]
  ) throws(Problem) -> Value? {
    let names = choices.map(\.name)
    let list =
      names.dropLast().map { "'\($0)'" }.joined(separator: ", ") + " or '\(names.last ?? "")'"
    guard let field = node[name] else { return nil }
    guard let text = field.string, let choice = choices.first(where: { $0.name == text }) else {
      let near = field.string.flatMap { nearest(to: $0, in: names) }
      throw invalid(
        name,
        "'\(name)' is \(field.summary); it can be \(list)."
          + (near.map { " Did you mean '\($0)'?" } ?? ""))
    }
    return choice.value
  }
}
