public import Chronology
public import DomainCore

/// A person's membership in a group, as the server knows it.
public struct GroupMembership: Sendable, Hashable {
  /// The place of the person in the world.
  public var person: Int
  /// The place in the group's list of members.
  public var member: MemberHandle
  public var joined: Instant
  public var isActive: Bool
  /// Whether the boards show what the person has shared.
  public var isShown: Bool
}
