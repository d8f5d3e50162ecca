extension CompletionShell {
  static func zshLines(_ program: String, _ commands: [CompletedCommand]) -> [String] {
    let function = "_\(program.identifier)"
    var lines = ["#compdef \(program)"]
    for command in commands { lines += [""] + zshFunction(command) }
    return lines + [
      "",
      "if [ \"$funcstack[1]\" = \"\(function)\" ]; then",
      "    \(function) \"$@\"",
      "else",
      "    compdef \(function) \(program)",
      "fi",
    ]
  }

  private static func zshFunction(_ command: CompletedCommand) -> [String] {
    let function = "_\(command.identifier)"
    var specifications = command.options.map(zshSpecification)
    specifications += [
      "'\(BuiltIn.version.name)[\(BuiltIn.version.help)]'",
      "'(-h --help)'{-h,--help}'[\(BuiltIn.help.help)]'",
    ]
    specifications += command.arguments.map(zshSpecification)
    if !command.subcommands.isEmpty {
      specifications += ["'(-): :->command'", "'(-)*:: :->arguments'"]
    }
    var lines = [
      "\(function)() {", "    local context state state_descr line", "    typeset -A opt_args",
    ]
    lines.append("    _arguments -C \\")
    lines.append(specifications.map { "        \($0)" }.joined(separator: " \\\n"))
    if !command.subcommands.isEmpty {
      lines += ["    case \"$state\" in", "    command)", "        local -a commands=("]
      lines += command.subcommands.map { subcommand in
        "            \("\(subcommand.name.escaping(":")):\(subcommand.help)".quoted)"
      }
      lines += ["        )", "        _describe subcommand commands ;;", "    arguments)"]
      lines += ["        case \"${words[1]}\" in"]
      lines += command.subcommands.map { subcommand in
        let isHelp = !command.command.subcommands.contains { $0.name == subcommand.name }
        let called = isHelp ? function : "\(function)_\(subcommand.name.identifier)"
        return "        \(subcommand.name)) \(called) ;;"
      }
      lines += ["        esac ;;", "    esac"]
    }
    return lines + ["}"]
  }

  private static func zshSpecification(_ definition: ParameterDefinition) -> String {
    let help = definition.help.escaping("\\[]:")
    let action =
      switch definition.completion {
      case .file where definition.completedWords.isEmpty: "_files"
      case .file:
        "{compadd -- \(definition.completedWords.joined(separator: " ")); _files}"
      case .directory: "_files -/"
      case .none:
        definition.completedWords.isEmpty
          ? "" : "(\(definition.completedWords.joined(separator: " ")))"
      }
    let value = ":\(definition.valueName.escaping(":")):\(action)"
    switch definition.kind {
    case .argument: return "\(definition.isRepeating ? "*" : "")\(value)".quoted
    case .flag, .option:
      let suffix = "[\(help)]" + (definition.kind == .option ? value : "")
      let repeating = definition.isRepeating ? "*" : ""
      let names = definition.names.map { name in
        definition.kind == .option && name.hasPrefix("--") ? name + "=" : name
      }
      guard names.count > 1 else { return "\(repeating)\(names[0])\(suffix)".quoted }
      let others = definition.isRepeating ? "*" : "(\(definition.names.joined(separator: " ")))"
      return "\(others.quoted){\(names.joined(separator: ","))}\(suffix.quoted)"
    }
  }
}
