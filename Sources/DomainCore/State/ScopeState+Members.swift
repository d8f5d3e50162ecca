import Base

extension ScopeState {
  /// Gives somebody the next place in the list of members, and returns it. Amortised O(days).
  @discardableResult
  public mutating func addMember(_ member: Member) -> MemberHandle {
    precondition(members.count < Int(MemberHandle.newcomer.index), "members have 16-bit places")
    // What people do in a group is not kept by day.
    if members.count >= memberCapacity && member.role != .groupMember { widenMembers() }
    members.append(member)
    favourites.extend(
      to: members.count * Self.favouritesPerMember, repeating: Register(Payload()))
    return MemberHandle(UInt16(members.count - 1))
  }

  /// The member that a fact of joining made.
  public func member(joinedBy entity: Entity) -> MemberHandle? {
    for index in 0..<members.count where members[index].entity == entity {
      return MemberHandle(UInt16(index))
    }
    return nil
  }

  /// Gives every day's row of person-days room for twice as many members.
  private mutating func widenMembers() {
    let wider = max(4, members.count + 1, memberCapacity * 2)
    var moved = FlatArray<PersonDay>(repeating: PersonDay(), count: dayCapacity * wider)
    for day in 0..<dayCapacity {
      for place in 0..<memberCapacity {
        moved[day * wider + place] = personDays[day * memberCapacity + place]
      }
    }
    personDays = moved
    memberCapacity = wider
  }
}
