import DomainCore
import JSONText

/// The content of `docs/commands.md`: the fields of every kind of command, generated from the code.
public enum CommandReference {
  public static var markdown: String {
    var text = introduction
    for area in FactKind.Area.allCases {
      text += "\n## \("\(area)".prefix(1).uppercased() + "\(area)".dropFirst())\n\n"
      text += "| `do` | fields |\n|---|---|\n"
      for kind in FactKind.allCases where kind.area == area {
        for fields in CommandField.layouts(of: kind) {
          let cells = fields.filter { $0.name != "of" }.map { describe($0) }
          text +=
            "| `\(kind.text)` | \(cells.isEmpty ? "–" : cells.joined(separator: "<br>")) |\n"
        }
      }
    }
    return text
  }

  private static func describe(_ field: CommandField) -> String {
    let description = "`\(field.name)`: \(field.allowed)"
    switch field.defaultValue {
    case nil: return description
    case .nothing: return description + " (optional)"
    case .value(let node): return description + " (default `\(JSONWriter(.compact).text(node))`)"
    }
  }

  private static let introduction = """
    # Commands as text

    A command is a JSON object: `do` is its kind, `of` the member that it is about, and the other
    fields depend on the kind. `RECORD=1 swift test --filter CommandReferenceTests` generates this page
    from the code.

    ```json
    {"do":"completionSet","of":"m1","habit":"@p3","on":"2026-03-04","done":true}
    ```

    - Entities that a step created, and members, have the names that [plans](plans.md) give them.
      `"none"` stands for no entity, and `"nobody"` for no member. A person who joins needs no `of`.
    - Texts are spelled out. Commands that will be rejected have a text, too: times of a day may
      exceed 24 hours, and a day or an instant without a four-digit year is the number of days or
      milliseconds since 1970.
    - Codes, seals, and the identities of conflicts and of notification causes are hexadecimal. The
      last three are digests, which cannot be reversed and do not change with a plan.
    - A kind with several rows has a field that selects the row.
    - A command that these fields cannot represent, such as one from a newer build, has `words`
      instead: the entity and the two words of the payload in hexadecimal.

    """
}
