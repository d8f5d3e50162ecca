public import Base
public import DomainCore

/// The server's core: decides by rule, appends to the feed, cuts pages. Sans-I/O.
public struct Server: ~Copyable {
  public let settings: ServerSettings
  /// How often the server has begun anew from what was left of it.
  public internal(set) var incarnation: UInt32 = 0
  public var scopes: OwnedArray<Scope>
  public var sites: FlatArray<SiteRecord>
  /// By install, account and scope: its site, among thousands that are left free.
  var siteByInstall = IndexedTable<UInt32>()
  /// What holds for a person in all scopes together.
  public var directory = Directory()
  /// COST-1: what all this would cost on a document store.
  public var meter = CostMeter()
  /// GRP-3: by site, what was refused last to somebody who is not a member.
  @usableFromInline var refusedLast = IndexedTable<FeedRow>()

  @inlinable public init(settings: ServerSettings) {
    self.settings = settings
    scopes = OwnedArray()
    sites = FlatArray()
  }

  /// Opens a scope and returns its number.
  @inlinable public mutating func open(_ scope: consuming Scope) -> UInt32 {
    scopes.append(scope)
    return UInt32(scopes.count - 1)
  }
}
