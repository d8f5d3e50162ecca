public import DomainCore

/// Who became a member of a scope with which operation, in the order in which the server took them
/// in; so a plan can call members by the steps with which they joined.
public final class JoinBook {
  private var joined: [UInt32: [Entity]] = [:]
  private var handles: [Entity: MemberHandle] = [:]

  public init() {}

  /// Notes the next member of a scope that began with `founders`.
  func note(_ entity: Entity, in scope: UInt32, founders: Int) {
    let place = founders + joined[scope, default: []].count
    joined[scope, default: []].append(entity)
    handles[entity] = MemberHandle(UInt16(truncatingIfNeeded: place))
  }

  /// The operation with which a member joined, for those who were no founders.
  public func entity(of member: MemberHandle, in scope: UInt32, founders: Int) -> Entity? {
    let place = Int(member.index) - founders
    guard let joined = joined[scope], joined.indices.contains(place) else { return nil }
    return joined[place]
  }

  public func member(joinedBy entity: Entity) -> MemberHandle? { handles[entity] }
}
