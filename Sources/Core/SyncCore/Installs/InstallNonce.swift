/// What tells an install of the app from every other: drawn once, when it first starts, and kept
/// outside of its database, where no backup takes it along.
///
/// A **device** has an owner and a clock. An **install** is the app on it, from the day on which it
/// was put there until it is taken away. A **site** is the number under which an install speaks in
/// one scope for one account, and a **replica** is its copy of that scope. A database can be copied
/// to where it does not belong, by a backup or onto a second phone; a nonce cannot.
public struct InstallNonce: BitwiseCopyable, Hashable, Sendable {
  public let raw: UInt64

  @inlinable public init(raw: UInt64) {
    self.raw = raw
  }

  /// Where a build does not tell installs apart.
  @inlinable public static var none: InstallNonce { InstallNonce(raw: 0) }
}
