import JSONText

// Smaller values for the lines of a plan.
extension JSONNode {
  /// A copy with another value under a key.
  func setting(_ key: String, to node: JSONNode) -> JSONNode {
    .object((members ?? []).map { ($0.key, $0.key == key ? node : $0.node) })
  }

  func without(_ key: String) -> JSONNode {
    .object((members ?? []).filter { $0.key != key }.map { ($0.key, $0.node) })
  }

  /// A copy with every text in it changed by `change`.
  func mapped(_ change: (String) -> String) -> JSONNode {
    switch value {
    case .string(let text): .string(change(text))
    case .array(let elements): .array(elements.map { $0.mapped(change) })
    case .object(let members): .object(members.map { ($0.key, $0.node.mapped(change)) })
    default: self
    }
  }

  /// Simpler lines for a step, the best candidates first.
  func simpler() -> [JSONNode] {
    var lines: [JSONNode] = []
    if let command = self["what"]?.elements {
      for place in command.indices where command.count > 1 {
        var fewer = command
        fewer.remove(at: place)
        lines.append(
          fewer.count == 1
            ? setting("what", to: fewer[0]).setting("do", to: "submit")
            : setting("what", to: .array(fewer)))
      }
    } else if let command = self["what"] {
      lines += command.simplerValues().map { setting("what", to: $0) }
    }
    return lines + simplerValues()
  }

  /// Objects that differ from this one in one smaller value.
  private func simplerValues() -> [JSONNode] {
    var simpler: [JSONNode] = []
    for member in members ?? [] {
      switch member.node.value {
      case .integer(let number) where abs(number) > 1:
        // Clock settings are milliseconds: whole days, hours or minutes are easier to read.
        let units: [Int128] = [1, 60_000, 3_600_000, 86_400_000]
        for unit in units where unit < abs(number) {
          simpler.append(setting(member.key, to: .integer(number < 0 ? -unit : unit)))
        }
        for unit in units.reversed() where unit > 1 && abs(number) > unit && number % unit != 0 {
          simpler.append(setting(member.key, to: .integer(number / unit * unit)))
        }
      case .number: simpler.append(setting(member.key, to: 1))
      case .string where member.key == "name" || member.key == "text" || member.key == "title":
        if member.node.string != "a" { simpler.append(setting(member.key, to: "a")) }
      default: break
      }
    }
    return simpler
  }
}
