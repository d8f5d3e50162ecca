import DomainCore
import JSONText
import Plans
import TestKit
import Testing

@Suite("The command reference")
struct CommandReferenceTests {
  private static let lines = CommandReference.markdown.split(separator: "\n").map(String.init)

  /// `RECORD=1` writes the page again.
  @Test("docs/commands.md equals what the code generates")
  func page() throws {
    let text = CommandReference.markdown
    #expect(try CommittedFile.difference(of: text, from: "docs/commands.md") == nil)
  }

  @Test(
    "has every kind, and every field that a command is written with", arguments: FactKind.allCases)
  func fields(kind: FactKind) {
    let rows = Self.lines.filter { $0.hasPrefix("| `\(kind)` |") }
    #expect(!rows.isEmpty)
    let world = World(0)
    for seed in 0..<50 {
      var samples = SampleCommands(seed: UInt64(seed), in: world)
      let members = world.commands.json(of: samples.command(kind)).members ?? []
      let keys = members.map(\.key).filter { $0 != "do" && $0 != "of" }
      #expect(rows.contains { row in keys.allSatisfy { row.contains("`\($0)`: ") } }, "\(keys)")
    }
  }
}
