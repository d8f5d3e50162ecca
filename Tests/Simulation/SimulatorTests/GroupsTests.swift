import Base
import Chronology
import DomainCore
import Metrics
import Population
import Scenarios
import SyncCore
import Testing

@testable import Workload
@testable import Simulator
@testable import SimulatedWorld

@Suite("Neighbors create groups and join them")
struct GroupsTests {
  private static func scenario(
    _ change: (inout Scenario) -> Void = { _ in }
  ) -> Scenario {
    .small(people: 110, days: 24) {
      $0.population.householdsPerCommunity = 32
      $0.activities.groupMemberFraction = 1
      $0.activities.randomCommandProbability = 0
      change(&$0)
    }
  }

  private static func simulated(_ scenario: Scenario) -> Community {
    Simulation(scenario).simulated(0)
  }

  /// Why devices were rejected as newcomers, by device, in order.
  private static func refusals(in community: borrowing Community) -> [[Refusal]] {
    (community.world.fleet.devices.count..<community.world.fleet.replicas.count).map { replica in
      community.world.fleet.replicas[replica].rejections
        .filter { $0.what == .groupJoined }.map(\.reason)
    }
  }

  @Test("GRP-2: one in every neighborhood, however many there are", arguments: [false, true])
  func everywhere(isHarsh: Bool) {
    let community = Self.simulated(Self.scenario { if isHarsh { $0.withHarshNetwork() } })
    let neighborhoods = (community.householdCount + 7) / 8
    #expect(neighborhoods > 3 && community.setup.groupCount == neighborhoods)
    var members = 0
    for number in 0..<neighborhoods {
      let scope = community.householdCount + number
      let (isFounded, isDeleted) = (
        community.world.backend.server.scopes[scope].state.group.head.isFounded,
        community.world.backend.server.scopes[scope].isDeleted
      )
      #expect(isFounded || isDeleted, "no one founds group \(number)")
      members += community.world.backend.server.scopes[scope].state.group.active.count
    }
    #expect(members > 2 * neighborhoods)
    // No one tries to join before there is a group.
    let reasons = Set(Self.refusals(in: community).joined())
    #expect(reasons.subtracting([.groupFull]).isEmpty, "\(reasons)")
  }

  @Test("along friendships, if the scenario enables that: a new member knows a member")
  func friends() {
    /// How many of the people who joined a group knew a household with an earlier member.
    func joined(ofFriends: Bool) -> (all: Int, knowing: Int) {
      let scenario = Self.scenario {
        $0.withoutFaults()
        $0.activities.groupsRequireFriends = ofFriends
      }
      let community = Self.simulated(scenario)
      let friends = Friendships(scenario)
      var (all, knowing) = (0, 0)
      for number in 0..<community.world.directory.groupCount {
        let homes = community.world.memberships(ofGroup: number).sorted { $0.joined < $1.joined }
          .map {
            community.world.directory.households[
              community.world.directory.people[$0.person].household
            ].number
          }
        for place in homes.indices.dropFirst() {
          all += 1
          if homes[..<place].contains(where: { friends.know(homes[place], $0) }) { knowing += 1 }
        }
      }
      return (all, knowing)
    }
    let (anybody, friends) = (joined(ofFriends: false), joined(ofFriends: true))
    #expect(friends.all > 10 && friends.knowing == friends.all)
    // Without that setting, some know no member.
    #expect(anybody.all > friends.all && anybody.knowing < anybody.all)
  }

  @Test("GRP-1: a person who finds a group full tries again, once a week at most")
  func full() {
    let community = Self.simulated(Self.scenario { $0.withoutFaults() })
    let asked = Self.refusals(in: community).map(\.count)
    #expect(asked.contains { $0 > 1 })
    #expect(asked.allSatisfy { $0 <= 24 / 7 + 1 })
  }

  @Test("GRP-2: while one of them creates it the others wait, and if that fails another one does")
  func waiting() {
    let simulation = Simulation(Self.scenario())
    var community = simulation.founded(0)
    var life = WorkloadGenerator(
      simulation.setup(of: 0).1, in: community.world, simulation.behaviorContext)
    let parents = (0..<community.personCount).filter { life.people[$0].person.role == .parent }
      .prefix(2).map { parent in
        life.people[parent].state.tenure = 3
        return Self.session(of: parent, in: community)
      }
    let (first, second) = (parents[0].author, parents[1].author)
    life.joinGroup(parents[0], &community.world)
    life.joinGroup(parents[1], &community.world)
    let (founder, waits) = (
      life.groups[0].founder, !community.world.directory.people[second].hasGroup
    )
    #expect(founder == first && waits)
    // The server has rejected the genesis.
    let replica = community.world.directory.people[first].groupReplica
    let operation = community.world.fleet.replicas[replica].store.pending(0)
    let row = FeedRow(
      operation: operation, verdict: Verdict(.consentMissing), digest: .zero,
      committed: community.world.now)
    community.world.fleet.replicas[replica].store.outbox = FlatQueue()
    community.world.fleet.replicas[replica].store.rejections.append(row)
    life.joinGroup(parents[1], &community.world)
    let other = community.world.directory.people[second].groupReplica
    let (nextFounder, asks) = (
      life.groups[0].founder, community.world.fleet.replicas[other].store.pendingCount
    )
    #expect(nextFounder == second && asks == 1)
    // A rejected person tries again after a week, and not before.
    for later: Int32 in [6, 7] {
      community.world.fleet.replicas[other].store.outbox = FlatQueue()
      life.activities[first].triedGroupDay = -later
      life.joinGroup(parents[0], &community.world)
      let asksAgain = community.world.fleet.replicas[replica].store.pendingCount
      #expect(asksAgain == (later < 7 ? 0 : 1))
    }
  }

  private static func session(of parent: Int, in community: borrowing Community) -> AppSession {
    let day = community.world.settings.firstDay
    return AppSession(
      author: parent, device: community.world.directory.people[parent].firstDevice, plannedDay: day,
      day: day, shownDay: day, number: 0, count: 1,
      who: community.world.directory.people[parent].number, runDay: 0)
  }
}
