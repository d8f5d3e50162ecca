public import Base
public import DomainCore

/// The server's core: decides by rule, appends to the feed, cuts pages. Sans-I/O.
public struct Server: ~Copyable {
  public let settings: ServerSettings
  public var scopes: OwnedArray<Scope>
  public var sites: FlatArray<SiteRecord>
  /// What holds for a person in all scopes together.
  public var directory = Directory()
  /// COST-1: what all this would cost on a document store.
  public var meter = CostMeter()

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

  /// OFF-3: registers an install of a member and returns its number. A new or reinstalled device is
  /// a new site: it gets the whole feed, and what other installs have queued is still theirs.
  @inlinable public mutating func register(
    scope: UInt32, member: MemberHandle, account: AccountHandle = .none
  ) -> UInt32 {
    sites.append(
      SiteRecord(
        scope: scope, member: member, account: account, epoch: scopes[Int(scope)].epoch))
    return UInt32(sites.count - 1)
  }
}
