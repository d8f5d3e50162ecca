import Base
import DomainCore
import Workload
import Population
import Scenarios
import SyncCore
import Testing

@testable import Simulator
@testable import SimulatedWorld

@Suite("Families join one by one")
struct LateJoinersTests {
  /// The outcome of each person who was to join later.
  private struct LateJoiner {
    var joinDay: Int
    /// The day on which the log made them a member, negative for never.
    var letInDay = -1
    var isMember: Bool
    var records: [PersonDayRecord]
  }

  private static func latecomers(of scenario: Scenario) -> (found: [LateJoiner], violations: Int) {
    let simulation = Simulation(scenario)
    var found: [LateJoiner] = []
    var violations = 0
    for index in 0..<simulation.map.count {
      let community = simulation.simulated(index)
      violations += community.violations.count
      for person in 0..<community.personCount
      where community.resident(person).joinDay != nil {
        var one = LateJoiner(
          joinDay: Int(community.joinDay(of: person)),
          isMember: community.world.directory.people[person].member != .newcomer,
          records: (0..<community.days).map { community.record(person, day: $0) })
        let scope = Int(
          community.world.directory.households[community.householdPlace(of: person)].scope)
        let site = community.world.fleet.replicas[
          community.world.fleet.devices[community.world.directory.people[person].firstDevice].family
        ].site
        for position in 0..<community.world.backend.server.scopes[scope].feed.count {
          let row = community.world.backend.server.scopes[scope].feed[position]
          guard row.operation.fact.kind == .memberJoined, row.operation.site == site,
            !row.verdict.isRejected
          else { continue }
          one.letInDay = community.world.runDay(row.operation.fact.day)
        }
        found.append(one)
      }
    }
    return (found, violations)
  }

  @Test("each by invitation, on their own phone, and are like all others from then on")
  func joining() {
    let scenario = Scenario.small(people: 120, days: 20) {
      $0.population.laterJoinerFraction = 1
      $0.population.laterJoinDelayDaysMedian = 3
      $0.withoutFaults()
    }
    let (found, violations) = Self.latecomers(of: scenario)
    #expect(violations == 0)
    #expect(found.count > 15 && Set(found.map(\.joinDay)).count > 5)
    let joined = found.filter { $0.isMember }
    #expect(joined.count * 10 > found.count * 7)
    for one in joined {
      #expect(one.letInDay >= one.joinDay)
      #expect(one.records[..<one.joinDay].allSatisfy { $0 == PersonDayRecord() })
      #expect(one.records[..<one.letInDay].allSatisfy { $0.truth.actions == 0 })
    }
    #expect(joined.contains { $0.letInDay > $0.joinDay })
    let active = joined.filter { $0.records.contains { $0.truth.isActive } }
    #expect(active.count * 10 > joined.count * 8)
    // Their actions are known to be theirs.
    #expect(active.allSatisfy { $0.records.contains { $0.observed.isActive } })
  }

  @Test("also over a bad network, with failovers, and no property is violated")
  func troubled() {
    let scenario = Scenario.small(people: 60, days: 20, seed: 5) {
      $0.population.laterJoinerFraction = 1
      $0.network.lossProbability = 0.2
      $0.network.failoversPerYear = 100
      $0.network.failoverMinutesMax = 2_000
      $0.installs.restoresPerDeviceYear = 15
      $0.installs.reinstallsPerDeviceYear = 15
      $0.activities.randomCommandProbability = 0.5
    }
    let (found, violations) = Self.latecomers(of: scenario)
    #expect(violations == 0)
    #expect(found.contains { $0.isMember })
  }

  @Test("and all others are the same people, in the same homes")
  func renumbering() {
    var scenario = Scenario.small(people: 200)
    func people(_ scenario: Scenario) -> [[Person]] {
      let simulation = Simulation(scenario)
      return (0..<simulation.map.count).map { simulation.setup(of: $0).1 }
    }
    let before = people(scenario)
    scenario.population.laterJoinerFraction = 0.5
    let after = people(scenario)
    #expect(before.map(\.count) == after.map(\.count))
    var latecomers = 0
    for (one, other) in zip(before.joined(), after.joined()) {
      #expect(one.index == other.index && one.born == other.born && one.role == other.role)
      #expect(one.motivation == other.motivation && one.habitCount == other.habitCount)
      if other.joinsAfter != nil {
        latecomers += 1
      } else {
        #expect(one.deviceCount == other.deviceCount)
      }
    }
    #expect(latecomers > 20 && latecomers < 60)
  }
}
