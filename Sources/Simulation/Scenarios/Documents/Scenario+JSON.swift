public import JSONText

extension Scenario {
  /// The resolved scenario: every parameter, in the order of the fields. Two runs have the same
  /// scenario exactly when this text is equal, so a digest of its compact form identifies it.
  public var json: JSONNode { json(under: []) }

  private func json(under section: [String]) -> JSONNode {
    .object(
      Self.keys(under: section).map { key in
        let keys = section + [key]
        let field = Self.fields.first { $0.keys == keys }
        return (key, field?.write(self) ?? json(under: keys))
      })
  }

  /// The resolved scenario as a scenario file: every parameter under a comment with its meaning,
  /// its allowed values and the source of its value.
  public var annotatedText: String {
    var lines = ["{"]
    annotate(under: [], into: &lines)
    lines.append("}")
    return lines.joined(separator: "\n") + "\n"
  }

  private func annotate(under section: [String], into lines: inout [String]) {
    let indent = String(repeating: "  ", count: section.count + 1)
    let keys = Self.keys(under: section)
    for key in keys {
      let path = section + [key]
      let comma = key == keys.last ? "" : ","
      if key != keys.first { lines.append("") }
      if let field = Self.fields.first(where: { $0.keys == path }) {
        lines.append("\(indent)// \(field.meaning).")
        lines.append("\(indent)// Allowed: \(field.rule). Source: \(field.evidence).")
        lines += field.needs.map { "\(indent)// No effect unless \($0)." }
        let value = JSONWriter(.pretty).text(field.write(self)).split(separator: "\n")
        lines.append("\(indent)\"\(key)\": \(value.joined(separator: "\n\(indent)"))\(comma)")
      } else {
        lines.append("\(indent)\"\(key)\": {")
        annotate(under: path, into: &lines)
        lines.append("\(indent)}\(comma)")
      }
    }
  }
}
