import Base
import Workload
import Plans
import Population
import Scenarios
import Properties
import Testing

@testable import Simulator
@testable import SimulatedWorld

@Suite("A run whose apps are reinstalled, restored, cloned, shared and crash")
struct InstallRunTests {
  private static func scenario(
    seed: UInt64, people: Int = 30, _ change: (inout Scenario) -> Void
  ) -> Scenario {
    .small(people: people, days: 12, seed: seed) {
      $0.population.devicesPerAdult = [WeightedCount(2, weight: 1)]
      $0.activities.randomCommandProbability = 0.5
      $0.activities.groupMemberFraction = 1
      $0.activities.sportFraction = 1
      $0.activities.calendarLinkFraction = 1
      $0.activities.healthStoreFraction = 1
      $0.network.lossProbability = 0.05
      $0.network.duplicateProbability = 0.05
      $0.network.shortOfflinesPerDeviceWeek = 5
      change(&$0)
    }
  }

  /// What may happen to an app, each fault alone and all at once.
  private static let changes: [(String, @Sendable (inout Scenario) -> Void)] = [
    ("reinstalls", { $0.installs.reinstallsPerDeviceYear = 60 }),
    (
      "restorations",
      {
        $0.installs.restoresPerDeviceYear = 60
        $0.installs.backupDays = 3
      }
    ),
    ("clones", { $0.installs.clonesPerDeviceYear = 60 }),
    ("shared devices", { $0.installs.sharedSignInsPerDeviceYear = 120 }),
    (
      "tablets",
      {
        $0.population.sharedTabletFraction = 1
        $0.population.sharedTabletSessionProbability = 0.5
      }
    ),
    (
      "mixed versions",
      {
        $0.installs.oldVersionFraction = 0.5
        $0.installs.newVersionFraction = 0.5
        $0.installs.updateDays = 6
      }
    ),
    ("crashes", { $0.installs.crashProbability = 0.4 }),
    ("widgets", { $0.installs.widgetsPerDeviceYear = 365 }),
    (
      "everything",
      {
        $0.installs.reinstallsPerDeviceYear = 30
        $0.installs.restoresPerDeviceYear = 30
        $0.installs.clonesPerDeviceYear = 30
        $0.installs.sharedSignInsPerDeviceYear = 60
        $0.population.sharedTabletFraction = 0.5
        $0.installs.crashProbability = 0.1
        $0.installs.widgetsPerDeviceYear = 60
        $0.installs.oldVersionFraction = 0.3
        $0.installs.newVersionFraction = 0.3
        $0.installs.updateDays = 6
        $0.network.failoversPerYear = 60
        $0.network.failoverMinutesMax = 2_000
      }
    ),
  ]

  /// The digests of the communities of a run in which none of it happens.
  private static let calmDigests = {
    let calm = Simulation(scenario(seed: 1) { _ in })
    return (0..<calm.map.count).map { index in
      let simulated = calm.simulated(index)
      return simulated.digest
    }
  }()

  @Test("violates no property, and its plan gives the same run", arguments: changes.indices)
  func promises(index: Int) throws {
    let (name, change) = Self.changes[index]
    let simulation = Simulation(Self.scenario(seed: 1, change))
    let plan = try Plan.read(simulation.planText(.steps))
    let planned = PlannedRun(plan)
    var (installs, crashes, checks) = (0 as Int64, 0 as Int64, 0 as UInt64)
    var (changed, crashedSessions) = (0, 0)
    var widgets: Int64 = 0
    var (updates, versions) = (0 as Int64, 0 as UInt64)
    for index in 0..<simulation.map.count {
      let simulated = simulation.simulated(index)
      let violations = simulated.violations.map { "\($0)" }
      #expect(violations == [], "\(name)")
      installs += simulated.world.events.counters.installs
      crashes += simulated.world.events.counters.crashes
      widgets += simulated.world.events.counters.widgets
      (updates, versions) = (
        updates + simulated.world.events.counters.updates,
        versions + simulated.world.events.monitor.shared.tally.checks(of: .versions)
      )
      checks += simulated.world.events.monitor.shared.tally.checks(of: .restartEquivalence)
      let digest = simulated.digest
      if digest != Self.calmDigests[index] { changed += 1 }
      for record in simulated.allRecords { crashedSessions += Int(record.crashedSessions) }
      let planDigest = planned.simulated(index).digest
      #expect(planDigest == digest, "\(name)")
    }
    // A person who lives alone shares no device.
    #expect(changed > 1, "\(name)")
    if !["shared devices", "tablets", "crashes", "widgets", "mixed versions"].contains(name) {
      #expect(installs > 5, "\(name)")
    }
    if name == "mixed versions" { #expect(updates > 10 && versions > 200) }
    if name == "widgets" { #expect(widgets > 50 && installs == 0) }
    if name == "crashes" {
      #expect(crashes > 50 && installs == 0)
      // The last session of the run may be after its end.
      #expect(crashedSessions <= crashes && crashedSessions * 20 >= crashes * 19)
    }
    // A replica of the family, and one of each group.
    #expect(checks >= UInt64(crashes + widgets), "\(name)")
  }
}
