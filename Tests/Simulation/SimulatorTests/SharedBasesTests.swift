import Base
import Environment
import Population
import Properties
import Scenarios
import SyncCore
import Testing
import Workload

@testable import SimulatedWorld
@testable import Simulator

@Suite("A run whose devices read the server's states")
struct SharedBasesTests {
  /// What is in a run with or without it.
  private struct Results: Equatable {
    var digests: [Digest128] = []
    var counters = WorldCounters()
    var records: [PersonDayRecord] = []
    var violations: [String] = []
  }

  /// How the devices of a run came by their states, and what happened to the feeds.
  fileprivate struct Means {
    /// At the end, copies that read the server's state, and those that fold by themselves.
    var sharing = 0
    var folding = 0
    /// Copies that share although their scope is in the sample that folds.
    var wrong = 0
    var scopesFolding = 0
    var scopes = 0
    var scopesDeleted = 0
    var feedsRewritten = 0
    /// How often P5 was checked.
    var checks: UInt64 = 0
  }

  private static func run(_ scenario: Scenario, sharesBases: Bool?) -> (Results, Means) {
    let simulation = Simulation(scenario, sharesBases: sharesBases)
    var (results, means) = (Results(), Means())
    for index in 0..<simulation.map.count {
      let community = simulation.simulated(index)
      results.digests.append(community.digest)
      results.counters.add(community.world.events.counters)
      results.records += community.allRecords
      results.violations += community.violations.map { "\($0)" }
      means.add(community.world)
    }
    return (results, means)
  }

  private static func scenario(_ change: (inout Scenario) -> Void) -> Scenario {
    .small(people: 300, days: 12, seed: 7) {
      $0.population.devicesPerAdult = [WeightedCount(2, weight: 1)]
      $0.activities.randomCommandProbability = 0.3
      $0.activities.groupMemberFraction = 1
      $0.network.lossProbability = 0.05
      $0.network.duplicateProbability = 0.05
      $0.network.shortOfflinesPerDeviceWeek = 5
      change(&$0)
    }
  }

  /// What rewrites or deletes feeds, and what replaces copies: each alone and all at once.
  private static let changes: [(name: String, change: @Sendable (inout Scenario) -> Void)] = [
    ("groups", { _ in }),
    ("small pages", { $0.sync.pageRowsMax = 3 }),
    ("deletions", { delete(&$0) }),
    (
      "failovers",
      {
        $0.network.failoversPerYear = 100
        $0.network.failoverMinutesMax = 2_000
      }
    ),
    ("installs", { install(&$0) }),
    (
      "everything",
      {
        delete(&$0)
        install(&$0)
        $0.network.failoversPerYear = 60
        $0.network.failoverMinutesMax = 2_000
        $0.population.laterJoinerFraction = 0.5
      }
    ),
  ]

  private static func delete(_ scenario: inout Scenario) {
    scenario.contention.accountDeletionProbability = 1
    scenario.contention.groupLeaveProbability = 0.1
    scenario.contention.groupRejoinProbability = 0.5
  }

  private static func install(_ scenario: inout Scenario) {
    scenario.installs.reinstallsPerDeviceYear = 20
    scenario.installs.restoresPerDeviceYear = 20
    scenario.installs.clonesPerDeviceYear = 20
    scenario.installs.backupDays = 3
    scenario.installs.sharedSignInsPerDeviceYear = 30
    scenario.installs.crashProbability = 0.1
    scenario.installs.widgetsPerDeviceYear = 30
    scenario.installs.oldVersionFraction = 0.3
    scenario.installs.newVersionFraction = 0.3
    scenario.installs.updateDays = 6
  }

  @Test("has the results of one whose devices fold all rows themselves", arguments: changes.indices)
  func same(index: Int) {
    let (name, change) = Self.changes[index]
    let scenario = Self.scenario(change)
    let (shared, means) = Self.run(scenario, sharesBases: true)
    let (own, ownMeans) = Self.run(scenario, sharesBases: false)
    #expect(shared.digests == own.digests, "\(name)")
    #expect(shared.counters == own.counters && shared.records == own.records, "\(name)")
    #expect(shared.violations == [] && own.violations == [], "\(name)")
    // Most copies did share, and only those that may.
    #expect(means.sharing > means.folding && means.wrong == 0, "\(name)")
    #expect(means.checks < ownMeans.checks && ownMeans.sharing == 0, "\(name)")
    if name == "deletions" || name == "everything" {
      #expect(means.feedsRewritten > 3 && means.scopesDeleted > 0, "\(name)")
    }
    if name == "failovers" || name == "everything" {
      #expect(shared.counters.failovers > 3, "\(name)")
    }
    if name == "installs" || name == "everything" {
      #expect(shared.counters.installs > 50 && shared.counters.crashes > 50, "\(name)")
    }
  }

  @Test("proves that the states are the same in the scopes that are checked at each step")
  func sample() {
    let scenario = Scenario.small(people: 1_200, days: 2, seed: 1)
    let (results, means) = Self.run(scenario, sharesBases: true)
    #expect(results.violations == [] && means.wrong == 0)
    #expect(means.scopesFolding == Int(results.counters.scopesCheckedAtEachStep))
    #expect(means.scopesFolding > 3 && means.scopesFolding < means.scopes / 8)
    // The devices of these scopes are compared with the server.
    #expect(means.checks > UInt64(means.scopesFolding))
  }

  @Test("not where every scope is checked")
  func checkedEverywhere() {
    let scenario = Scenario.small(people: 300, days: 2, seed: 1)
    let simulation = Simulation(scenario, checksEveryScope: true, sharesBases: true)
    var means = Means()
    for index in 0..<simulation.map.count { means.add(simulation.simulated(index).world) }
    #expect(means.sharing == 0 && means.scopesFolding == means.scopes)
  }

  @Test("is one of more than 256 people in memory, with one table of texts", arguments: [256, 257])
  func size(people: Int) {
    let settings = Simulation(.small(people: people)).settings
    #expect(settings.sharesBases == (people > 256))
    var scenario = Scenario.small(people: people)
    scenario.sync.separateTexts = true
    #expect(!Simulation(scenario).settings.sharesBases)
    scenario.sync.separateTexts = false
    scenario.storage.kind = .sqlite
    #expect(!Simulation(scenario).settings.sharesBases)
  }
}

extension SharedBasesTests.Means {
  fileprivate mutating func add(_ world: borrowing World) {
    for scope in 0..<world.backend.server.scopes.count {
      scopes += 1
      if world.foldsItself(scope) { scopesFolding += 1 }
      if world.backend.server.scopes[scope].isDeleted { scopesDeleted += 1 }
      if world.backend.server.scopes[scope].epoch > 1 { feedsRewritten += 1 }
    }
    for replica in 0..<world.fleet.replicas.count where world.isUsed(replica) {
      if world.fleet.replicas[replica].store.source.foldsRows {
        folding += 1
      } else {
        sharing += 1
        if world.foldsItself(Int(world.fleet.replicas[replica].scope)) { wrong += 1 }
      }
    }
    checks += world.events.monitor.shared.tally.checks(of: .convergence)
  }
}
