/// The help of one command, laid out for a number of columns.
struct HelpPage {
  private static let descriptionColumn = 26
  /// With more parameters than this, the usage names the required ones only.
  private static let usageParametersMax = 12

  /// The command, after its parents.
  let path: [Command]
  let width: Int

  private var command: Command { path.last! }

  /// `shakeout bench run`.
  var name: String { path.map(\.name).joined(separator: " ") }

  var text: String {
    var parts: [String] = []
    let overview = [command.abstract, command.discussion].filter { !$0.isEmpty }
    if !overview.isEmpty {
      parts.append(wrapped("OVERVIEW: " + overview.joined(separator: "\n\n"), indent: 0))
    }
    parts.append(usage("USAGE: "))
    let arguments = command.shownDefinitions.filter { $0.kind == .argument }
    let options = command.shownDefinitions.filter { $0.kind != .argument }
    parts += section("ARGUMENTS", arguments.map { ("<\($0.valueName)>", $0.description) })
    parts += section(
      "OPTIONS",
      options.map { ($0.label, $0.description) } + [
        (BuiltIn.version.name, BuiltIn.version.help),
        ("\(BuiltIn.help.short), \(BuiltIn.help.name)", BuiltIn.help.help),
      ])
    parts += section("SUBCOMMANDS", command.subcommands.map { ($0.name, $0.abstract) })
    if !command.subcommands.isEmpty {
      let names = [path[0].name, "help"] + path.dropFirst().map(\.name)
      parts.append("  See '\(names.joined(separator: " ")) <subcommand>' for detailed help.")
    }
    return parts.joined(separator: "\n\n") + "\n"
  }

  /// The usage after a label, its further lines indented to its first.
  func usage(_ label: String) -> String {
    var items: [String]
    if !command.subcommands.isEmpty {
      items = ["<subcommand>"]
    } else if command.shownDefinitions.count <= Self.usageParametersMax {
      items = command.shownDefinitions.map(\.usage)
    } else {
      items =
        ["[<options>]"]
        + command.shownDefinitions.filter { $0.isRequired || $0.kind == .argument }.map(\.usage)
    }
    var lines = [label + name]
    for item in items {
      if lines[lines.count - 1].count + 1 + item.count > width {
        lines.append(String(repeating: " ", count: label.count + 2) + item)
      } else {
        lines[lines.count - 1] += " " + item
      }
    }
    return lines.joined(separator: "\n")
  }

  private func section(_ title: String, _ rows: [(label: String, description: String)]) -> [String]
  {
    if rows.isEmpty { return [] }
    let lines = rows.map { row in
      let label = "  " + row.label
      if row.description.isEmpty { return label }
      let description = wrapped(row.description, indent: Self.descriptionColumn)
      return label.count < Self.descriptionColumn
        ? label + description.dropFirst(label.count) : label + "\n" + description
    }
    return ["\(title):\n" + lines.joined(separator: "\n")]
  }

  /// Wraps lines between words to the width of the page; every line of a paragraph
  /// gets the indentation of its first, and a word that is too long for a line stays whole.
  private func wrapped(_ text: String, indent: Int) -> String {
    let paragraphs = text.split(separator: "\n", omittingEmptySubsequences: false)
    return paragraphs.map { paragraph in
      let margin = String(repeating: " ", count: indent) + paragraph.prefix { $0 == " " }
      var lines: [String] = []
      for word in paragraph.split(separator: " ") {
        if let last = lines.last, margin.count + last.count + 1 + word.count <= width {
          lines[lines.count - 1] += " " + word
        } else {
          lines.append(String(word))
        }
      }
      return lines.map { margin + $0 }.joined(separator: "\n")
    }.joined(separator: "\n")
  }
}

extension ParameterDefinition {
  /// `-s, --seed <seed>`.
  var label: String {
    let shortFirst = names.filter { !$0.hasPrefix("--") } + names.filter { $0.hasPrefix("--") }
    return shortFirst.joined(separator: ", ") + (kind == .option ? " <\(valueName)>" : "")
  }

  /// `[--seed <seed>]`, `<scenario>`, `[--set <set> ...]`.
  var usage: String {
    let text = synopsis + (isRepeating ? " ..." : "")
    return isRequired ? text : "[\(text)]"
  }

  /// The help, followed by the allowed values and the default.
  var description: String {
    var notes: [String] = []
    if !choices.isEmpty { notes.append("values: \(choices.joined(separator: ", "))") }
    if let defaultText, !defaultText.isEmpty { notes.append("default: \(defaultText)") }
    let note = notes.isEmpty ? "" : "(\(notes.joined(separator: "; ")))"
    return [help, note].filter { !$0.isEmpty }.joined(separator: " ")
  }
}
