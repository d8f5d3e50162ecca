import Plans
import Population
import Scenarios
import Stress

/// A few families for a few days over a network that loses and duplicates messages.
enum SmallSeed {
  static func scenario(seed: UInt64) throws -> Scenario {
    var scenario = Scenario()
    scenario.name = "small"
    (scenario.people, scenario.days, scenario.seed) = (14, 6, seed)
    return try scenario.setting([
      "population.joinDaysSpread=0", "network.lossProbability=0.2",
      "network.duplicateProbability=0.2",
      "network.shortOfflinesPerDeviceWeek=7", "activities.randomCommandProbability=1",
      "sync.pageRowsMax=3",
      "clocks.skewedFraction=0.5",
    ])
  }

  static func plan(seed: UInt64) throws -> Plan {
    SeedRun.plan(try scenario(seed: seed))
  }
}
