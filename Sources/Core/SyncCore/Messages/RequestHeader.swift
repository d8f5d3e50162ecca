/// What a device asks for.
public enum RequestKind: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  /// Pushes operations, and asks for the rows that follow the device's position.
  case exchange = 0
  /// FAM-8: the user has signed in on the device, with the credentials that the carrier requires.
  case signIn = 1
  /// OFF-3: like an exchange, by an install that has another one's copy and hands over its pending
  /// operations.
  case handOver = 2
}

/// Who sends the request, what it asks for, and where the sender's copy ends.
public struct RequestHeader: BitwiseCopyable, Hashable, Sendable {
  public var site: UInt32
  public var scope: UInt32
  /// The feed that the device's position belongs to.
  public var epoch: UInt32
  /// How many rows of the feed the device has applied.
  public var position: UInt32
  public var pageRowsMax: UInt32
  /// The incarnation of the server that sent all this.
  public var incarnation: UInt32
  /// The last operation of the site that, as far as the device knows, the server has decided.
  public var sequenceDecided: UInt32
  /// The last operation that the site has lost permanently, though the server may not know of it.
  public var sequencePermanentlyLost: UInt32
  /// The first word of the digest at the position, or zero where the device cannot compute it.
  public var digest: UInt64
  /// The install that sends the request.
  public var install: InstallNonce
  /// The time on the device's clock, in seconds since 1970; zero where a build does not send it.
  public var clock: UInt32
  /// Last, because it leaves the least padding there.
  public var kind: RequestKind

  @inlinable public init(
    site: UInt32, scope: UInt32, epoch: UInt32, position: UInt32, pageRowsMax: UInt32,
    kind: RequestKind = .exchange, incarnation: UInt32 = 0, sequenceDecided: UInt32 = 0,
    sequencePermanentlyLost: UInt32 = 0, digest: UInt64 = 0, install: InstallNonce = .none,
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
    self.sequencePermanentlyLost = sequencePermanentlyLost
    self.digest = digest
    self.install = install
    self.clock = clock
  }

  @inlinable static var blank: RequestHeader {
    RequestHeader(site: 0, scope: 0, epoch: 0, position: 0, pageRowsMax: 0)
  }
}
