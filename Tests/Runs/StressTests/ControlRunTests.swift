import Base
import Chronology
import DomainCore
import JSONText
import Plans
import Population
import Scenarios
import Properties
import Simulator
import SyncCore
import Testing

@testable import Stress
@testable import SimulatedWorld

@Suite("A calm twin: the same is said where nothing goes wrong")
struct ControlRunTests {
  private func plan(seed: UInt64, _ settings: [String]) throws -> Plan {
    SeedRun.plan(
      try SmallSeed.scenario(seed: seed).setting(settings), programVersion: "test")
  }

  private let calm = [
    "network.lossProbability=0", "network.duplicateProbability=0",
    "network.shortOfflinesPerDeviceWeek=0",
    "network.latencyMillisecondsMedian=1", "network.latencySigma=0",
  ]

  @Test("is the run itself where nothing goes wrong anyway")
  func same() throws {
    let outcome = ControlRun.compared(try plan(seed: 3, calm))
    #expect(outcome.lost == [:] && outcome.violations == [])
    #expect(outcome.said > 100 && outcome.succeededInControlRun > 100 && outcome.compared > 30)
  }

  @Test("finds what was lost, each with a reason, and days that are equal all the same")
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
    #expect(outcome.lost["gone with the app that it waited in", default: 0] > 0)
    #expect(outcome.lost["nothing says why"] == nil)
    #expect(outcome.lost.values.reduce(0, +) < outcome.succeededInControlRun)
  }

  @Test("of a seed that was lived is the one of its plan")
  func ofASeed() throws {
    let scenario = try SmallSeed.scenario(seed: 3).setting([
      "installs.reinstallsPerDeviceYear=365", "network.failoversPerYear=100",
    ])
    let outcome = SeedRun.simulated(scenario, withControlRun: true)
    #expect(
      outcome.controlRun == ControlRun.compared(SeedRun.plan(scenario, programVersion: "test")))
    var without = SeedRun.simulated(scenario)
    without.controlRun = outcome.controlRun
    #expect(without == outcome)
  }

  // MARK: Seen to fail

  /// A run and its twin, of which a test has broken the run.
  private func broken(_ harm: (inout Community) -> Void) throws -> ControlComparison {
    let plan = try plan(seed: 3, [])
    var rough = PlannedRun(plan).simulated(0, recording: .steps)
    harm(&rough)
    return ControlRun.compared(rough, PlannedRun(plan.faultFree).simulated(0, recording: .steps))
  }

  @Test("shows glasses that were counted twice")
  func another() throws {
    let twice = try broken { rough in
      let feed = rough.world.backend.server.scopes[0].feed
        .withElements { $0.map(\.operation.fact) }
      for fact in feed where fact.kind == .waterLogged {
        _ = rough.world.backend.server.scopes[0].state.apply(
          fact, committed: rough.world.now)
      }
    }
    #expect(Set(twice.violations.map(\.property)) == [.exactlyOnce])
    #expect(
      Set(twice.violations.map(\.what))
        == ["calm twin: the same was said of a day, and it is another one"])
    #expect(twice.violations.allSatisfy { ControlRun.shows(Signature($0)) && $0.step != 0 })
  }

  @Test("shows what was saved and is nowhere")
  func vanished() throws {
    let gone = try broken { rough in
      for scope in 0..<rough.world.backend.server.scopes.count {
        rough.world.backend.server.scopes[scope].feed.removeAll()
      }
    }
    #expect(Set(gone.violations.map(\.property)) == [.durableIntent])
    #expect(gone.lost["nothing says why", default: 0] > 50)
  }

  @Test("is told in the words of a seed, and read again")
  func words() throws {
    var outcome = ControlRun.compared(try plan(seed: 4, ["installs.reinstallsPerDeviceYear=120"]))
    outcome.violations = [
      Violation(.exactlyOnce, at: Instant(milliseconds: 5), scope: 1, site: 2, what: "another day")
    ]
    #expect(
      ControlComparison(try JSONReader().read(JSONWriter(.compact).text(outcome.json))) == outcome)
    let text = outcome.text(seeds: 7)
    #expect(text.hasPrefix("Calm twins of 7 seeds") && text.hasSuffix("1 promise is broken."))
  }
}
