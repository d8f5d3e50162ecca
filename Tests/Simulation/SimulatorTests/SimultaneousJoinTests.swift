import Base
import Chronology
import DomainCore
import Workload
import Metrics
import Plans
import Population
import Scenarios
import SyncCore
import Testing

@testable import Simulator
@testable import SimulatedWorld

@Suite("Several people try at the same second what only some of them can do")
struct SimultaneousJoinTests {
  private static func scenario(_ seed: UInt64, share: Double) -> Scenario {
    .small(people: 110, days: 24, seed: seed) {
      $0.population.householdsPerCommunity = 32
      $0.population.laterJoinerFraction = 1
      $0.population.laterJoinDelayDaysMedian = 1
      $0.population.observersPerHousehold = [WeightedCount(2, weight: 1)]
      $0.activities.groupMemberFraction = 1
      $0.behavior.simultaneousJoinProbability = share
      $0.withoutFaults()
    }
  }

  /// When people tried to join a scope, by its kind, and why devices were rejected.
  private struct Tries {
    var moments: [FactKind: [Instant]] = [:]
    var refusals: [Refusal] = []
    var seatsTaken: [Int] = []

    /// How many joined at an instant at which another person joined, too.
    func together(_ kind: FactKind) -> Int {
      let moments = moments[kind, default: []]
      return moments.filter { one in moments.count { $0 == one } > 1 }.count
    }
  }

  private static func tries(_ seed: UInt64, share: Double) -> Tries {
    let simulation = Simulation(scenario(seed, share: share))
    var tries = Tries()
    for index in 0..<simulation.map.count {
      let community = simulation.simulated(index, recording: .steps)
      #expect(community.violations.isEmpty)
      for entry in community.world.events.journal ?? [] {
        guard case .join(let command, _) = entry.step.action else { continue }
        tries.moments[command.kind, default: []].append(entry.step.time)
      }
      for replica in 0..<community.world.fleet.replicas.count {
        tries.refusals += community.world.fleet.replicas[replica].rejections.map(\.reason)
      }
      for number in 0..<community.setup.groupCount {
        let scope = community.householdCount + number
        tries.seatsTaken.append(
          community.world.backend.server.scopes[scope].state.group.active.count)
      }
    }
    return tries
  }

  @Test("GRP-1, FAM-1: ten of them get a seat, and one gets an invitation for one person")
  func together() {
    let apart = Self.tries(3, share: 0)
    #expect(apart.together(.groupJoined) == 0 && apart.together(.memberJoined) == 0)
    #expect(!apart.refusals.contains(.invitationUsed))
    let together = Self.tries(3, share: 1)
    #expect(together.together(.groupJoined) > 10 && together.together(.memberJoined) > 1)
    #expect(together.refusals.contains(.groupFull))
    #expect(together.refusals.contains(.invitationUsed))
    #expect(together.seatsTaken.contains(10) && together.seatsTaken.allSatisfy { $0 <= 10 })
  }

  @Test("GRP-3: former members return as often as the scenario says, and get a seat")
  func comesBack() {
    func returns(_ share: Double) -> Int {
      var scenario = Self.scenario(4, share: 0)
      scenario.contention.groupLeaveProbability = 0.1
      scenario.contention.groupRejoinProbability = share
      let simulation = Simulation(scenario)
      return (0..<simulation.map.count).reduce(0) { count, index in
        let community = simulation.simulated(index)
        #expect(community.violations.isEmpty)
        return count
          + (0..<community.setup.groupCount).reduce(0) { count, group in
            let people = community.world.memberships(ofGroup: group).map(\.person)
            return count + people.count - Set(people).count
          }
      }
    }
    let often = returns(1)
    #expect(returns(0) == 0 && often > 3 && returns(0.2) < often)
  }
}
