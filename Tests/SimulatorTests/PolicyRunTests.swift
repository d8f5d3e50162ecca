import Base
import Chronology
import DomainCore
import Plans
import Population
import Properties
import SyncCore
import Testing

@testable import Simulator
@testable import World

@Suite("A run under each conflict policy")
struct PolicyRunTests {
  private static func scenario(_ policy: ConflictPolicy) -> Scenario {
    .small(people: 40, days: 12, seed: 5) {
      $0.sync.policy = policy
      $0.activities.whimShare = 1
      $0.activities.groupShare = 1
      $0.activities.sportShare = 1
      $0.network.lossShare = 0.1
      $0.network.duplicateShare = 0.1
      $0.network.offlineSpellsPerDeviceWeek = 7
      $0.network.offlineSpellMinutesMedian = 240
      $0.clocks.skewedShare = 0.3
    }
  }

  @Test(
    "keeps every promise, and is the same when it is planned",
    arguments: ConflictPolicy.allCases)
  func run(policy: ConflictPolicy) throws {
    let simulation = Simulation(Self.scenario(policy))
    let plan = try Plan.read(simulation.planText(.steps, programVersion: "test"))
    #expect(plan.scenario.sync.policy == policy)
    let planned = PlannedRun(plan)
    var carried: Int64 = 0
    var unseen: Int64 = 0
    for index in 0..<simulation.map.count {
      let lived = simulation.lived(index)
      let again = planned.lived(index)
      let (digest, digestAgain) = (lived.digest, again.digest)
      #expect(digest == digestAgain)
      let violations = lived.violations.map { "\($0)" }
      #expect(violations.isEmpty)
      carried += lived.world.counters.carried
      unseen += lived.world.watch.overwrites.counts.unseen
    }
    #expect((carried > 0) == (policy == .arrivalWins))
    if policy == .fieldwise { #expect(unseen == 0) }
  }
}
