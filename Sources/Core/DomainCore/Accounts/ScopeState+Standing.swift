// Accounts: what the server asks before it lets a device in.

public import Base
public import Chronology

// What the server asks a scope about a member before it lets one of their devices in.
extension ScopeState {
  /// FAM-6, P12: why nothing of the scope may reach a member's devices, and nothing be taken from
  /// them; nil for a member in good standing and for who is about to join. A load and a compare.
  ///
  /// `now` is for what depends on age, such as a parent's consent (FAM-5).
  @inlinable public func exclusion(of member: MemberHandle, now: Instant) -> Refusal? {
    let index = Int(member.index)
    guard index < shared.members.count else { return nil }
    guard shared.members[index].isActive else { return .memberRemoved }
    guard shared.members[index].consent == .withdrawn,
      shared.members[index].needsConsent(on: now.utcDay)
    else {
      return nil
    }
    return .accountWithoutConsent
  }

  /// FAM-5: whether a member is one of a group, where nobody's parents are. A load and a compare.
  @inlinable public func isInGroup(_ member: MemberHandle) -> Bool {
    Int(member.index) < shared.members.count
      && shared.members[Int(member.index)].role == .groupMember
  }

  /// Whether somebody was a member and is none any more (FAM-6, GRP-9).
  public func isGone(_ member: MemberHandle) -> Bool {
    Int(member.index) < shared.members.count && !shared.members[Int(member.index)].isActive
  }

  /// FAM-7: whether a scope ends with a member: there would be no parent left in a family that has
  /// one, or nobody at all.
  public func ends(without member: MemberHandle) -> Bool {
    var others = 0
    var parents = 0
    for index in 0..<shared.members.count
    where index != Int(member.index) && shared.members[index].isActive {
      others += 1
      if shared.members[index].role == .parent { parents += 1 }
    }
    return others == 0 || (shared.members[Int(member.index)].role == .parent && parents == 0)
  }

  /// FAM-7: what is said of a member who leaves the scope because their account is deleted, so that
  /// seats, duties and offices pass on as the scope's own rules have it; nil where none do.
  public func departure(of member: MemberHandle) -> Command? {
    if self.member(member).role == .groupMember { return group.groupDeparture(of: member) }
    // A founder's place in the list is made blank instead, because no fact stands for it.
    return self.member(member).entity == .none ? nil : .removeMember(member)
  }

  /// P12: a state in the place of one that must not be held any more: nothing but the number of
  /// its members and the first day, and nobody may do anything.
  public func emptied() -> ScopeState {
    var blanks = FlatArray<Member>(capacity: shared.members.count)
    for _ in 0..<shared.members.count { blanks.append(.blank) }
    return ScopeState(members: blanks, firstDay: firstDay, dayCapacity: 64)
  }

  /// FAM-7, GRP-2: what is left of a scope that was deleted: nothing, but that the invitation to a
  /// group is answered "deleted" (GRP-3).
  public func ended() -> ScopeState {
    var state = emptied()
    guard group.head.isFounded else { return state }
    var head = GroupHead()
    head.code = group.head.code
    head.isDeleted = true
    state.group.replaceGroupHead(by: head, &state.shared)
    return state
  }
}

extension Member {
  /// Somebody of whom nothing is known but that they do not belong to the scope.
  public static var blank: Member {
    var member = Member(role: .observer, born: LocalDay(number: 0))
    member.isActive = false
    return member
  }
}
