import Base
import Chronology
import JSONText

/// One line of a plan, read field by field. An error names the field that is missing, has the wrong
/// type, or does not belong there.
struct PlanRow {
  let line: Int
  let node: JSONNode
  private let members: [JSONMember]

  init(_ node: JSONNode, line: Int) throws(PlanError) {
    guard let members = node.members else {
      throw PlanError(
        line: line, "this is \(node.summary); allowed: an object such as {\"step\":…}")
    }
    self.line = line
    self.node = node
    self.members = members
  }

  func error(_ what: String) -> PlanError { PlanError(line: line, what) }

  func has(_ key: String) -> Bool { node[key].map { !$0.isNull } ?? false }

  /// A field that must be there, converted by `read`.
  func value<Value>(
    _ key: String, _ allowed: @autoclosure () -> String, _ read: (JSONNode) -> Value?
  ) throws(PlanError) -> Value {
    guard let found = node[key] else {
      throw error("'\(key)' is missing; allowed: \(allowed())")
    }
    guard let value = read(found) else {
      throw error("'\(key)' is \(found.summary); allowed: \(allowed())")
    }
    return value
  }

  func string(
    _ key: String, _ allowed: @autoclosure () -> String = "a text"
  ) throws(PlanError) -> String {
    try value(key, allowed()) { $0.string }
  }

  func flag(_ key: String) throws(PlanError) -> Bool {
    try value(key, "true, false") { $0.boolean }
  }

  func whole<Number: FixedWidthInteger>(
    _ key: String, _ range: ClosedRange<Number>, defaultValue: Number? = nil
  ) throws(PlanError) -> Number {
    if let defaultValue, node[key] == nil { return defaultValue }
    return try value(
      key, "a whole number from \(range.lowerBound) to \(range.upperBound)"
    ) { node in
      node.integer(as: Number.self).flatMap { range.contains($0) ? $0 : nil }
    }
  }

  /// An instant in the supported years, so that no sum of times can overflow.
  func instant(_ key: String) throws(PlanError) -> Instant {
    try value(key, "an instant from 2014 to 2050 such as \"2026-03-04T17:30:00Z\"") { node in
      node.string.flatMap { Instant($0) }.flatMap { Self.times.contains($0) ? $0 : nil }
    }
  }

  private static let times =
    Instant(milliseconds: 1_388_534_400_000)...Instant(milliseconds: 2_556_143_999_999)

  func zone(_ key: String) throws(PlanError) -> Zone {
    let name = try string(key, "a time zone such as \"Europe/Berlin\"")
    if let zone = Zone(named: name) { return zone }
    let near = nearest(to: name, in: Zone.allNames).map { ". Did you mean '\($0)'?" } ?? ""
    throw error("'\(key)' is '\(name)', which is not a time zone\(near)")
  }

  /// One of a few names. A name from before a rename gives an error with the new one.
  func choice<Value>(_ key: String, _ choices: [(String, Value)]) throws(PlanError) -> Value {
    let text = try string(key, choices.map(\.0).joined(separator: ", "))
    if let found = choices.first(where: { $0.0 == text }) { return found.1 }
    let names = choices.map(\.0)
    if let new = RenamedPlanWords.value(text, in: names) {
      throw error("'\(key)' is '\(text)', which is now called '\(new)'")
    }
    let near = nearest(to: text, in: names).map { ". Did you mean '\($0)'?" } ?? ""
    throw error(
      "'\(key)' is '\(text)'; allowed: \(names.joined(separator: ", "))\(near)")
  }

  /// Throws if there is a field other than `keys`.
  func only(_ keys: [String]) throws(PlanError) {
    for member in members where !keys.contains(member.key) {
      if let renamed = renamedKey(keys) { throw renamed }
      let near = nearest(to: member.key, in: keys).map { ". Did you mean '\($0)'?" } ?? ""
      throw error(
        "there is no field '\(member.key)' here; allowed: \(keys.joined(separator: ", "))\(near)")
    }
  }

  /// The error for a field that has been renamed to one of `keys`.
  func renamedKey(_ keys: [String]) -> PlanError? {
    for member in members where !keys.contains(member.key) {
      if let new = RenamedPlanWords.key(member.key, in: keys) {
        return error("'\(member.key)' is now called '\(new)'")
      }
    }
    return nil
  }
}
