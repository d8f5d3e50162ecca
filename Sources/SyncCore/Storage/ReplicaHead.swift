public import DomainCore

/// Where a replica stands: the record that each of its transactions writes anew.
public struct ReplicaHead: BitwiseCopyable, Hashable, Sendable {
  public var site: UInt32
  public var scope: UInt32
  /// The feed that the position belongs to.
  public var epoch: UInt32 = 1
  /// How many rows of the feed are in the base.
  public var position: UInt32 = 0
  /// The last sequence number given.
  public var sequence: UInt32 = 0
  /// What the applied rows have shown of time; the outbox knows the stamps given since.
  public var clock = HybridClock()
  /// P12: why everything was dropped, or nil.
  public var revocation: Refusal?

  @inlinable public init(site: UInt32, scope: UInt32) {
    self.site = site
    self.scope = scope
  }
}
