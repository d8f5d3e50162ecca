public import Base
public import DomainCore

/// Where a replica stands: the record that each of its transactions writes anew.
public struct ReplicaHead: BitwiseCopyable, Hashable, Sendable {
  public var site: UInt32
  public var scope: UInt32
  /// The install that the site is a number of.
  public var install: InstallNonce
  /// The feed that the position belongs to.
  public var epoch: UInt32 = 1
  /// The incarnation of the server that the epoch belongs to.
  public var incarnation: UInt32 = 0
  /// How many rows of the feed are in the base.
  public var position: UInt32 = 0
  /// The position that the copy began with; only a newcomer's is not zero.
  public var positionFounded: UInt32 = 0
  /// What the last of the rows said of the state: the first word of its digest.
  public var digest: UInt64 = 0
  /// The last sequence number given.
  public var sequence: UInt32 = 0
  /// The last of those that the server has lost and that will not be sent again.
  public var sequenceLostForGood: UInt32 = 0
  /// FAM-8: how often somebody has signed in, by the latest answer.
  public var signIns: UInt32 = 0
  /// What the applied rows have shown of time; the outbox knows the stamps given since.
  public var clock = HybridClock()
  /// P12: why everything was dropped, or nil.
  public var revocation: Refusal?

  @inlinable public init(site: UInt32, scope: UInt32, install: InstallNonce = .none) {
    self.site = site
    self.scope = scope
    self.install = install
  }

  /// Takes down that rows were applied.
  @inlinable @inline(__always) mutating func note(
    _ rows: UnsafeBufferPointer<FeedRow>, clock: HybridClock
  ) {
    guard let first = rows.baseAddress, rows.count > 0 else { return }
    position += UInt32(rows.count)
    digest = (first + (rows.count - 1)).pointee.digest.first
    self.clock = clock
  }

  /// Whether an answer comes after what the copy goes by: P8, (incarnation, epoch) never goes back.
  @inlinable func isBefore(_ response: ResponseHeader) -> Bool {
    incarnation == response.incarnation
      ? epoch < response.epoch : incarnation < response.incarnation
  }
}
