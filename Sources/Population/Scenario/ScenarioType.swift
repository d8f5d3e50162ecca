import Base
import JSONText

/// How values of one type are written in a scenario, and which of them are allowed.
struct ScenarioType<Value: Sendable>: Sendable {
  /// What is allowed, as it follows "must be".
  let rule: String
  let isText: Bool
  /// Reads the value of the parameter at a path; nil when what is wrong was added to the findings.
  let read: @Sendable (JSONNode, String, inout ScenarioFindings) -> Value?
  let write: @Sendable (Value) -> JSONNode

  init(
    rule: String, isText: Bool = false,
    read: @escaping @Sendable (JSONNode, String, inout ScenarioFindings) -> Value?,
    write: @escaping @Sendable (Value) -> JSONNode
  ) {
    self.rule = rule
    self.isText = isText
    self.read = read
    self.write = write
  }

  /// A type whose values are right or wrong as a whole.
  init(
    rule: String, isText: Bool = false, value: @escaping @Sendable (JSONNode) -> Value?,
    json: @escaping @Sendable (Value) -> JSONNode
  ) {
    self.init(
      rule: rule, isText: isText,
      read: { node, path, findings in
        if let value = value(node) { return value }
        findings.add(.invalid(path: path, rule: rule, found: node.summary), at: node.position)
        return nil
      },
      write: json)
  }

  /// The same type, where `null` is a value too.
  func orNull(meaning: String) -> ScenarioType<Value?> {
    let type = self
    return ScenarioType<Value?>(
      rule: "\(rule), or null for \(meaning)",
      value: { node in
        // The finding of the type without null would name the wrong rule, so it is let go.
        var findings = ScenarioFindings(source: "", showsPositions: false, zoneNames: nil)
        return node.isNull ? .some(nil) : type.read(node, "", &findings).map { .some($0) }
      },
      json: { $0.map(type.write) ?? .null })
  }
}

extension ScenarioType<Bool> {
  static var flag: Self {
    Self(rule: "true or false", value: { $0.boolean }, json: { .boolean($0) })
  }
}

extension ScenarioType<Int> {
  static func whole(_ range: ClosedRange<Int>) -> Self {
    Self(
      rule: "a whole number from \(range.lowerBound) to \(range.upperBound)",
      value: { node in node.integer().flatMap { range.contains($0) ? $0 : nil } },
      json: { .integer($0) })
  }
}

extension ScenarioType<UInt64> {
  static var seed: Self {
    Self(
      rule: "a whole number from 0 to \(UInt64.max)", value: { $0.integer(as: UInt64.self) },
      json: { .integer($0) })
  }
}

extension ScenarioType<Double> {
  static func real(_ range: ClosedRange<Double>) -> Self {
    number("a number", range)
  }

  /// A part of a whole, and so also a probability.
  static var share: Self { number("a share", 0...1) }

  private static func number(_ noun: String, _ range: ClosedRange<Double>) -> Self {
    Self(
      rule: "\(noun) from \(plain(range.lowerBound)) to \(plain(range.upperBound))",
      value: { node in node.double.flatMap { range.contains($0) ? $0 : nil } },
      json: { .number($0) })
  }

  /// A bound as a person would write it: `60000` rather than `60000.0`.
  private static func plain(_ bound: Double) -> String {
    let text = bound.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

extension ScenarioType<String> {
  static var text: Self {
    Self(rule: "a text", isText: true, value: { $0.string }, json: { .string($0) })
  }

  static var name: Self {
    Self(
      rule: "a name of small letters, digits and hyphens", isText: true,
      value: { node in
        node.string.flatMap { name in
          !name.isEmpty && name.utf8.allSatisfy(isNameByte) ? name : nil
        }
      },
      json: { .string($0) })
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "-"):
      true
    default: false
    }
  }

  static var day: Self {
    let years = CalendarDay.years
    return Self(
      rule: "a day from \(years.lowerBound)-01-01 to \(years.upperBound)-12-31, "
        + "written as \"YYYY-MM-DD\"",
      isText: true,
      value: { node in node.string.flatMap { CalendarDay($0) == nil ? nil : $0 } },
      json: { .string($0) })
  }
}
