public import DomainCore

/// What the server responds, except the rows: how far it knows the site, and the range of the page.
public struct ResponseHeader: BitwiseCopyable, Hashable, Sendable {
  public var site: UInt32
  public var scope: UInt32
  /// Every operation of the site up to this one has its verdict.
  public var sequenceDecided: UInt32
  /// The feed that the rows belong to. A device that must restart or drop everything continues
  /// under this number.
  public var epoch: UInt32
  /// The page holds the rows at positions `from ..< to`.
  public var from: UInt32
  public var to: UInt32
  /// Where the feed ended when the page was cut; more rows follow if it is beyond `to`.
  public var end: UInt32
  /// FAM-8: how often users had signed in on the site, which separates a response of an earlier
  /// session from one of a later.
  public var signIns: UInt32
  /// Which incarnation of the server responds. Under a later one, everything else here may go back:
  /// the server before the failover may have had more.
  public var incarnation: UInt32
  public var kind: ResponseKind
  /// The number of the refusal behind a purge or a sign-in, otherwise zero.
  public var reason: UInt8

  @inlinable public init(
    _ kind: ResponseKind = .page, site: UInt32, scope: UInt32, sequenceDecided: UInt32 = 0,
    epoch: UInt32 = 0, from: UInt32 = 0, to: UInt32 = 0, end: UInt32 = 0, signIns: UInt32 = 0,
    incarnation: UInt32 = 0, reason: UInt8 = 0
  ) {
    self.site = site
    self.scope = scope
    self.sequenceDecided = sequenceDecided
    self.epoch = epoch
    self.from = from
    self.to = to
    self.end = end
    self.signIns = signIns
    self.incarnation = incarnation
    self.kind = kind
    self.reason = reason
  }

  /// Why a device must drop everything, or why the account cannot sign in, as a screen can show it.
  @inlinable public var refusal: Refusal? { Refusal(rawValue: reason) }

  /// Whether more rows follow the page.
  @inlinable public var hasMore: Bool { to < end }
}
