import Workload
import Population
import Scenarios
import Testing
import SimulatedWorld

@testable import Simulator

@Suite("The members of a household")
struct HouseholdStateTests {
  /// How similar pairs of members are: in their overall activity, and day by day relative to each
  /// one's average.
  private static func likeness(_ scenario: Scenario) -> (whole: Double, daily: Double) {
    let simulation = Simulation(scenario)
    var (whole, daily): ([(Double, Double)], [(Double, Double)]) = ([], [])
    for index in 0..<simulation.map.count {
      let community = simulation.simulated(index)
      var homes: [UInt32: [[Double]]] = [:]
      for person in 0..<community.personCount where community.resident(person).usesApp {
        homes[community.household(of: person), default: []].append(
          (10..<community.days).map {
            community.record(person, day: $0).truth.isActive ? 1 : 0
          })
      }
      for members in homes.sorted(by: { $0.key < $1.key }).map(\.value) where members.count > 1 {
        let (one, two) = (members[0], members[1])
        let (left, right) = (mean(one), mean(two))
        whole.append((left, right))
        // A dormant person does not count for the daily comparison.
        guard left > 0.1, right > 0.1 else { continue }
        daily += zip(one, two).map { ($0 - left, $1 - right) }
      }
    }
    return (correlation(whole), correlation(daily))
  }

  private static func mean(_ values: [Double]) -> Double {
    values.reduce(0, +) / Double(values.count)
  }

  private static func correlation(_ pairs: [(Double, Double)]) -> Double {
    // Both of a pair are random people, so they have one mean and one spread.
    let middle = mean(pairs.flatMap { [$0.0, $0.1] })
    let together = mean(pairs.map { ($0.0 - middle) * ($0.1 - middle) })
    return together / mean(pairs.flatMap { [$0.0, $0.1] }.map { ($0 - middle) * ($0 - middle) })
  }

  private static func scenario(_ change: (inout Scenario) -> Void) -> Scenario {
    Scenario.small(people: 700, days: 38) {
      $0.lifecycle.enabled = true
      change(&$0)
    }
  }

  @Test("are independent if nothing is shared")
  func strangers() {
    let likeness = Self.likeness(Self.scenario { _ in })
    #expect(abs(likeness.whole) < 0.15 && abs(likeness.daily) < 0.05)
  }

  @Test("are similar, and share good and bad days, as in scenarios/baseline.jsonc")
  func families() {
    let likeness = Self.likeness(
      Self.scenario {
        $0.homes.traitHouseholdVarianceFraction = 0.4
        $0.homes.openLogitDayDeviation = 1.3
        $0.homes.openLogitWeekDeviation = 0.5
        $0.homes.tripsPerYear = 3
        $0.homes.illnessesPerYear = 4
        $0.homes.openLogitHouseholdActive = 0.6
        $0.homes.returnFactorHouseholdActive = 3
      })
    #expect((0.1...0.4).contains(likeness.whole))
    #expect(likeness.daily > 0.05)
  }
}
