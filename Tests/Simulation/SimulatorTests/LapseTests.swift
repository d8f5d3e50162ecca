import Workload
import Population
import Scenarios
import Testing

@testable import Simulator

@Suite("People who lapse and return")
struct LapseTests {
  private static func scenario(seed: UInt64) throws -> Scenario {
    var scenario = Scenario.small(people: 900, days: 45, seed: seed)
    // As in scenarios/published-levels.jsonc.
    scenario.behavior.openLogitBase = -1
    scenario.behavior.openLogitMonday = 1.4
    scenario.behavior.openLogitNovelty = 1.5
    scenario.behavior.leaveHazardDaily = 0.001
    scenario.lifecycle.enabled = true
    scenario.lifecycle.frailtySigma = 0.6
    scenario.lifecycle.lapseHazardFirst = 0.6
    scenario.lifecycle.lapsePower = 0.8
    scenario.lifecycle.lapseHazardDaily = 0.02
    scenario.lifecycle.returnHazardFirst = 0.01
    scenario.lifecycle.returnPower = 0.3
    scenario.lifecycle.leaveHazardDormant = 0.0003
    return scenario
  }

  @Test("have a retention curve at the published levels that keeps falling", arguments: [1, 2])
  func retention(seed: UInt64) throws {
    let simulation = Simulation(try Self.scenario(seed: seed))
    let people = (0..<simulation.map.count).flatMap { Community.seen($0, of: simulation) }
    let lives = people.compactMap { person -> ArraySlice<Bool>? in
      let active = person.records.map(\.truth.isActive)
      return active.firstIndex(of: true).map { active[$0...] }
    }
    func retention(_ day: Int) -> Double {
      let ripe = lives.filter { $0.count > day }
      return Double(ripe.filter { $0[$0.startIndex + day] }.count) / Double(ripe.count)
    }
    #expect((0.22...0.38).contains(retention(1)))
    #expect((0.10...0.20).contains(retention(7)))
    #expect((0.03...0.09).contains(retention(30)))
    // An earlier model had a flat curve from day 20 on.
    let middle = (12...18).map(retention).reduce(0, +) / 7
    let late = (32...38).map(retention).reduce(0, +) / 7
    #expect(late < 0.8 * middle)
    let returned = lives.filter { life in
      var gap = 0
      return life.contains { isActive in
        defer { gap = isActive ? 0 : gap + 1 }
        return isActive && gap >= 14
      }
    }
    #expect(Double(returned.count) / Double(lives.count) > 0.05)
  }

  @Test("are the same people, whatever the number of threads")
  func threads() throws {
    var scenario = Scenario.small(people: 60)
    scenario.lifecycle.enabled = true
    #expect(try SimulatedRun(scenario) == SimulatedRun(scenario, threads: 3))
    #expect(try SimulatedRun(scenario) != SimulatedRun(.small(people: 60)))
  }
}
