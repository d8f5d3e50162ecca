import Base
import Population
import Scenarios
import Simulator
import SimulatedWorld

/// Which households form a cluster in the intervals because they are not independent.
///
/// Communities share nothing, so they are independent whatever happens in them. Households of one
/// community are not if they can meet in groups, bring each other to the app, or share a server
/// that fails. Who meets whom is an outcome, too: clusters of households that did meet make
/// intervals of groups too wide. But a few communities say little about the spread between them.
enum HouseholdClusters: Sendable {
  /// All households of a community.
  case communities
  /// Households with members in the same group at any time; each household alone without groups.
  case groups

  /// With fewer communities, households that meet in groups are the clusters.
  static let communitiesMin = 10

  /// The clusters of a run.
  init(_ scenario: Scenario) {
    let map = CommunityMap(scenario, households: Households(scenario, hasTraits: false))
    self =
      Self.canLink(scenario) && map.count >= Self.communitiesMin ? .communities : .groups
  }

  /// Clusters that are the same in several runs of the same people, although people may join
  /// different groups in each.
  static func alike(in scenarios: [Scenario]) -> HouseholdClusters {
    scenarios.contains(where: canLink) ? .communities : .groups
  }

  /// Whether anything in a scenario makes households of a community alike.
  private static func canLink(_ scenario: Scenario) -> Bool {
    scenario.activities.groupMemberFraction > 0
      || scenario.interventions.treatment == .invitations
      || scenario.population.friendInvitedFraction > 0
      || scenario.network.failoversPerYear > 0 || scenario.network.outagesPerYear > 0
  }

  /// For each household, the lowest household number in its cluster.
  func firstHouseholds(of community: borrowing Community) -> [UInt32] {
    let count = community.householdCount
    guard case .groups = self else {
      let first = community.world.directory.households[0].number
      return [UInt32](repeating: first, count: count)
    }
    var first = Array(0..<count)
    for number in 0..<community.world.directory.groupCount {
      let linked = community.world.memberships(ofGroup: number).map {
        community.world.directory.people[$0.person].household
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
