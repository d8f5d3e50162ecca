import JSONText
import Population
import Scenarios
import Properties
import Testing

@testable import RunPipeline

@Suite("Policy experiment")
struct PolicyExperimentTests {
  /// Two parents who edit the same records and are often offline.
  private func simulated(seed: UInt64) throws -> [PolicyLosses] {
    var scenario = Scenario()
    scenario.name = "small"
    (scenario.people, scenario.days, scenario.seed) = (12, 12, seed)
    return PolicyExperiment.simulated(
      try scenario.setting([
        "population.joinDaysSpread=0", "population.parentsPerHousehold={\"2\":1}",
        "network.shortOfflinesPerDeviceWeek=7", "network.shortOfflineMinutesMedian=600",
        "network.longOfflineDeviceFraction=0.6", "network.longOfflineDaysMax=5",
        "contention.contendedSessionProbability=1", "contention.actionsPerSessionMax=12",
        "behavior.habitUndoProbability=0.5", "population.devicesPerAdult={\"2\":1}",
      ]))
  }

  private func totals(_ seeds: ClosedRange<UInt64>) throws -> [PolicyLosses] {
    var totals = SyncParameters.policyNames.map { PolicyLosses($0) }
    for seed in seeds {
      for (place, losses) in try simulated(seed: seed).enumerated() {
        totals[place].add(seed, losses)
      }
    }
    return totals
  }

  @Test("with the same steps, the default loses no update and other policies do")
  func losses() throws {
    let totals = try totals(1...6)
    #expect(totals.map(\.policy) == SyncParameters.policyNames)
    #expect(totals[0].operations > 500)
    #expect(totals[0].lostUpdates.concurrent > 0)
    #expect(totals[0].lostUpdates.unseen == 0)
    #expect(totals[0].lostUpdates.brokenStreaks == 0)
    #expect(totals[0].broken.isEmpty)
    #expect(totals[0].shownBy.isEmpty)
    let byArrival = totals[1]
    #expect(byArrival.carried > 0)
    #expect(byArrival.lostUpdates.unseen > 0)
    #expect(byArrival.lostUpdates.shownMinutes > 0)
    #expect(byArrival.shownBy[.lostUpdates]?.isEmpty == false)
    let byField = totals[3]
    #expect(byField.carried < byArrival.carried)
    #expect(byField.lostUpdates.unseen > 0)
  }

  @Test("the report has a row per policy with example seeds")
  func table() throws {
    let report = PolicyReport(try totals(1...6), swarmHash: "0123456789abcdef")
    for policy in SyncParameters.policyNames {
      #expect(report.markdown.contains("| `\(policy)` | "))
    }
    let lines = report.markdown.split(separator: "\n")
    let isFine = lines.first { $0.hasPrefix("| `fieldwise`") }?.hasSuffix("| – |")
    #expect(isFine == true)
    let loses = lines.first { $0.hasPrefix("| `arrival-wins`") }?.hasSuffix("| – |")
    #expect(loses == false)
    let rows = report.text.split(separator: "\n")
    let names = rows[0].split(separator: " ").map(String.init)
    #expect(names == ["policy"] + SyncParameters.policyNames)
    let updates = try #require(rows.first { $0.hasPrefix("lost updates ") })
    #expect(updates.count == rows[0].count && !report.text.contains("|"))
    #expect(report.text.contains("\nExample seeds:\n  arrival-wins: "))
    #expect(report.text.contains("6 seeds, swarm file SHA 0123456789ab."))
    #expect(report.json["policies"]?.elements?.count == 4)
  }
}
