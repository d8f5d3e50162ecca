public import DomainCore

/// What the server answers: how far it knows the site, and a page of the feed.
public struct ExchangeAnswer: BitwiseCopyable, Hashable, Sendable {
  public var site: UInt32
  public var scope: UInt32
  /// Every operation of the site up to this one has its verdict.
  public var sequenceDecided: UInt32
  /// The feed that the rows belong to. A device that is told to start again or to drop everything
  /// goes on under this number.
  public var epoch: UInt32
  /// The page holds the rows at positions `from ..< to`.
  public var from: UInt32
  public var to: UInt32
  /// Where the feed ended when the page was cut; more rows wait if it is beyond `to`.
  public var end: UInt32
  public var status: ExchangeStatus
  /// The number of the refusal behind a purge, otherwise zero.
  public var reason: UInt8

  @inlinable public init(
    site: UInt32, scope: UInt32, sequenceDecided: UInt32, epoch: UInt32, from: UInt32, to: UInt32,
    end: UInt32, status: ExchangeStatus = .page, reason: UInt8 = 0
  ) {
    self.site = site
    self.scope = scope
    self.sequenceDecided = sequenceDecided
    self.epoch = epoch
    self.from = from
    self.to = to
    self.end = end
    self.status = status
    self.reason = reason
  }

  /// Why a device must drop everything, as a reason that a screen can show.
  @inlinable public var refusal: Refusal? { Refusal(rawValue: reason) }
}
