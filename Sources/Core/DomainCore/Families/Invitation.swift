/// FAM-1: allows one person to join a family, once, in one role.
public struct Invitation: BitwiseCopyable, Hashable, Sendable {
  public var entity: Entity
  public var role: Role
  /// The parent who created it.
  public var maker: MemberHandle
  public var isRevoked = false
  public var isUsed = false

  public init(made fact: Fact, role: Role) {
    entity = fact.identity
    maker = fact.author
    self.role = role
  }
}
