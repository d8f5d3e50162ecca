import Population

@testable import Runs

/// A run that is over in the blink of an eye.
enum SmallRun {
  /// Some families for two weeks over a network that is bad enough for the server to miss things.
  static func scenario(
    people: Int = 40, days: Int = 14, _ change: (inout Scenario) -> Void = { _ in }
  ) -> Scenario {
    var scenario = Scenario()
    scenario.name = "small"
    scenario.people = people
    scenario.days = days
    scenario.population.joinDaysSpread = 4
    scenario.network.lossShare = 0.1
    scenario.network.offlineDeviceShare = 0.4
    scenario.network.offlineLongSpellDaysMax = 8
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
