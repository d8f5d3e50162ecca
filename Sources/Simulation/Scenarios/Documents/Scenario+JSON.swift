public import JSONText

extension Scenario {
  /// The resolved scenario: every parameter, in the order of the fields. Two runs have the same
  /// scenario exactly when this text is equal, so a digest of its compact form identifies it.
  public var json: JSONNode { json(of: .all) }

  private func json(of group: ScenarioGroup) -> JSONNode {
    .object(
      group.members.map { member in
        switch member.content {
        case .parameter(let place): (member.key, Self.fields[place].write(self))
        case .group(let inner): (member.key, json(of: inner))
        }
      })
  }

  /// The resolved scenario as a scenario file: every parameter under a comment with its meaning,
  /// its allowed values and the source of its value.
  public var annotatedText: String {
    var lines = ["{"]
    annotate(.all, depth: 1, into: &lines)
    lines.append("}")
    return lines.joined(separator: "\n") + "\n"
  }

  private func annotate(_ group: ScenarioGroup, depth: Int, into lines: inout [String]) {
    let indent = String(repeating: "  ", count: depth)
    for (number, member) in group.members.enumerated() {
      let comma = number == group.members.count - 1 ? "" : ","
      if number > 0 { lines.append("") }
      switch member.content {
      case .parameter(let place):
        let field = Self.fields[place]
        lines.append("\(indent)// \(field.meaning).")
        lines.append("\(indent)// Allowed: \(field.rule). Source: \(field.evidence).")
        lines += field.needs.map { "\(indent)// No effect unless \($0)." }
        let value = JSONWriter(.pretty).text(field.write(self)).split(separator: "\n")
        lines.append(
          "\(indent)\"\(member.key)\": \(value.joined(separator: "\n\(indent)"))\(comma)")
      case .group(let inner):
        lines.append("\(indent)\"\(member.key)\": {")
        annotate(inner, depth: depth + 1, into: &lines)
        lines.append("\(indent)}\(comma)")
      }
    }
  }
}
