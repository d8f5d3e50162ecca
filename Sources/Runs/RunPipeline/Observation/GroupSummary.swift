import Base
import Chronology
import DomainCore
import Population
import Scenarios
import Simulator
import SimulatedWorld

/// The group facts of a community that metrics need, by person.
struct GroupSummary {
  /// The run day on which each person first joined a group, nil if never.
  let days: [Int32?]
  /// For the first member of each group, its longest run of weeks with an active member.
  let ledWeeks: [Int32?]
  /// The people who could be invited into a group that a neighbor founded.
  let isInvited: [Bool]
  /// For each household, the lowest household number in its cluster of linked households.
  let clusterHouseholds: [UInt32]

  /// Summarizes the current state and the leaderboards from `firstDay` to the last of `days`.
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

  /// The adults with the app in all households that a founded group is open to, except its first
  /// member.
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

/// Which households form a cluster because their people meet in groups and are not independent.
enum HouseholdClusters: Sendable {
  /// Households with members in the same group at any time.
  case byMembership
  /// Households whose people could form a group: the same in every scenario.
  case byNeighborhood

  /// Clusters that are the same in several runs of the same people, although people may join
  /// different groups in each.
  static func alike(in scenarios: [Scenario]) -> HouseholdClusters {
    let mayHaveGroups = scenarios.contains {
      $0.activities.groupMemberFraction > 0 || $0.interventions.treatment == .invitations
    }
    return mayHaveGroups ? .byNeighborhood : .byMembership
  }

  /// For each household, the lowest household number in its cluster.
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
