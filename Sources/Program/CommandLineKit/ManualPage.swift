/// The page for `man`, from the same descriptions as the help.
struct ManualPage {
  let root: Command
  let version: String

  /// The page in the macros of `man`.
  var text: String {
    var lines = [
      ".TH \(Self.escaped(root.name.uppercased())) 1 \"\" "
        + "\"\(Self.escaped("\(root.name) \(version)"))\" \"User Commands\"",
      ".SH NAME", "\(Self.escaped(root.name)) \\- \(Self.escaped(Self.clause(root.abstract)))",
      ".SH SYNOPSIS", ".B \(Self.escaped(root.name))", Self.escaped("<subcommand> [<options>]"),
    ]
    if !root.discussion.isEmpty {
      lines += [".SH DESCRIPTION"] + Self.paragraphs(root.discussion)
    }
    lines.append(".SH COMMANDS")
    for command in root.subcommands { lines += Self.section(command, after: root.name) }
    lines += [".SH OPTIONS OF ALL COMMANDS"]
    lines += Self.item(BuiltIn.version.name, BuiltIn.version.help)
    lines += Self.item("\(BuiltIn.help.short), \(BuiltIn.help.name)", BuiltIn.help.help)
    return lines.joined(separator: "\n") + "\n"
  }

  /// A command with its parameters, and its subcommands after it.
  private static func section(_ command: Command, after path: String) -> [String] {
    let name = "\(path) \(command.name)"
    let usage = command.shownDefinitions.map(\.usage).joined(separator: " ")
    var lines = [".SS \(escaped(name))", ".B \(escaped(name))"]
    if !usage.isEmpty { lines.append(escaped(usage)) }
    lines += [".PP", escaped(command.abstract)]
    if !command.discussion.isEmpty { lines += [".PP"] + paragraphs(command.discussion) }
    for definition in command.shownDefinitions {
      let label = definition.kind == .argument ? "<\(definition.valueName)>" : definition.label
      lines += item(label, definition.description)
    }
    return lines + command.subcommands.flatMap { section($0, after: name) }
  }

  private static func item(_ label: String, _ description: String) -> [String] {
    [".TP", ".B \(escaped(label))", escaped(description)]
  }

  private static func paragraphs(_ text: String) -> [String] {
    let parts = text.split(separator: "\n").map { escaped(String($0)) }
    return Array(parts.map { [$0] }.joined(separator: [".PP"]))
  }

  /// A sentence as `man` lists it: without its period.
  private static func clause(_ sentence: String) -> String {
    sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
  }

  /// Text of a line: a hyphen is one that can be searched for, and a dot or an apostrophe at the
  /// start of a line is no macro.
  private static func escaped(_ text: String) -> String {
    let whole = text.split(separator: "\n").joined(separator: " ")
      .escaping("\\").replacing("\\\\", with: "\\e").replacing("-", with: "\\-")
    return whole.hasPrefix(".") || whole.hasPrefix("'") ? "\\&" + whole : whole
  }
}
