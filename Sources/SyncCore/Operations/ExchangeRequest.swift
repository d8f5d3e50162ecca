/// What a device sends: the operations that the server may not have, and where its copy ends.
///
/// Push and pull share one round trip: the answer's page usually covers the verdicts of the very
/// operations in the request, which halves the messages of a session. The operations themselves
/// travel beside the request, in whatever buffer the carrier uses.
public struct ExchangeRequest: BitwiseCopyable, Hashable, Sendable {
  public var site: UInt32
  public var scope: UInt32
  /// How many operations come with it, contiguous in sequence.
  public var pushCount: UInt32
  /// The feed that the device's position belongs to.
  public var epoch: UInt32
  /// How many rows of the feed the device has applied.
  public var position: UInt32
  public var pageRowsMax: UInt32

  @inlinable public init(
    site: UInt32, scope: UInt32, pushCount: UInt32, epoch: UInt32, position: UInt32,
    pageRowsMax: UInt32
  ) {
    self.site = site
    self.scope = scope
    self.pushCount = pushCount
    self.epoch = epoch
    self.position = position
    self.pageRowsMax = pageRowsMax
  }
}
