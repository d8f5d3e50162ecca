/// HAB-9: commands that are committed, sent, stored and shown together.
///
/// Each operation says how many of its transaction follow it, so a transaction needs no record of
/// its own: it ends with the operation that nothing follows.
public struct Transaction: Hashable, Sendable {
  public let commands: [Command]

  /// As many as an operation can count behind it, and itself.
  public static var commandsMax: Int { Int(UInt16.max) + 1 }

  public init(_ commands: [Command]) {
    precondition(commands.count <= Self.commandsMax, "a transaction is counted in 16 bits")
    self.commands = commands
  }

  /// How many commands follow the one at `index`.
  public func followers(after index: Int) -> UInt16 {
    UInt16(commands.count - 1 - index)
  }
}
