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
  /// For each household, the lowest household number in its cluster, and the cluster's people.
  let clusterHouseholds: [UInt32]
  let clusterPeople: [Int32]

  /// Summarizes the current state and the leaderboards from `firstDay` to the last of `days`.
  init(
    of community: borrowing Community, firstDay: LocalDay, days count: Int,
    in clusters: HouseholdClusters
  ) {
    clusterHouseholds = clusters.firstHouseholds(of: community)
    clusterPeople = Self.people(of: clusterHouseholds, in: community)
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

  /// The people of each household's cluster.
  private static func people(
    of clusters: [UInt32], in community: borrowing Community
  ) -> [Int32] {
    var people: [UInt32: Int32] = [:]
    for (place, cluster) in clusters.enumerated() {
      people[cluster, default: 0] += Int32(community.world.directory.households[place].personCount)
    }
    return clusters.map { people[$0] ?? 0 }
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
