import JSONText

/// What must hold of other parameters for a parameter to have an effect.
public struct ScenarioRequirement: Sendable, Equatable {
  /// A value that another parameter must have.
  public struct Condition: Sendable, Equatable {
    public let path: String
    let rule: Rule

    enum Rule: Sendable, Equatable {
      case isTrue, isFalse
      case isNot(Double)
      case isText(String), isNotText(String)
    }

    static func on(_ path: String) -> Self { Self(path: path, rule: .isTrue) }
    static func off(_ path: String) -> Self { Self(path: path, rule: .isFalse) }
    static func not(_ number: Double, _ path: String) -> Self {
      Self(path: path, rule: .isNot(number))
    }
    static func some(_ path: String) -> Self { not(0, path) }
  }

  /// One of these is enough.
  public let anyOf: [Condition]

  init(_ anyOf: Condition...) { self.anyOf = anyOf }

  public func holds(in scenario: Scenario) -> Bool {
    anyOf.contains { $0.holds(in: scenario) }
  }
}

extension ScenarioRequirement.Condition {
  func holds(in scenario: Scenario) -> Bool {
    guard let place = Scenario.place(of: path) else {
      preconditionFailure("there is no parameter '\(path)'")
    }
    let value = Scenario.fields[place].write(scenario)
    return switch rule {
    case .isTrue: value.boolean == true
    case .isFalse: value.boolean == false
    case .isNot(let number): value.double != number
    case .isText(let text): value.string == text
    case .isNotText(let text): value.string != text
    }
  }
}

extension ScenarioRequirement: CustomStringConvertible {
  /// As it follows "unless".
  public var description: String {
    anyOf.map { condition in
      let text =
        switch condition.rule {
        case .isTrue: "is true"
        case .isFalse: "is false"
        case .isNot(let number):
          "is not \(number == number.rounded() ? "\(Int(number))" : "\(number)")"
        case .isText(let text): "is \"\(text)\""
        case .isNotText(let text): "is not \"\(text)\""
        }
      return "'\(condition.path)' \(text)"
    }.joined(separator: " or ")
  }
}

extension ScenarioField {
  /// The first requirement that does not hold; nil if the parameter has an effect.
  public func unmet(in scenario: Scenario) -> ScenarioRequirement? {
    needs.first { !$0.holds(in: scenario) }
  }
}
