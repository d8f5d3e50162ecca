public import Base
public import DomainCore

/// The position and counters of a replica: the record that each of its transactions rewrites.
public struct ReplicaHead: BitwiseCopyable, Hashable, Sendable {
  public var site: UInt32
  public var scope: UInt32
  /// The install that the site belongs to.
  public var install: InstallNonce
  /// The feed that the position belongs to.
  public var epoch: UInt32 = 1
  /// The incarnation of the server that the epoch belongs to.
  public var incarnation: UInt32 = 0
  /// The number of feed rows in the base.
  public var position: UInt32 = 0
  /// The position that the copy started with; only a newcomer's is not zero.
  public var positionFounded: UInt32 = 0
  /// The state after the last of the rows: the first word of its digest.
  public var digest: UInt64 = 0
  /// The last sequence number given.
  public var sequence: UInt32 = 0
  /// The last operation that the server has lost and that will not be sent again.
  public var sequencePermanentlyLost: UInt32 = 0
  /// FAM-8: the number of sign-ins, by the latest response.
  public var signIns: UInt32 = 0
  /// The latest stamps of the applied rows; the outbox has the stamps given since.
  public var clock = HybridClock()
  /// P12: why the device dropped everything, or nil.
  public var revocation: Refusal?

  /// The digest before the first row of a copy that has lost what it began with: no feed has one
  /// there, so the server sends a snapshot.
  public static let digestOfLostBeginning: UInt64 = 1

  @inlinable public init(site: UInt32, scope: UInt32, install: InstallNonce = .none) {
    self.site = site
    self.scope = scope
    self.install = install
  }

  /// Whether a replica can have got so far: there is a number left for its next operation, and a
  /// later stamp.
  var isPossible: Bool { sequence < 1 << 31 && clock.isPossible }

  /// Records applied rows.
  @inlinable @inline(__always) mutating func note(
    _ rows: UnsafeBufferPointer<FeedRow>, clock: HybridClock
  ) {
    guard let first = rows.baseAddress, rows.count > 0 else { return }
    position += UInt32(rows.count)
    digest = (first + (rows.count - 1)).pointee.digest.first
    self.clock = clock
  }

  /// Whether a response comes after the epoch of the copy: P8, (incarnation, epoch) never goes
  /// back.
  @inlinable func isBefore(_ response: ResponseHeader) -> Bool {
    incarnation == response.incarnation
      ? epoch < response.epoch : incarnation < response.incarnation
  }
}
