/// The identity of an install of the app: drawn once, when it first starts, and kept outside of its
/// database, where no backup includes it.
///
/// A **device** has an owner and a clock. An **install** is the app on it, from the day on which it
/// is installed until it is removed. A **site** is the number under which an install writes in one
/// scope for one account, and a **replica** is its copy of that scope. A database can be copied to
/// where it does not belong, by a backup or onto a second phone; a nonce cannot.
public struct InstallNonce: BitwiseCopyable, Hashable, Sendable {
  public let raw: UInt64

  @inlinable public init(raw: UInt64) {
    self.raw = raw
  }

  /// Used where a build does not distinguish installs.
  @inlinable public static var none: InstallNonce { InstallNonce(raw: 0) }
}
