/// HAB-9: commands that are committed, sent, stored and shown together.
///
/// Each operation contains the number of operations of its transaction that follow it, so a
/// transaction needs no record of its own: it ends with the operation that has none behind it.
public struct Transaction: Hashable, Sendable {
  public let commands: [Command]

  /// The operation itself, and as many as it can count behind it.
  public static var commandsMax: Int { Int(UInt16.max) + 1 }

  public init(_ commands: [Command]) {
    precondition(commands.count <= Self.commandsMax, "a transaction has at most 65,536 commands")
    self.commands = commands
  }

  /// How many commands follow the one at `index`.
  public func followers(after index: Int) -> UInt16 {
    UInt16(commands.count - 1 - index)
  }
}
