import Foundation
import TestKit
import Testing

@testable import Scenarios

@Suite("The scenarios of the package")
struct ScenarioFolderTests {
  @Test("are all valid, have the name of their file and describe their purpose")
  func valid() throws {
    let names = try ScenarioFolder.names
    #expect(
      names == [
        "activity-tracker", "all-products", "base", "baseline", "calm", "champtrack-families",
        "default", "fittoday-groups", "locker-team", "long-offline", "million",
        "personal-coach", "product-targets", "published-levels", "rough-network", "smoke", "stress",
      ])
    for name in names {
      let scenario = try ScenarioFolder.resolve(name)
      #expect(scenario.name == name)
      #expect(scenario.description.hasSuffix("."))
    }
  }

  /// `base.jsonc` is the table of parameters as a file; `RECORD=1` writes it again.
  @Test("base.jsonc has every parameter with its default, meaning and evidence")
  func base() throws {
    var scenario = Scenario()
    scenario.name = "base"
    scenario.description =
      "Every parameter at its default, with its meaning and its source; the others extend it."
    #expect(
      try CommittedFile.difference(of: scenario.annotatedText, from: "scenarios/base.jsonc") == nil)
    #expect(try ScenarioFolder.resolve("base") == scenario)
  }

  @Test("have the sizes they are known for")
  func sizes() throws {
    func size(_ name: String) throws -> [Int] {
      let scenario = try ScenarioFolder.resolve(name)
      return [scenario.people, scenario.days]
    }
    #expect(try size("default") == [2000, 120])
    #expect(try size("smoke") == [60, 14])
    #expect(try size("million") == [1_000_000, 180])
  }

  @Test(
    "of a product have people in them, and no product's people do what it does not have",
    arguments: [
      "activity-tracker", "all-products", "champtrack-families", "fittoday-groups", "locker-team",
      "personal-coach",
    ])
  func products(name: String) throws {
    let scenario = try ScenarioFolder.resolve(name)
    #expect(scenario.lifecycle.enabled && scenario.behavior.preserveMeans)
    let hasHabitsAlone = ["activity-tracker", "personal-coach"].contains(name)
    #expect((scenario.behavior.mealsPerActiveDayMean == 0) == hasHabitsAlone)
    let hasGroups = ["all-products", "fittoday-groups"].contains(name)
    #expect((scenario.activities.groupMemberFraction > 0) == hasGroups)
  }

  @Test("calm has no faults at all")
  func calm() throws {
    let network = try ScenarioFolder.resolve("calm").network
    #expect(
      [
        network.lossProbability, network.duplicateProbability, network.reorderProbability,
        network.shortOfflinesPerDeviceWeek, network.longOfflineDeviceFraction,
      ].allSatisfy { $0 == 0 })
  }

  @Test(
    "differ from the default only in the faults that they are about",
    arguments: ["calm", "rough-network", "long-offline"])
  func twins(name: String) throws {
    var scenario = try ScenarioFolder.resolve(name)
    let standard = try ScenarioFolder.resolve("default")
    scenario.name = standard.name
    scenario.description = standard.description
    #expect(scenario != standard)
    scenario.network = standard.network
    scenario.metrics.allowedLatenessDays = standard.metrics.allowedLatenessDays
    #expect(scenario == standard)
  }
}
