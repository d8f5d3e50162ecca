import Base
import DomainCore
import Workload
import Plans
import Population
import Scenarios
import Properties
import Testing

@testable import Simulator
@testable import SimulatedWorld

@Suite("A run whose people tap twice, and set clocks back to keep a streak")
struct DoubleTapRunTests {
  private static func simulation(
    seed: UInt64, _ change: (inout Scenario) -> Void
  ) -> Simulation {
    Simulation(
      .small(people: 24, days: 14, seed: seed) {
        $0.behavior.habitDoneProbability = 0.4
        $0.network.lossProbability = 0.05
        $0.network.shortOfflinesPerDeviceWeek = 5
        change(&$0)
      })
  }

  /// The operations of all days, the violations, and the clock changes.
  private func simulated(
    _ simulation: Simulation
  ) throws -> (waters: Int, meals: Int, marks: Int, clocksSet: Int) {
    let planned = PlannedRun(
      try Plan.read(simulation.planText(.steps)))
    var (waters, meals, marks, clocksSet) = (0, 0, 0, 0)
    for index in 0..<simulation.map.count {
      let community = simulation.simulated(index, recording: .steps)
      let violations = community.violations.map { "\($0)" }
      #expect(violations == [])
      let (digest, planDigest) = (community.digest, planned.simulated(index).digest)
      #expect(digest == planDigest)
      for entry in community.world.events.journal ?? [] {
        switch entry.step.action {
        case .submit(let command, _) where entry.made != nil:
          waters += command.kind == .waterLogged ? 1 : 0
          meals += command.kind == .mealLogged ? 1 : 0
          marks += command.kind == .completionSet ? 1 : 0
        case .setClock: clocksSet += 1
        default: break
        }
      }
    }
    return (waters, meals, marks, clocksSet)
  }

  @Test("a double tap logs two drinks, and one mark", arguments: 1...2 as ClosedRange<UInt64>)
  func twice(seed: UInt64) throws {
    let once = try simulated(Self.simulation(seed: seed) { _ in })
    let twice = try simulated(Self.simulation(seed: seed) { $0.behavior.doubleTapProbability = 1 })
    let seldom = try simulated(
      Self.simulation(seed: seed) { $0.behavior.doubleTapProbability = 0.2 })
    #expect(once.waters > 50 && once.clocksSet == 0)
    // A day's wellness does not depend on double taps, so the same people are active.
    #expect(twice.waters == 2 * once.waters && twice.meals == 2 * once.meals)
    #expect(once.waters < seldom.waters && seldom.waters < 3 * once.waters / 2)
  }

  @Test("a person who forgot a habit marks it on a clock set to yesterday, and corrects the clock")
  func saved() throws {
    let honest = try simulated(Self.simulation(seed: 3) { _ in })
    let saved = try simulated(Self.simulation(seed: 3) { $0.behavior.clockSetBackProbability = 1 })
    #expect(saved.clocksSet > 40 && saved.clocksSet % 2 == 0)
    #expect(saved.marks > honest.marks + 20)
  }
}
