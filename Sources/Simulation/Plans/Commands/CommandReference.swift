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

    A command is a JSON object: `do` says of which kind it is, `of` whom it is about, and the fields
    below the rest. This page is written from the code by
    `RECORD=1 swift test --filter CommandReferenceTests`.

    ```json
    {"do":"completionSet","of":"m1","habit":"@p3","on":"2026-03-04","done":true}
    ```

    - What a step made, and members, are called as the plan calls them. `"none"` is nothing that was
      made, `"nobody"` no member. Who joins need not say `of`.
    - Texts are spelled out. Also what is going to be refused can be said: times of a day go beyond
      24 hours, and a day or an instant that has no date with four digits for the year is the plain
      number of days or milliseconds since 1970.
    - Codes, seals, and the identities of conflicts and of causes of notifications are hexadecimal.
      The last three are digests, from which nobody finds what they are of; they stay as they are
      when a plan changes.
    - A kind that stands here several times has a field that tells which of the rows it is.
    - A command that says more than these fields do, such as one from a newer build, has `words`
      instead of them: the entity and the two words of the payload in hexadecimal.

    """
}
