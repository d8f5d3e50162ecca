/// A command of the program: either a group of subcommands or something to run.
///
/// A subcommand is one file with its parameters as static properties, its `Command` that lists
/// them, and the function that runs it.
public struct Command: Sendable {
  /// What a command does with its arguments.
  public typealias Action = @Sendable (ParsedArguments) throws -> ExitCode

  public let name: String
  public let abstract: String
  public let discussion: String
  /// Made when they are needed: a program has many commands and runs one of them.
  private let makeParameters: @Sendable () -> [any CommandParameter]
  public let subcommands: [Command]
  let action: Action?

  /// A command that does something.
  public init(
    _ name: String, abstract: String, discussion: String = "",
    parameters: @autoclosure @escaping @Sendable () -> [any CommandParameter],
    run action: @escaping Action
  ) {
    self.name = name
    self.abstract = abstract
    self.discussion = discussion
    self.makeParameters = parameters
    self.subcommands = []
    self.action = action
  }

  /// A group of commands; without a subcommand it prints its help.
  public init(
    _ name: String, abstract: String, discussion: String = "", subcommands: [Command]
  ) {
    self.name = name
    self.abstract = abstract
    self.discussion = discussion
    self.makeParameters = { [] }
    self.subcommands = subcommands
    self.action = nil
  }

  var parameters: [any CommandParameter] {
    let parameters = makeParameters()
    checkNames(of: parameters.map(\.definition))
    return parameters
  }

  var definitions: [ParameterDefinition] { parameters.map(\.definition) }
  /// Those that help and completions show.
  var shownDefinitions: [ParameterDefinition] { definitions.filter { !$0.isHidden } }

  /// Two parameters with one name, or an argument that can never be reached, are bugs of the
  /// program and not mistakes of its user.
  private func checkNames(of definitions: [ParameterDefinition]) {
    let names = definitions.flatMap { $0.names.isEmpty ? [$0.synopsis] : $0.names }
    precondition(
      Set(names + BuiltIn.names).count == names.count + BuiltIn.names.count,
      "'\(name)' has two parameters with the same name")
    let arguments = definitions.filter { $0.kind == .argument }
    for (argument, next) in zip(arguments, arguments.dropFirst()) {
      precondition(
        !argument.isRepeating && (argument.isRequired || !next.isRequired),
        "'\(name)' has an argument that can never be reached after <\(argument.valueName)>")
    }
  }
}

/// The options that every command has.
enum BuiltIn {
  static let version = (name: "--version", help: "Show the version.")
  static let help = (name: "--help", short: "-h", help: "Show help information.")
  static let completion = "--generate-completion-script"
  static let manualPage = "--generate-man-page"
  static let names = [version.name, help.name, help.short]
}

/// A command line whose parts are valid but do not fit together; printed with the usage.
public struct UsageError: Error {
  public let message: String

  public init(_ message: String) { self.message = message }
}

/// A command that failed, with the exit code of the program.
public struct CommandError: Error {
  public let message: String
  public let exitCode: ExitCode

  public init(_ message: String, exitCode: ExitCode = .failure) {
    self.message = message
    self.exitCode = exitCode
  }
}
