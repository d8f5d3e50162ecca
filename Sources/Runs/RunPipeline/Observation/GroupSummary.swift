import Base
import Chronology
import DomainCore
import Population
import Scenarios
import Simulator
import SimulatedWorld

/// What figures ask of the groups of a community, by person.
struct GroupSummary {
  /// The day of the run on which each first joined a group, nil if they never did.
  let days: [Int32?]
  /// Of the first member of each group: for how many weeks in a row its board had anybody on it.
  let ledWeeks: [Int32?]
  /// Who could be asked into a group that a neighbor had founded.
  let isInvited: [Bool]
  /// Of each household, the number of the first of those that groups link with it, or its own.
  let clusterHouseholds: [UInt32]

  /// As of now; boards of weeks from `firstDay` to the last of `days` are asked.
  init(
    of community: borrowing Community, firstDay: LocalDay, days count: Int,
    linking: HouseholdClusters = .byMembership
  ) {
    clusterHouseholds = linking.firstHouseholds(of: community)
    days = community.world.groupDays()
    isInvited = Self.invited(in: community)
    var weeks = [Int32?](repeating: nil, count: community.personCount)
    for number in 0..<community.world.directory.groupCount {
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

  /// The grown-ups with the app of all households that a founded group was opened for, but for who
  /// was its first member.
  private static func invited(in community: borrowing Community) -> [Bool] {
    var invited = [Bool](repeating: false, count: community.personCount)
    for number in 0..<community.world.directory.groupCount {
      guard let founder = community.world.memberships(ofGroup: number).first else { continue }
      for index in community.world.directory.households(ofGroup: number) {
        let household = community.world.directory.households[index]
        for person in household.firstPerson..<household.firstPerson + household.personCount
        where person != founder.person && community.world.directory.people[person].usesApp
          && community.resident(person).role == .parent
        {
          invited[person] = true
        }
      }
    }
    return invited
  }
}

/// Which households are no independent trials, for their people meet in groups.
enum HouseholdClusters: Sendable {
  /// Those of whom somebody has ever been in one group.
  case byMembership
  /// Those whose people could found a group: the same ones whatever else a scenario says.
  case byNeighborhood

  /// Links that weigh a household the same in each of some runs of the same people: whoever founds
  /// groups, or is invited into one, may be in another in each.
  static func alike(in scenarios: [Scenario]) -> HouseholdClusters {
    let mayHaveGroups = scenarios.contains {
      $0.activities.groupMemberFraction > 0 || $0.interventions.treatment == .invitations
    }
    return mayHaveGroups ? .byNeighborhood : .byMembership
  }

  /// Of each household, the number of the first of those that are linked with it.
  func firstHouseholds(of community: borrowing Community) -> [UInt32] {
    let count = community.householdCount
    var first = Array(0..<count)
    for number in 0..<community.world.directory.groupCount {
      let linked =
        switch self {
        case .byNeighborhood: Array(community.world.directory.households(ofGroup: number))
        case .byMembership:
          community.world.memberships(ofGroup: number).map {
            community.world.directory.people[$0.person].household
          }
        }
      for other in linked.dropFirst() { Self.join(linked[0], other, in: &first) }
    }
    return (0..<count).map {
      community.world.directory.households[Self.root(of: $0, in: first)].number
    }
  }

  private static func root(of household: Int, in first: [Int]) -> Int {
    var root = household
    while first[root] != root { root = first[root] }
    return root
  }

  private static func join(_ one: Int, _ other: Int, in first: inout [Int]) {
    let (left, right) = (root(of: one, in: first), root(of: other, in: first))
    first[max(left, right)] = min(left, right)
  }
}
