import Population
import Scenarios
import TestKit

@testable import RunPipeline

/// A very short run.
enum SmallRun {
  /// Some families for two weeks on a network with enough faults that the server misses events.
  static func scenario(
    people: Int = 40, days: Int = 14, _ change: (inout Scenario) -> Void = { _ in }
  ) -> Scenario {
    var scenario = Scenario()
    scenario.name = "small"
    scenario.people = people
    scenario.days = days
    scenario.population.joinDaysSpread = 4
    scenario.network.lossProbability = 0.1
    scenario.network.longOfflineDeviceFraction = 0.4
    scenario.network.longOfflineDaysMax = 8
    change(&scenario)
    return scenario
  }

  static func request(
    in folder: TemporaryFolder, _ scenario: Scenario = scenario(), out: String = "",
    name: String = "first", threads: Int = 2, force: Bool = false
  ) -> RunRequest {
    RunRequest(
      scenario: scenario, threads: threads, out: folder.path + out, name: name, force: force)
  }
}
