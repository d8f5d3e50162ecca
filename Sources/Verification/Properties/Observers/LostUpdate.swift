public import Chronology
public import DomainCore
import SyncCore

/// A write that took the place of another one, which its author had not seen.
public struct LostUpdate: BitwiseCopyable, Hashable, Sendable {
  public var scope: UInt32
  /// What kind of thing the write that stands said.
  public var kind: FactKind
  /// Under which sites the two were said, and when, as the devices say.
  public var site: UInt32
  public var tapped: Instant
  public var replacedSite: UInt32
  public var replacedTapped: Instant
  /// When the server had the write that stands.
  public var received: Instant
  /// Whether what is gone was meant later.
  public var isLostUpdate: Bool

  init(of row: FeedRow, replacing replaced: FeedRow, scope: UInt32, isLostUpdate: Bool) {
    self.scope = scope
    kind = row.operation.fact.kind
    site = row.operation.site
    tapped = row.operation.fact.tapped
    replacedSite = replaced.operation.site
    replacedTapped = replaced.operation.fact.tapped
    received = row.committed
    self.isLostUpdate = isLostUpdate
  }
}
