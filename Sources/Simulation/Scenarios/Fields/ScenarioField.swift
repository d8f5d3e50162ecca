public import JSONText

/// One parameter: its path, its allowed values, its meaning and the source of its value.
///
/// Reading, validation, overrides, the resolved JSON and the reference all use the table of these
/// fields (`Scenario.fields`).
public struct ScenarioField: Sendable {
  /// The keys that lead to it; a key can contain dots (`pc.dau`).
  public let keys: [String]
  public let path: String
  public let form: ScenarioForm
  public let meaning: String
  public let evidence: Evidence
  /// What must hold for it to have an effect.
  public let needs: [ScenarioRequirement]

  /// Sets the scenario's value from JSON, or reports why it cannot.
  let read: @Sendable (JSONNode, inout Scenario, inout ScenarioFindings) -> Void
  let write: @Sendable (Scenario) -> JSONNode
  /// Sets the scenario's value to the default.
  let reset: @Sendable (inout Scenario) -> Void

  init<Value>(
    _ keys: [String], _ place: any WritableKeyPath<Scenario, Value> & Sendable,
    _ type: ScenarioType<Value>, _ defaultValue: Value, _ meaning: String, _ evidence: Evidence
  ) {
    self.init(
      keys, type, defaultValue, meaning, evidence, get: { $0[keyPath: place] },
      set: { $0[keyPath: place] = $1 })
  }

  /// A parameter that no key path without arguments leads to: to make one with arguments costs more
  /// than everything else here.
  init<Value>(
    _ keys: [String], _ type: ScenarioType<Value>, _ defaultValue: Value, _ meaning: String,
    _ evidence: Evidence, get: @escaping @Sendable (Scenario) -> Value,
    set: @escaping @Sendable (inout Scenario, Value) -> Void
  ) {
    let path = keys.joined(separator: ".")
    self.keys = keys
    self.path = path
    form = type.form
    self.meaning = meaning
    self.evidence = evidence
    needs = ScenarioRequirement.all(of: path)
    read = { node, scenario, findings in
      guard let value = type.read(node, path, &findings) else { return }
      set(&scenario, value)
    }
    write = { scenario in type.write(get(scenario)) }
    reset = { scenario in set(&scenario, defaultValue) }
  }

  /// The value in a scenario.
  public func value(in scenario: Scenario) -> JSONNode { write(scenario) }

  /// The value in a scenario; nil if it is not a number.
  public func number(in scenario: Scenario) -> Double? { write(scenario).double }

  /// What is allowed, as it follows "must be".
  public var rule: String { form.rule }
}

/// The source of a parameter's value, and so how far it can be trusted.
public enum Evidence: Sendable, Equatable {
  /// Chosen for the run: not a claim about the real world.
  case chosen
  /// Required by a product document or a rule of the domain: not a measurement.
  case product(String)
  /// No source was found; the text gives the reason for the value.
  case assumed(String? = nil)
  /// Published; the text names the source.
  case published(String)
}

extension Evidence: CustomStringConvertible {
  public var description: String {
    switch self {
    case .chosen: "chosen"
    case .product(let text): "product (\(text))"
    case .assumed(nil): "assumed"
    case .assumed(let text?): "assumed (\(text))"
    case .published(let text): "published (\(text))"
    }
  }
}
