public import Base
public import DomainCore

/// The server's core: decides by rule, appends to the feed, cuts pages. Sans-I/O.
public struct Server: ~Copyable {
  public let settings: ServerSettings
  /// How often the server has failed over.
  public internal(set) var incarnation: UInt32 = 0
  public var scopes: OwnedArray<Scope>
  public var sites: FlatArray<SiteRecord>
  /// The site by install, account and scope, among thousands that are reserved.
  var siteByInstall = IndexedTable<UInt32>()
  /// Facts about a person that apply in all scopes together.
  public var directory = Directory()
  /// COST-1: the cost of all this on a document store.
  public var meter = CostMeter()
  /// GRP-3: by site, the last rejected operation of a newcomer.
  @usableFromInline var refusedLast = IndexedTable<FeedRow>()
  /// The texts and unknown fields of these operations, by site; the operations are as they travel.
  var refusedUnknown = UnknownFields()
  /// FAM-7: whose fields were erased and are still in a journal.
  var erasedFields: [JournalFields] = []

  @inlinable public init(settings: ServerSettings) {
    self.settings = settings
    scopes = OwnedArray()
    sites = FlatArray()
  }

  /// Opens a scope and returns its number.
  @inlinable public mutating func open(_ scope: consuming Scope) -> UInt32 {
    scopes.append(scope)
    if settings.hasOwnTexts { scopes[scopes.count - 1].texts = ScopeTexts() }
    return UInt32(scopes.count - 1)
  }
}
