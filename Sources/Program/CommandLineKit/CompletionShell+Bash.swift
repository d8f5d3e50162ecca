extension CompletionShell {
  static func bashLines(_ program: String, _ commands: [CompletedCommand]) -> [String] {
    let function = "_\(program.identifier)"
    var lines = [
      "#!/bin/bash",
      "",
      "\(function)() {",
      "    local current=\"${COMP_WORDS[COMP_CWORD]}\"",
      "    local previous=\"${COMP_WORDS[COMP_CWORD-1]}\"",
      "    local command=\(program.quoted) word words=''",
      "    for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do",
      "        case \"$command $word\" in",
    ]
    lines += bashPaths(commands.dropFirst().map(\.path))
    lines += ["        esac", "    done", "    case \"$command $previous\" in"]
    for command in commands {
      for option in command.options where option.kind == .option {
        let patterns = option.names.map { "\(command.path) \($0)".quoted }.joined(separator: "|")
        lines += [
          "        \(patterns))", "            \(bashReply(for: option))", "            return ;;",
        ]
      }
    }
    lines += ["    esac", "    case \"$command\" in"]
    for command in commands {
      let names =
        command.subcommands.map(\.name) + command.options.flatMap(\.names) + BuiltIn.names
        + command.arguments.flatMap(\.completedWords)
      lines.append(
        "        \(command.path.quoted)) words=\(names.joined(separator: " ").quoted) ;;")
    }
    lines += [
      "    esac",
      "    COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))",
    ]
    let withFiles = commands.filter { command in
      command.arguments.contains { $0.completion != .none }
    }
    if !withFiles.isEmpty {
      let patterns = withFiles.map(\.path.quoted).joined(separator: "|")
      lines += [
        "    case \"$command\" in",
        "        \(patterns)) COMPREPLY+=($(compgen -f -- \"$current\")) ;;",
        "    esac",
      ]
    }
    return lines + ["}", "", "complete -o filenames -F \(function) \(program)"]
  }

  private static func bashPaths(_ paths: [String]) -> [String] {
    if paths.isEmpty { return [] }
    return [
      "            \(paths.map(\.quoted).joined(separator: "|")))",
      "                command=\"$command $word\" ;;",
    ]
  }

  private static func bashReply(for option: ParameterDefinition) -> String {
    let words = option.completedWords.joined(separator: " ").quoted
    return switch option.completion {
    case .file: "COMPREPLY=($(compgen -f -- \"$current\"))"
    case .directory: "COMPREPLY=($(compgen -d -- \"$current\"))"
    case .none: "COMPREPLY=($(compgen -W \(words) -- \"$current\"))"
    }
  }
}
