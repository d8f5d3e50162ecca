import JSONText

extension Scenario {
  /// The reference of all parameters as Markdown: a table per group, from the fields.
  public static var referenceMarkdown: String {
    var lines = ["# Scenario parameters"]
    var section: ArraySlice<String>?
    let defaults = Scenario()
    for field in fields {
      if field.keys.dropLast() != section {
        section = field.keys.dropLast()
        let title = field.keys.dropLast().joined(separator: ".")
        lines += ["", "## \(title.isEmpty ? "Run" : "`\(title)`")", ""]
        lines += ["| parameter | meaning | allowed | default | source |", "|---|---|---|---|---|"]
      }
      let cells = [
        "`\(field.keys.last!)`",
        ([field.meaning] + field.needs.map { "no effect unless \($0)" }).joined(separator: "; "),
        field.rule,
        "`\(JSONWriter(.compact).text(field.write(defaults)))`", field.evidence.description,
      ]
      lines.append("| \(cells.joined(separator: " | ")) |")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
