/// The parsed command line: every parameter of the command has a value of its type.
public struct ParsedArguments: Sendable {
  private var texts: [(definition: ParameterDefinition, texts: [String])]

  init(_ definitions: [ParameterDefinition]) {
    texts = definitions.map { ($0, []) }
  }

  /// The value given, or the default.
  public subscript<Value>(parameter: Parameter<Value>) -> Value {
    do {
      return try parameter.read(texts(of: parameter.definition))
    } catch {
      preconditionFailure("'\(error.text)' passed the check of '\(parameter.definition.synopsis)'")
    }
  }

  /// Whether the command line sets the parameter explicitly.
  public func isGiven<Value>(_ parameter: Parameter<Value>) -> Bool {
    !texts(of: parameter.definition).isEmpty
  }

  func texts(of definition: ParameterDefinition) -> [String] {
    guard let entry = texts.first(where: { $0.definition == definition }) else {
      preconditionFailure("the command does not list '\(definition.synopsis)'")
    }
    return entry.texts
  }

  mutating func add(_ text: String, to definition: ParameterDefinition) {
    for index in texts.indices where texts[index].definition == definition {
      texts[index].texts.append(text)
    }
  }
}
