import Base
import JSONText

/// An object of a file whose keys are known; a mistake in it is one sentence with its place.
struct CheckedObject {
  private let node: JSONNode
  private let name: String

  /// Fails if the value is no object, or has a key that is not one of `keys`.
  init(_ node: JSONNode, _ name: String, keys: [String]) throws(BenchmarkProblem) {
    self.node = node
    self.name = name
    guard let members = node.members else {
      throw Self.problem(node, "\(name) must be an object, not \(node.summary)")
    }
    if let unknown = members.first(where: { !keys.contains($0.key) }) {
      let hint = nearest(to: unknown.key, in: keys).map { ". Did you mean '\($0)'?" } ?? ""
      throw Self.problem(
        unknown.node, "there is no key '\(unknown.key)' in \(name)\(hint)")
    }
  }

  private static func problem(_ node: JSONNode, _ sentence: String) -> BenchmarkProblem {
    BenchmarkProblem(node.position.map { "\($0): \(sentence)" } ?? sentence)
  }

  private func missing(_ key: String) -> BenchmarkProblem {
    Self.problem(node, "'\(key)' is missing in \(name)")
  }

  private func wrong(_ key: String, _ allowed: String, _ found: JSONNode) -> BenchmarkProblem {
    Self.problem(found, "'\(key)' of \(name) must be \(allowed), not \(found.summary)")
  }

  /// The value under a key; null counts as nothing.
  func optional(_ key: String) -> JSONNode? { node[key].flatMap { $0.isNull ? nil : $0 } }

  func text(_ key: String) throws(BenchmarkProblem) -> String {
    guard let found = node[key] else { throw missing(key) }
    guard let text = found.string, !text.isEmpty else { throw wrong(key, "a text", found) }
    return text
  }

  func whole<Number: FixedWidthInteger>(
    _ key: String, from least: Number
  ) throws(BenchmarkProblem) -> Number {
    guard let found = node[key] else { throw missing(key) }
    guard let number = found.integer(as: Number.self), number >= least else {
      throw wrong(key, "a whole number of at least \(least)", found)
    }
    return number
  }

  /// A number that is not negative; nil if there is none.
  func number(_ key: String) throws(BenchmarkProblem) -> Double? {
    guard let found = optional(key) else { return nil }
    guard let number = found.double, number >= 0, number.isFinite else {
      throw wrong(key, "a number of at least 0", found)
    }
    return number
  }

  func requiredNumber(_ key: String) throws(BenchmarkProblem) -> Double {
    guard let number = try number(key) else { throw missing(key) }
    return number
  }

  /// The elements of a list; none if the key is missing and not required.
  func list(_ key: String, isRequired: Bool = true) throws(BenchmarkProblem) -> [JSONNode] {
    guard let found = optional(key) else {
      if isRequired { throw missing(key) }
      return []
    }
    guard let elements = found.elements else { throw wrong(key, "a list", found) }
    return elements
  }

  func numbers(_ key: String) throws(BenchmarkProblem) -> [Double] {
    var numbers: [Double] = []
    for element in try list(key) {
      guard let number = element.double, number >= 0, number.isFinite else {
        throw wrong(key, "a list of numbers of at least 0", element)
      }
      numbers.append(number)
    }
    return numbers
  }

  func texts(_ key: String) throws(BenchmarkProblem) -> [String] {
    var texts: [String] = []
    for element in try list(key, isRequired: false) {
      guard let text = element.string else { throw wrong(key, "a list of texts", element) }
      texts.append(text)
    }
    return texts
  }

  func object(_ key: String, keys: [String]) throws(BenchmarkProblem) -> CheckedObject {
    guard let found = optional(key) else { throw missing(key) }
    return try CheckedObject(found, "'\(key)'", keys: keys)
  }

  func figure(_ key: String) throws(BenchmarkProblem) -> BenchmarkFigure {
    let text = try text(key)
    if let figure = BenchmarkFigure(rawValue: text) { return figure }
    let hint =
      nearest(to: text, in: BenchmarkFigure.names).map { ". Did you mean '\($0)'?" }
      ?? "; there are \(BenchmarkFigure.names.joined(separator: ", "))"
    throw Self.problem(node[key] ?? node, "there is no figure '\(text)'\(hint)")
  }
}
