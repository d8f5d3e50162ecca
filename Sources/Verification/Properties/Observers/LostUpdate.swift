public import Chronology
public import DomainCore
import SyncCore

/// A write that replaced another one which its author had not seen.
public struct LostUpdate: BitwiseCopyable, Hashable, Sendable {
  public var scope: UInt32
  /// The kind of the winning write.
  public var kind: FactKind
  /// The sites of the two writes, and their times as the devices claim.
  public var site: UInt32
  public var tapped: Instant
  public var replacedSite: UInt32
  public var replacedTapped: Instant
  /// When the server received the winning write.
  public var received: Instant
  /// Whether the replaced write was intended later.
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
