import Chronology
import DomainCore
import Simulator
import World

/// What figures ask of the groups of a community, by person.
struct GroupFacts {
  /// The day of the run on which each first joined a group, nil if they never did.
  let days: [Int32?]
  /// Of the first member of each group: for how many weeks in a row its board had anybody on it.
  let ledWeeks: [Int32?]

  /// As of now; boards of weeks from `firstDay` to the last of `days` are asked.
  init(of community: borrowing Community, firstDay: LocalDay, days count: Int) {
    days = community.world.groupDays()
    var weeks = [Int32?](repeating: nil, count: community.personCount)
    for number in 0..<community.world.groupCount {
      let members = community.world.memberships(ofGroup: number)
      guard let first = members.first else { continue }
      var week = firstDay.weekStart
      var (inARow, longest) = (Int32(0), Int32(0))
      while week <= firstDay.adding(days: count - 1) {
        let isActive = members.contains { member in
          (community.world[agreedBy: number].group.score(of: member.member, week: week)?.checkIns
            ?? 0) > 0
        }
        inARow = isActive ? inARow + 1 : 0
        longest = max(longest, inARow)
        week = week.adding(days: 7)
      }
      weeks[first.person] = longest
    }
    ledWeeks = weeks
  }
}
