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
