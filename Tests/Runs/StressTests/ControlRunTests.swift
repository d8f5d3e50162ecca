import Base
import Chronology
import DomainCore
import JSONText
import Plans
import Population
import Scenarios
import Properties
import Simulator
@testable import SyncCore
import Testing

@testable import Stress
@testable import SimulatedWorld

@Suite("A control run submits the same operations without faults")
struct ControlRunTests {
  private func plan(seed: UInt64, _ settings: [String]) throws -> Plan {
    SeedRun.plan(
      try SmallSeed.scenario(seed: seed).setting(settings))
  }

  private let faultFree = [
    "network.lossProbability=0", "network.duplicateProbability=0",
    "network.shortOfflinesPerDeviceWeek=0",
    "network.latencyMillisecondsMedian=1", "network.latencySigma=0",
  ]

  @Test("equals the run itself if that has no faults")
  func same() throws {
    let outcome = ControlRun.compared(try plan(seed: 3, faultFree))
    #expect(outcome.lost == [:] && outcome.violations == [])
    #expect(outcome.submitted > 100 && outcome.succeededInControlRun > 100 && outcome.compared > 30)
  }

  @Test("finds every lost operation with a reason, and the days that are identical anyway")
  func lost() throws {
    let outcome = ControlRun.compared(
      try plan(
        seed: 3,
        [
          "installs.reinstallsPerDeviceYear=365", "network.longOfflineDeviceFraction=1",
          "network.longOfflineDaysMax=5",
        ]))
    #expect(outcome.violations == [])
    #expect(outcome.compared > 20)
    #expect(outcome.lost["lost when the app was deleted before sending it", default: 0] > 0)
    #expect(outcome.lost["unexplained"] == nil)
    #expect(outcome.lost.values.reduce(0, +) < outcome.succeededInControlRun)
  }

  @Test("of a seed equals the control run of its plan")
  func ofASeed() throws {
    let scenario = try SmallSeed.scenario(seed: 3).setting([
      "installs.reinstallsPerDeviceYear=365", "network.failoversPerYear=100",
    ])
    let outcome = SeedRun.simulated(scenario, withControlRun: true)
    #expect(
      outcome.controlRun == ControlRun.compared(SeedRun.plan(scenario)))
    var without = SeedRun.simulated(scenario)
    without.controlRun = outcome.controlRun
    #expect(without == outcome)
  }

  @Test(
    "takes the steps of a run as they are, and is the run of their plan",
    arguments: [
      ["installs.reinstallsPerDeviceYear=100", "network.failoversPerYear=200"],
      [
        "activities.groupMemberFraction=1", "contention.accountDeletionProbability=0.3",
        "network.failoversPerYear=100", "installs.clonesPerDeviceYear=50",
      ],
      ["sync.separateTexts=true", "clocks.skewedFraction=0.5", "clocks.travelsPerPersonYear=50"],
    ])
  func values(settings: [String]) throws {
    for seed in 1...3 as ClosedRange<UInt64> {
      let scenario = try SmallSeed.scenario(seed: seed).setting(settings)
      let simulation = Simulation(scenario, checksEveryScope: true)
      for index in 0..<simulation.map.count {
        let recorded = simulation.simulated(index, recording: .steps)
        let values = simulation.withoutFaults(recorded, recording: .steps)
        let plan = SeedRun.plan(simulation.planText(of: recorded))
        let text = PlannedRun(plan.faultFree).simulated(0, recording: .steps)
        let (digest, expected) = (values.digest, text.digest)
        #expect(digest == expected && digest != recorded.digest)
        let (counters, counted) = (values.world.events.counters, text.world.events.counters)
        #expect(counters == counted)
        let (journal, lines) = (
          values.world.events.journal ?? [], text.world.events.journal ?? []
        )
        #expect(journal.map(\.step.id) == lines.map(\.step.id))
        #expect(journal.map(\.made) == lines.map(\.made) && journal.contains { $0.made != nil })
      }
    }
  }

  // MARK: Detection

  /// Compares a run that a test has broken with its control run.
  private func broken(_ harm: (inout Community) -> Void) throws -> ControlComparison {
    let plan = try plan(seed: 3, [])
    var faulty = PlannedRun(plan).simulated(0, recording: .steps)
    harm(&faulty)
    return ControlRun.compared(faulty, PlannedRun(plan.faultFree).simulated(0, recording: .steps))
  }

  @Test("shows drinks that were counted twice")
  func another() throws {
    let twice = try broken { faulty in
      let feed = faulty.world.backend.server.scopes[0].feed
        .withElements { $0.map(\.operation.fact) }
      for fact in feed where fact.kind == .waterLogged {
        _ = faulty.world.backend.durable.fold.scopes[0].state.apply(
          fact, committed: faulty.world.now)
      }
    }
    #expect(Set(twice.violations.map(\.property)) == [.exactlyOnce])
    #expect(
      Set(twice.violations.map(\.what))
        == ["control run: a day with the same operations has a different result"])
    #expect(twice.violations.allSatisfy { ControlRun.shows(Signature($0)) && $0.step != 0 })
  }

  @Test("shows operations that were saved and are in no log")
  func vanished() throws {
    let gone = try broken { faulty in
      for scope in 0..<faulty.world.backend.server.scopes.count {
        faulty.world.backend.durable.fold.scopes[scope].feed.removeAll()
      }
    }
    #expect(Set(gone.violations.map(\.property)) == [.durableIntent])
    #expect(gone.lost["unexplained", default: 0] > 50)
  }

  @Test("is written as JSON and read back, and has a text")
  func words() throws {
    var outcome = ControlRun.compared(try plan(seed: 4, ["installs.reinstallsPerDeviceYear=120"]))
    outcome.violations = [
      Violation(.exactlyOnce, at: Instant(milliseconds: 5), scope: 1, site: 2, what: "another day")
    ]
    #expect(
      ControlComparison(try JSONReader().read(JSONWriter(.compact).text(outcome.json))) == outcome)
    let text = outcome.text(seeds: 7)
    #expect(text.hasPrefix("7 seeds were also run") && text.hasSuffix("1 property is violated."))
  }
}
