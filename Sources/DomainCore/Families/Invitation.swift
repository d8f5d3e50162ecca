public import Chronology

/// FAM-1: that somebody may join a family, once, in one role.
public struct Invitation: BitwiseCopyable, Hashable, Sendable {
  public var entity: Entity
  public var role: Role
  /// The parent who made it.
  public var maker: MemberHandle
  public var isRevoked = false
  public var isUsed = false

  public init(made fact: Fact, role: Role) {
    entity = fact.identity
    maker = fact.author
    self.role = role
  }
}

/// FAM-6: that a membership ended.
public struct MembershipEnd: BitwiseCopyable, Hashable, Sendable {
  public var member: MemberHandle
  public var at: Instant

  public init(of member: MemberHandle, at instant: Instant) {
    self.member = member
    at = instant
  }
}
