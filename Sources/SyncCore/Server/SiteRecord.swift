public import DomainCore

/// What the server remembers of a site.
public struct SiteRecord: BitwiseCopyable, Hashable, Sendable {
  /// Every operation up to this one has its verdict.
  public var sequenceDecided: UInt32 = 0
  public var scope: UInt32
  /// The greatest stamp of the site in the log; its next one must be greater.
  public var stampLatest: UInt64 = 0
  /// The member who signed in on the site: nobody else writes from it.
  public var member: MemberHandle
  /// Whose account that is, for the rules that hold across scopes.
  public var account: AccountHandle

  @inlinable public init(scope: UInt32, member: MemberHandle, account: AccountHandle = .none) {
    self.scope = scope
    self.member = member
    self.account = account
  }
}
