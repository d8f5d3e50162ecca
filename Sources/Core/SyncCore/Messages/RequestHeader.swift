/// What a device asks for.
public enum RequestKind: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  /// Takes operations along, and wants the rows that follow the device's position.
  case exchange = 0
  /// FAM-8: somebody has signed in on the device, with whatever the carrier asks of them.
  case signIn = 1
  /// OFF-3: the same as an exchange, by an install that has another one's copy, and hands over what
  /// waits in it.
  case handOver = 2
}

/// Who asks the server for what, and where their copy ends.
public struct RequestHeader: BitwiseCopyable, Hashable, Sendable {
  public var site: UInt32
  public var scope: UInt32
  /// The feed that the device's position belongs to.
  public var epoch: UInt32
  /// How many rows of the feed the device has applied.
  public var position: UInt32
  public var pageRowsMax: UInt32
  /// The incarnation of the server by which all this was given.
  public var incarnation: UInt32
  /// Up to which operation the site was told that the server has decided.
  public var sequenceDecided: UInt32
  /// The last operation that the site does not have any more, though the server may not know of it.
  public var sequenceLostForGood: UInt32
  /// The first word of the digest at the position, or zero where the device cannot say.
  public var digest: UInt64
  /// Which install asks.
  public var install: InstallNonce
  /// What the device's clock shows, in seconds since 1970; zero where a build does not say.
  public var clock: UInt32
  /// Last, because it leaves the least room unused there.
  public var kind: RequestKind

  @inlinable public init(
    site: UInt32, scope: UInt32, epoch: UInt32, position: UInt32, pageRowsMax: UInt32,
    kind: RequestKind = .exchange, incarnation: UInt32 = 0, sequenceDecided: UInt32 = 0,
    sequenceLostForGood: UInt32 = 0, digest: UInt64 = 0, install: InstallNonce = .none,
    clock: UInt32 = 0
  ) {
    self.site = site
    self.scope = scope
    self.epoch = epoch
    self.position = position
    self.pageRowsMax = pageRowsMax
    self.kind = kind
    self.incarnation = incarnation
    self.sequenceDecided = sequenceDecided
    self.sequenceLostForGood = sequenceLostForGood
    self.digest = digest
    self.install = install
    self.clock = clock
  }

  @inlinable static var blank: RequestHeader {
    RequestHeader(site: 0, scope: 0, epoch: 0, position: 0, pageRowsMax: 0)
  }
}
