import JSONText
import Testing

@testable import Scenarios

@Suite("Resolving a scenario")
struct ScenarioResolverTests {
  let texts = ScenarioTexts([
    "base": """
    {"name": "base", "description": "All.", "people": 10, "days": 20,
     "network": {"lossProbability": 0.5, "latencySigma": 1},
     "population": {"parentsPerHousehold": {"1": 1, "2": 3}},
     "metrics": {"targets": {"pc.dau": 0.5}}}
    """,
    "middle": """
    {"extends": "base", "name": "middle", "description": "Between.", "days": 30,
     "network": {"lossProbability": 0.25}, "metrics": {"targets": {"pc.streak7": null}}}
    """,
    "x": """
    // with comments and trailing commas
    {"extends": "middle", "name": "x", "seed": 18446744073709551615,
     "network": {"latencySigma": 0,}, "population": {"parentsPerHousehold": {"2": 1}},}
    """,
  ])

  @Test("later sources win, parameter by parameter; weights are replaced as a whole")
  func merging() throws {
    let scenario = try texts.resolve()
    var expected = Scenario()
    expected.name = "x"
    expected.seed = .max
    expected.people = 10
    expected.days = 30
    expected.network.lossProbability = 0.25
    expected.network.latencySigma = 0
    expected.population.parentsPerHousehold = [WeightedCount(2, weight: 1)]
    expected.metrics.targets["pc.dau"] = 0.5
    expected.metrics.targets["pc.streak7"] = nil
    #expect(scenario == expected)
    #expect(try texts.resolve("middle").description == "Between.")
  }

  @Test("a chain that leads nowhere or in a circle")
  func chains() {
    func complaints(_ extended: [String: String]) -> String {
      ScenarioTexts(
        Dictionary(
          uniqueKeysWithValues: extended.map { name, extended in
            (name, "{\"name\": \"\(name)\",\n\"extends\": \"\(extended)\"}")
          })
      ).complaints()
    }
    #expect(complaints(["x": "nowhere"]) == "x.json:2:12: there is no scenario 'nowhere'")
    #expect(
      complaints(["x": "base", "base": "bsae"])
        == "base.json:2:12: there is no scenario 'bsae'. Did you mean 'base'?")
    #expect(
      complaints(["x": "x"]) == "x.json:2:12: the scenario extends itself: x.json extends x.json")
    #expect(
      complaints(["x": "a", "a": "b", "b": "c", "c": "a"])
        == "c.json:2:12: the scenario extends itself: a.json extends b.json extends c.json "
        + "extends a.json")
    #expect(
      ScenarioTexts(["smoke": ""]).complaints() == "there is no scenario 'x'")
  }

  @Test("an unknown scenario is reported with the most similar name")
  func notFound() {
    let error = #expect(throws: ScenarioErrors.self) { try texts.resolve("midle") }
    #expect(error?.description == "there is no scenario 'midle'. Did you mean 'middle'?")
  }

  @Test("errors of every file of the chain are reported, the extended file first")
  func errorsOfTheChain() {
    let texts = ScenarioTexts([
      "base": #"{"name": "base", "people": 0}"#,
      "x": #"{"name": "x", "extends": "base", "people": 5, "days": 0}"#,
    ])
    #expect(
      texts.complaints() == """
        base.json:1:28: 'people' must be a whole number from 1 to 10000000, not 0
        x.json:1:55: 'days' must be a whole number from 1 to 3650, not 0
        """)
  }

  @Test("an unreadable file is reported, and so are all other errors")
  func unreadable() {
    let resolver = ScenarioResolver { name, extending throws(ScenarioError) in
      if name == "locked" {
        throw ScenarioError(.unreadable("cannot be read (for \(extending ?? "-"))"), in: "locked")
      }
      let text = #"{"name": "x", "extends": "locked", "people": 0}"#
      return ScenarioFile(displayName: "dir/x.json", bytes: Array(text.utf8))
    }
    let error = #expect(throws: ScenarioErrors.self) { try resolver.resolve("x") }
    #expect(
      error?.description == """
        dir/x.json:1:46: 'people' must be a whole number from 1 to 10000000, not 0
        locked: cannot be read (for dir/x.json)
        """)
  }

  @Test("overrides are applied last, in their order")
  func overrides() throws {
    let scenario = try texts.resolve(set: [
      "people=7", "network.lossProbability=1e-2", "metrics.targets.pc.dau=null", "people=8",
      "start=2027-12-31", "description=\"quoted\"", "name=other",
      "experiments.unrelatedDraw=true", "experiments.unrelatedDrawHousehold=3",
      "population.devicesPerChild={\"3\": 1}", "behavior.openLogitBase=-1.5",
      "population.zones=[{\"zone\": \"Europe/Berlin\", \"weight\": 2}]",
    ])
    var expected = try texts.resolve()
    expected.people = 8
    expected.network.lossProbability = 0.01
    expected.metrics.targets["pc.dau"] = nil
    expected.start = "2027-12-31"
    expected.description = "quoted"
    expected.name = "other"
    expected.experiments.unrelatedDraw = true
    expected.experiments.unrelatedDrawHousehold = 3
    expected.population.devicesPerChild = [WeightedCount(3, weight: 1)]
    expected.behavior.openLogitBase = -1.5
    expected.population.zones = [WeightedZone("Europe/Berlin", weight: 2)]
    #expect(scenario == expected)
    #expect(scenario.startDay == (2027, 12, 31))
  }

  static let wrongOverrides: [(String, String)] = [
    ("people", "a parameter is set by path=value, such as 'network.lossProbability=0.1'"),
    (
      "network.losProbability=0.1",
      "unknown parameter 'network.losProbability'. Did you mean 'network.lossProbability'?"
    ),
    (
      "lossProbability=0.1",
      "unknown parameter 'lossProbability'. Did you mean 'network.lossProbability'?"
    ),
    ("zzz=1", "unknown parameter 'zzz'"),
    ("=1", "unknown parameter ''"),
    ("extends=base", "unknown parameter 'extends'"),
    (
      "network=1",
      "'network' is a group of parameters; set one of them, such as "
        + "'network.latencyMillisecondsMedian'"
    ),
    ("people=many", "'people' must be a whole number from 1 to 10000000, not 'many'"),
    ("people=", "'people' must be a whole number from 1 to 10000000, not ''"),
    ("people=0", "'people' must be a whole number from 1 to 10000000, not 0"),
    (
      "name=No Name",
      "'name' must be a name of small letters, digits and hyphens, not the text \"No Name\""
    ),
    (
      "population.parentsPerHousehold={\"9\": 1}",
      "unknown key '9' in 'population.parentsPerHousehold'; allowed are '1', '2'"
    ),
  ]

  @Test("an override that cannot be applied", arguments: wrongOverrides)
  func wrongOverride(override: String, sentence: String) {
    #expect(texts.complaints(set: [override]) == "--set \(override): \(sentence)")
  }
}
