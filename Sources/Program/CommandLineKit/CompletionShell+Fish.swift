extension CompletionShell {
  static func fishLines(_ program: String, _ commands: [CompletedCommand]) -> [String] {
    let function = "__\(program.identifier)_command"
    let paths = commands.dropFirst().map(\.path.quotedForFish).joined(separator: " ")
    var lines = [
      "function \(function)",
      "    set -l command \(program)",
      "    for word in (commandline -opc)[2..]",
      "        if contains -- \"$command $word\" \(paths)",
      "            set command \"$command $word\"",
      "        end",
      "    end",
      "    echo $command",
      "end",
      "",
      "complete -c \(program) -f",
    ]
    for command in commands {
      let condition = "test (\(function)) = \"\(command.path)\""
      let start = "complete -c \(program) -n \(condition.quotedForFish)"
      lines += command.subcommands.map { subcommand in
        "\(start) -a \(subcommand.name.quotedForFish) -d \(subcommand.help.quotedForFish)"
      }
      lines += (command.options + command.arguments.filter(\.canBeCompleted)).map {
        "\(start) \(fishWords(for: $0))"
      }
      lines.append("\(start) -l version -d \(BuiltIn.version.help.quotedForFish)")
      lines.append("\(start) -l help -s h -d \(BuiltIn.help.help.quotedForFish)")
    }
    return lines
  }

  private static func fishWords(for definition: ParameterDefinition) -> String {
    var words = definition.names.map { name in
      name.hasPrefix("--") ? "-l \(name.dropFirst(2))" : "-s \(name.dropFirst(1))"
    }
    if definition.kind == .option { words.append("-r") }
    switch definition.completion {
    case .file where definition.completedWords.isEmpty: words.append("-F")
    case .file:
      words.append("-F -a \(definition.completedWords.joined(separator: " ").quotedForFish)")
    case .directory: words.append("-f -a '(__fish_complete_directories)'")
    case .none where definition.kind == .flag: break
    case .none:
      words.append("-f -a \(definition.completedWords.joined(separator: " ").quotedForFish)")
    }
    return (words + ["-d \(definition.help.quotedForFish)"]).joined(separator: " ")
  }
}

extension ParameterDefinition {
  fileprivate var canBeCompleted: Bool { completion != .none || !completedWords.isEmpty }
}

extension String {
  /// The text in single quotes of fish, where a backslash escapes quote and backslash.
  fileprivate var quotedForFish: String { "'" + escaping("\\'") + "'" }
}
