/// A shell for which the program writes a script that completes its command lines.
enum CompletionShell: String, CaseIterable {
  case bash, zsh, fish

  func script(for root: Command) -> String {
    let commands = CompletedCommand.all(from: root)
    let lines =
      switch self {
      case .bash: Self.bashLines(root.name, commands)
      case .zsh: Self.zshLines(root.name, commands)
      case .fish: Self.fishLines(root.name, commands)
      }
    return lines.joined(separator: "\n") + "\n"
  }
}

/// A command for completion scripts: its full path and what can follow it.
struct CompletedCommand {
  /// `shakeout bench run`.
  let path: String
  let command: Command
  let subcommands: [(name: String, help: String)]

  var options: [ParameterDefinition] { command.shownDefinitions.filter { $0.kind != .argument } }
  var arguments: [ParameterDefinition] { command.shownDefinitions.filter { $0.kind == .argument } }

  /// The path as part of a function's name.
  var identifier: String { path.split(separator: " ").joined(separator: "_").identifier }

  /// A command and all its descendants, each command before its subcommands. `help` of the root has
  /// no path of its own, so what follows it is completed as what follows the root.
  static func all(from command: Command, after path: String? = nil) -> [CompletedCommand] {
    let name = path.map { "\($0) \(command.name)" } ?? command.name
    var subcommands = command.subcommands.map { ($0.name, $0.abstract) }
    if path == nil, !subcommands.isEmpty {
      subcommands.append(("help", "Show subcommand help information."))
    }
    return [CompletedCommand(path: name, command: command, subcommands: subcommands)]
      + command.subcommands.flatMap { all(from: $0, after: name) }
  }
}

extension ParameterDefinition {
  /// The words that can be completed.
  var completedWords: [String] { choices + suggestions }
}

extension String {
  /// The text with every character replaced that some shell forbids in a function's name.
  var identifier: String {
    String(map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }

  /// The text in single quotes of a POSIX shell.
  var quoted: String {
    "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }

  /// The text with a backslash before each of some characters.
  func escaping(_ characters: String) -> String {
    String(flatMap { characters.contains($0) ? ["\\", $0] : [$0] })
  }
}
