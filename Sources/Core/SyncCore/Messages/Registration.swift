public import DomainCore

/// What an install needs before its first request: its site, whom it belongs to, and the genesis of
/// the scope. The server gives it once, over a connection that knows who asks.
public struct Registration: ~Copyable {
  public var site: UInt32
  public var scope: UInt32
  public var member: MemberHandle
  public var genesis: ScopeGenesis

  public init(
    site: UInt32, scope: UInt32, member: MemberHandle, genesis: consuming ScopeGenesis
  ) {
    self.site = site
    self.scope = scope
    self.member = member
    self.genesis = genesis
  }
}
