import Base
import Chronology

extension ScopeState {
  /// Appends a member to the list of members and returns its handle. Amortized O(days).
  @discardableResult
  public mutating func addMember(_ member: Member) -> MemberHandle {
    precondition(
      shared.members.count < Int(MemberHandle.newcomer.index), "members have 16-bit places")
    // A group keeps no rows of days, so people's actions in it need none.
    if shared.members.count >= shared.memberCapacity && member.role != .groupMember {
      widenMembers()
    }
    shared.members.append(member)
    nutrition.addFavorites(forMembers: shared.members.count)
    return MemberHandle(UInt16(shared.members.count - 1))
  }

  /// The member that a fact of joining created.
  public func member(joinedBy entity: Entity) -> MemberHandle? {
    for index in 0..<shared.members.count where shared.members[index].entity == entity {
      return MemberHandle(UInt16(index))
    }
    return nil
  }

  /// Replaces a member's row, for fields that the server decides in the order of the log: role and
  /// membership.
  mutating func replaceMember(_ handle: MemberHandle, by member: Member) {
    let index = Int(handle.index)
    if shared.members[index].changes > 0 {
      shared.digestStored.remove(contribution(ofMember: index))
    }
    shared.members[index] = member
    shared.members[index].changes += 1
    shared.digestStored.add(contribution(ofMember: index))
  }

  /// Covers the changes that the log has made to a member since they joined.
  private func contribution(ofMember index: Int) -> Digest128 {
    let member = shared.members[index]
    let flags = (member.isActive ? 1 : 0) as UInt64 | (member.isRemoved ? 2 : 0)
    var digest = Digest128.mix(
      UInt64(index), UInt64(member.role.rawValue) << 8 | flags, UInt64(member.changes),
      UInt64(FactKind.memberEnded.rawValue))
    digest.fold(
      Digest128.mix(
        UInt64(bitPattern: member.activeSince.milliseconds),
        UInt64(bitPattern: member.endedAt?.milliseconds ?? -1), 0, 0))
    return digest
  }

  /// Doubles the number of members that every day's row of person-days holds.
  private mutating func widenMembers() {
    let wider = max(4, shared.members.count + 1, shared.memberCapacity * 2)
    var moved = FlatArray<PersonDay>(repeating: PersonDay(), count: dayCapacity * wider)
    for day in 0..<dayCapacity {
      for place in 0..<shared.memberCapacity {
        moved[day * wider + place] = shared.personDays[day * shared.memberCapacity + place]
      }
    }
    shared.personDays = moved
    shared.memberCapacity = wider
  }
}
