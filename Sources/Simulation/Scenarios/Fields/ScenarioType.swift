import Base
import JSONText

/// How values of one type are written in a scenario, and which of them are allowed.
struct ScenarioType<Value: Sendable>: Sendable {
  let form: ScenarioForm
  /// Reads the value of the parameter at a path; returns nil after adding an error to the findings.
  let read: @Sendable (JSONNode, String, inout ScenarioFindings) -> Value?
  let write: @Sendable (Value) -> JSONNode

  init(
    _ form: ScenarioForm,
    read: @escaping @Sendable (JSONNode, String, inout ScenarioFindings) -> Value?,
    write: @escaping @Sendable (Value) -> JSONNode
  ) {
    self.form = form
    self.read = read
    self.write = write
  }

  /// A type whose values are right or wrong as a whole.
  init(
    _ form: ScenarioForm, value: @escaping @Sendable (JSONNode) -> Value?,
    json: @escaping @Sendable (Value) -> JSONNode
  ) {
    self.init(
      form,
      read: { node, path, findings in
        if let value = value(node) { return value }
        var found = node.summary
        if case .choice(let names) = form, let text = node.string,
          let near = nearest(to: text, in: names)
        {
          found += ". Did you mean '\(near)'?"
        }
        findings.add(.invalid(path: path, rule: form.rule, found: found), at: node.position)
        return nil
      },
      write: json)
  }

  /// The same type, with `null` as a value too.
  func orNull(meaning: String) -> ScenarioType<Value?> {
    let type = self
    return ScenarioType<Value?>(
      .orNull(form, meaning: meaning),
      value: { node in
        // The error of the type without null would name the wrong rule, so it is dropped.
        var findings = ScenarioFindings(source: "", showsPositions: false, zoneNames: nil)
        return node.isNull ? .some(nil) : type.read(node, "", &findings).map { .some($0) }
      },
      json: { $0.map(type.write) ?? .null })
  }
}

/// The elements of a list, in their order; nil after adding an error to the findings.
func readList<Element>(
  _ node: JSONNode, _ path: String, rule: String, _ findings: inout ScenarioFindings,
  _ read: (JSONNode, _ path: String, inout ScenarioFindings) -> Element?
) -> [Element]? {
  guard let elements = node.elements else {
    findings.add(.invalid(path: path, rule: rule, found: node.summary), at: node.position)
    return nil
  }
  let errorCount = findings.errors.count
  let list = elements.enumerated().compactMap { index, element in
    findings.isFull ? nil : read(element, "\(path)[\(index)]", &findings)
  }
  return findings.errors.count > errorCount ? nil : list
}

extension ScenarioType<Bool> {
  static var flag: Self {
    Self(.flag, value: { $0.boolean }, json: { .boolean($0) })
  }
}

extension ScenarioType<Int> {
  static func whole(_ range: ClosedRange<Int>) -> Self {
    Self(
      .whole(range),
      value: { node in node.integer().flatMap { range.contains($0) ? $0 : nil } },
      json: { .integer($0) })
  }
}

extension ScenarioType<UInt64> {
  static var seed: Self {
    Self(.seed, value: { $0.integer(as: UInt64.self) }, json: { .integer($0) })
  }
}

extension ScenarioType<Double> {
  static func real(_ range: ClosedRange<Double>) -> Self { number(.real(range), range) }

  /// A fraction or a probability.
  static var share: Self { number(.share, 0...1) }

  private static func number(_ form: ScenarioForm, _ range: ClosedRange<Double>) -> Self {
    Self(
      form, value: { node in node.double.flatMap { range.contains($0) ? $0 : nil } },
      json: { .number($0) })
  }
}

extension ScenarioType<String> {
  static var text: Self {
    Self(.text, value: { $0.string }, json: { .string($0) })
  }

  static var name: Self {
    Self(
      .name,
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
    Self(
      .day, value: { node in node.string.flatMap { ScenarioDate($0) == nil ? nil : $0 } },
      json: { .string($0) })
  }
}
