import Base
import Chronology
import DomainCore
import Metrics
import Population
import SyncCore
import Testing

@testable import Simulator

@Suite("Neighbours found groups and join them")
struct GroupsTests {
  private static func scenario(
    _ change: (inout Scenario) -> Void = { _ in }
  ) -> Scenario {
    .small(people: 110, days: 24) {
      $0.population.householdsPerCommunity = 32
      $0.activities.groupShare = 1
      $0.activities.whimShare = 0
      change(&$0)
    }
  }

  private static func lived(_ scenario: Scenario) -> Community {
    var community = Community(0, of: Simulation(scenario))
    var latencies = LatencyHistogram()
    community.live(latencies: &latencies)
    return community
  }

  /// Why devices were refused entry, by device, in the order in which it happened.
  private static func refusals(in community: borrowing Community) -> [[Refusal]] {
    (community.groupDevicesStart..<community.devices.count).map { device in
      community.replicas[device].rejections.filter { $0.what == .groupJoined }.map(\.reason)
    }
  }

  @Test("GRP-2: one in every neighbourhood, however many there are", arguments: [false, true])
  func everywhere(isHarsh: Bool) {
    let community = Self.lived(Self.scenario { if isHarsh { $0.withHarshNetwork() } })
    let neighbourhoods = (community.householdCount + 7) / 8
    #expect(neighbourhoods > 3 && community.groups.count == neighbourhoods)
    var members = 0
    for number in 0..<neighbourhoods {
      let group = community.groups[number]
      #expect(group.founder >= 0, "nobody founds group \(number)")
      guard group.scope != .max else { continue }
      let isFounded = community.server.scopes[Int(group.scope)].state.group.head.isFounded
      #expect(isFounded, "group \(number)")
      members += community.server.scopes[Int(group.scope)].state.group.active.count
    }
    #expect(members > 2 * neighbourhoods)
    // Nobody asks before there is something to be let into.
    let reasons = Set(Self.refusals(in: community).joined())
    #expect(reasons.subtracting([.groupFull]).isEmpty, "\(reasons)")
  }

  @Test("GRP-1: who finds a group full asks again, once a week at most")
  func full() {
    let community = Self.lived(Self.scenario { $0.withoutFaults() })
    let asked = Self.refusals(in: community).map(\.count)
    #expect(asked.contains { $0 > 1 })
    #expect(asked.allSatisfy { $0 <= 24 / 7 + 1 })
  }

  /// Two parents of a neighbourhood in their first session after three days.
  private static func parents(of community: inout Community) -> [Tapping] {
    let parents = (0..<community.personCount).filter {
      community.people[$0].person.role == .parent
    }
    let day = community.simulation.households.startDay
    return parents.prefix(2).map { parent in
      community.people[parent].state.tenure = 3
      return Tapping(
        author: parent, device: community.people[parent].firstDevice, plannedDay: day, day: day,
        session: 0, sessions: 1)
    }
  }

  @Test("GRP-2: while one of them founds it the others wait, and if that fails another one does")
  func waiting() {
    var community = Community(0, of: Simulation(Self.scenario()))
    let parents = Self.parents(of: &community)
    community.joinGroup(parents[0])
    let first = community.groups[0].founder
    community.joinGroup(parents[1])
    #expect(first >= 0 && community.activities[parents[1].author].groupDevice < 0)
    // The server has refused the founding.
    let operation = community.replicas[first].store.pending(0)
    let row = FeedRow(
      operation: operation, verdict: Verdict(.consentMissing), digest: .zero,
      committed: community.now)
    community.replicas[first].store.outbox = FlatQueue()
    community.replicas[first].store.rejections.append(row)
    community.joinGroup(parents[1])
    let second = community.activities[parents[1].author].groupDevice
    #expect(second > first && community.groups[0].founder == second)
    let asks = community.replicas[second].store.pendingCount
    #expect(asks == 1)
    // Who was refused asks again after a week, and not before.
    for later in [6, 7] {
      community.replicas[second].store.outbox = FlatQueue()
      community.activities[parents[0].author].groupAskedDay = Int32(-later)
      community.joinGroup(parents[0])
      let asksAgain = community.replicas[first].store.pendingCount
      #expect(asksAgain == (later < 7 ? 0 : 1))
    }
  }
}
