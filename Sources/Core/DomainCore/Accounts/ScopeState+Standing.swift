// Accounts: what the server checks before it admits a device.

public import Base
public import Chronology

// What the server checks about a member before it serves one of their devices.
extension ScopeState {
  /// FAM-6, P12: why a member's devices may neither read from nor write to the scope; nil for a
  /// member in good standing and for a person who is about to join. A load and a compare.
  ///
  /// `now` is for rules that depend on age, such as a parent's consent (FAM-5).
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

  /// FAM-5: whether a member belongs to a group, which has no parents. A load and a compare.
  @inlinable public func isInGroup(_ member: MemberHandle) -> Bool {
    Int(member.index) < shared.members.count
      && shared.members[Int(member.index)].role == .groupMember
  }

  /// Whether a person was a member and no longer is (FAM-6, GRP-9).
  public func isGone(_ member: MemberHandle) -> Bool {
    Int(member.index) < shared.members.count && !shared.members[Int(member.index)].isActive
  }

  /// FAM-7: whether a scope ends when a member leaves: a family would lose its last parent, or no
  /// one would be left.
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

  /// FAM-7: the command that removes a member whose account is deleted, so that seats, duties and
  /// offices pass on by the scope's own rules; nil where nothing has to pass on.
  public func departure(of member: MemberHandle) -> Command? {
    if self.member(member).role == .groupMember { return group.groupDeparture(of: member) }
    // A founder has no joining fact, so their place in the list of members is blanked instead.
    return self.member(member).entity == .none ? nil : .removeMember(member)
  }

  /// P12: replaces a state that must not be kept any longer. It holds only the number of members
  /// and the first day, and no one may do anything.
  public func emptied() -> ScopeState {
    var blanks = FlatArray<Member>(capacity: shared.members.count)
    for _ in 0..<shared.members.count { blanks.append(.blank) }
    return ScopeState(members: blanks, firstDay: firstDay, dayCapacity: 64)
  }

  /// FAM-7, GRP-2: what remains of a deleted scope: only that the invitation to a group is answered
  /// with "deleted" (GRP-3), and the day of its creation, which identifies no one.
  public func ended() -> ScopeState {
    var state = emptied()
    guard group.head.isFounded else { return state }
    var head = GroupHead()
    head.code = group.head.code
    head.createdDay = group.head.createdDay
    head.isDeleted = true
    state.group.replaceGroupHead(by: head, &state.shared)
    return state
  }
}

extension Member {
  /// A person of whom nothing is known except that they do not belong to the scope.
  public static var blank: Member {
    var member = Member(role: .observer, born: LocalDay(number: 0))
    member.isActive = false
    return member
  }
}
