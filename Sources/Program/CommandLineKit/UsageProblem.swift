import Base

/// What is wrong with a command line.
enum UsageProblem: Error, Equatable {
  case unknownSubcommand(String, nearest: String?)
  case unknownOption(String, nearest: String?)
  case valueForFlag(name: String, value: String)
  case missingValue(ParameterDefinition, name: String)
  case invalidValue(String, ParameterDefinition)
  case missing(ParameterDefinition)
  case unexpected([String])
  case unsupportedShell(String)
  case other(String)

  var message: String {
    switch self {
    case .unknownSubcommand(let name, let nearest):
      "Unknown subcommand '\(name)'" + Self.suggestion(nearest)
    case .unknownOption(let name, let nearest):
      "Unknown option '\(name)'" + Self.suggestion(nearest)
    case .valueForFlag(let name, let value):
      "The option '\(name)' does not take any value, but '\(value)' was specified."
    case .missingValue(let definition, let name):
      "Missing value for '\(name) <\(definition.valueName)>'"
    case .invalidValue(let text, let definition):
      "The value '\(text)' is invalid for '\(definition.synopsis)'"
        + (definition.expectation.map { ". Please provide \($0)." } ?? "")
        + (nearest(to: text, in: definition.choices).map { " Did you mean '\($0)'?" } ?? "")
    case .missing(let definition):
      "Missing expected argument '\(definition.synopsis)\(definition.isRepeating ? " ..." : "")'"
    case .unexpected(let texts) where texts.count == 1:
      "Unexpected argument '\(texts[0])'"
    case .unexpected(let texts):
      "\(texts.count) unexpected arguments: '\(texts.joined(separator: "', '"))'"
    case .unsupportedShell(let shell):
      "Can't generate completion scripts for '\(shell)'. Please use "
        + "\(BuiltIn.completion)=<shell> with one of: "
        + CompletionShell.allCases.map(\.rawValue).joined(separator: " ")
    case .other(let message): message
    }
  }

  /// The help of the parameter that caused the problem.
  var help: String? {
    switch self {
    case .missingValue(let definition, _), .invalidValue(_, let definition),
      .missing(let definition):
      "\(definition.synopsis)  \(definition.help)"
    default: nil
    }
  }

  private static func suggestion(_ nearest: String?) -> String {
    nearest.map { ". Did you mean '\($0)'?" } ?? ""
  }
}
