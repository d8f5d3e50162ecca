import Base
public import DomainCore
public import JSONText

/// Commands as JSON objects that people read and edit:
/// `{"do":"completionSet","of":"m1","habit":"@p3","on":"2026-03-04","done":true}`.
///
/// `docs/commands.md` lists the fields of every kind. The text can represent any command, even one
/// that will be rejected: the domain decides what is allowed.
public struct CommandText {
  public var names: CommandNames

  public init(names: CommandNames) {
    self.names = names
  }

  public func json(of command: Command) -> JSONNode {
    var form = CommandCodec(writing: command, names)
    do throws(CommandTextError) {
      try form.fill()
      // Bits that no field represents would be lost.
      if form.made == command { return form.node }
    } catch {}
    form = CommandCodec(writing: command, names)
    do throws(CommandTextError) { try form.fillWords() } catch { preconditionFailure("\(error)") }
    return form.node
  }

  /// Reads a command. Any text gives a command or an error.
  public func command(from node: JSONNode) throws(CommandTextError) -> Command {
    guard let members = node.members else {
      throw .malformed(
        place: "command", what: "is \(node.summary)", allowed: "an object with 'do' and 'of'",
        nearest: nil)
    }
    var form = CommandCodec(reading: members, as: try Self.kind(node), names)
    if node["words"] == nil { try form.fill() } else { try form.fillWords() }
    try form.finish()
    return form.made
  }

  private static func kind(_ node: JSONNode) throws(CommandTextError) -> FactKind {
    let text = node["do"]?.string
    if let kind = text.flatMap({ FactKind(text: $0) }) { return kind }
    throw .malformed(
      place: "do", what: node["do"].map { "is \($0.summary)" } ?? "is missing",
      allowed: "the kinds of docs/commands.md",
      nearest: text.flatMap { RenamedPlanWords.command($0) ?? nearest(to: $0, in: FactKind.texts) })
  }
}
