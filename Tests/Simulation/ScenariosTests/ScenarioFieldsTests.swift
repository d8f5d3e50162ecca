import Foundation
import JSONText
import Metrics
import Testing

@testable import Scenarios

@Suite("The table of parameters")
struct ScenarioFieldsTests {
  /// The stored properties of a scenario and of its groups, as paths. Targets are stored as one.
  static func properties(of value: Any, under path: String = "") -> [String: String] {
    var found: [String: String] = [:]
    for child in Mirror(reflecting: value).children {
      let childPath = path + child.label!
      if String(describing: type(of: child.value)).hasSuffix("Parameters") {
        found.merge(properties(of: child.value, under: childPath + ".")) { $1 }
      } else {
        found[childPath] = "\(child.value)"
      }
    }
    return found
  }

  @Test("has a row for every property and a property for every row")
  func complete() {
    let paths = Scenario.fields.map { field in
      field.path.hasPrefix("metrics.targets.") ? "metrics.targets" : field.path
    }
    #expect(Set(paths) == Set(Self.properties(of: Scenario()).keys))
    #expect(Set(Scenario.fields.map(\.path)).count == Scenario.fields.count)
    let targets = Scenario.fields.filter { $0.path.hasPrefix("metrics.targets.") }
    #expect(targets.map { $0.keys[2] } == MetricDefinition.all.map(\.id))
  }

  /// A value that differs from the default and is allowed, found by trying.
  static func otherValue(of field: ScenarioField) throws -> JSONNode {
    let candidates: [JSONNode] = [
      true, false, 0.5, 0.25, 3, 7, 17, 150, 30, "x", "arrival-wins", "prompts", "sampled",
      "2030-02-28", "sqlite",
      ["2": 1.0], 2, ["web": 1.0], ["trophyMade": 1.0],
      ["daily": 1.0], ["habits": 1.0], ["busyProfessional": 1.0], ["studentAthlete": 1.0],
      [["zone": "Europe/Berlin", "weight": 1.0]], ["durable.p99>250ms"],
    ]
    let original = Scenario()
    return try #require(
      candidates.first { candidate in
        var scenario = original
        var findings = ScenarioFindings(source: "", showsPositions: false, zoneNames: nil)
        field.read(candidate, &scenario, &findings)
        return findings.errors.isEmpty && scenario != original
      })
  }

  @Test("reads each parameter into the property of its name, and into no other")
  func propertyOfItsName() throws {
    for field in Scenario.fields {
      var scenario = Scenario()
      var findings = ScenarioFindings(source: "", showsPositions: false, zoneNames: nil)
      let value = try Self.otherValue(of: field)
      let before = Self.properties(of: scenario)
      field.read(value, &scenario, &findings)
      let after = Self.properties(of: scenario)
      let changed = after.keys.filter { after[$0] != before[$0] }
      let expected = field.keys.prefix(2).joined(separator: ".")
      #expect(changed == [expected])
      #expect(field.write(scenario).double == value.double)
      field.reset(&scenario)
      #expect(scenario == Scenario(), "\(field.path)")
    }
  }

  @Test("describes what each parameter allows, and the reader accepts exactly that")
  func limits() throws {
    func isAllowed(_ value: JSONNode, for field: ScenarioField) -> Bool {
      var scenario = Scenario()
      var findings = ScenarioFindings(source: "", showsPositions: false, zoneNames: nil)
      field.read(value, &scenario, &findings)
      return findings.errors.isEmpty
    }
    for field in Scenario.fields {
      let json = field.json
      let type = try #require(json["type"]?.string)
      #expect(json["path"]?.string == field.path)
      #expect(isAllowed(try #require(json["default"]), for: field), "\(field.path)")
      #expect(isAllowed(.null, for: field) == json["allowsNull"]?.boolean, "\(field.path)")
      if ["whole", "number", "day"].contains(type) {
        for bound in ["minimum", "maximum"] {
          #expect(isAllowed(try #require(json[bound]), for: field), "\(field.path)")
        }
      }
      if ["whole", "number"].contains(type) {
        let (low, high) = (json["minimum"]?.double, json["maximum"]?.double)
        #expect(!isAllowed(.number(try #require(low) - 1), for: field), "\(field.path)")
        #expect(!isAllowed(.number(try #require(high) * 2 + 1), for: field), "\(field.path)")
      }
      for key in json["keys"]?.elements ?? [] {
        #expect(isAllowed(.object([(try #require(key.string), 1)]), for: field), "\(field.path)")
      }
      #expect((json["keys"] != nil) == (type == "weights"), "\(field.path)")
    }
  }

  @Test("has defaults that it would accept, so the resolved JSON is a scenario again")
  func resolvedRoundTrip() throws {
    var scenario = Scenario()
    #expect(
      try ScenarioTexts(["x": JSONWriter(.compact).text(scenario.json)]).resolve() == scenario)
    for field in Scenario.fields {
      var findings = ScenarioFindings(source: "", showsPositions: false, zoneNames: nil)
      field.read(try Self.otherValue(of: field), &scenario, &findings)
    }
    #expect(scenario != Scenario())
    for text in [JSONWriter(.pretty).text(scenario.json), scenario.annotatedText] {
      #expect(try ScenarioTexts(["x": text]).resolve() == scenario)
    }
  }

  @Test("keeps every bit of a number through the resolved JSON")
  func numbersKeepTheirBits() throws {
    var scenario = Scenario()
    scenario.seed = .max - 1
    scenario.network.lossProbability = 0.1 + 0.2
    scenario.behavior.openLogitBase = -0.0
    let again = try ScenarioTexts(["x": JSONWriter(.compact).text(scenario.json)]).resolve()
    #expect(again.seed == scenario.seed)
    #expect(again.network.lossProbability.bitPattern == scenario.network.lossProbability.bitPattern)
    #expect(again.behavior.openLogitBase.bitPattern == (-0.0).bitPattern)
  }

  @Test("writes the same bytes for the same scenario, in the order of the fields")
  func canonicalOrder() throws {
    let members = try #require(Scenario().json.members)
    #expect(
      members.map(\.key) == [
        "name", "description", "seed", "people", "days", "start", "population", "behavior",
        "personas", "lifecycle", "homes", "levels", "rhythm", "reactions", "interventions",
        "activities", "reasons", "contention", "network", "clocks", "installs", "storage",
        "sync", "metrics", "coverage", "load", "experiments",
      ])
    let shuffled = ScenarioTexts(["x": #"{"days": 5, "people": 3, "name": "x"}"#])
    let ordered = ScenarioTexts(["x": #"{"name": "x", "people": 3, "days": 5}"#])
    #expect(
      try JSONWriter(.compact).bytes(shuffled.resolve().json)
        == JSONWriter(.compact).bytes(ordered.resolve().json))
  }

  @Test("lists every parameter in the reference, one row each")
  func reference() {
    let lines = Scenario.referenceMarkdown.split(separator: "\n")
    for field in Scenario.fields {
      let row = lines.first {
        $0.hasPrefix("| `\(field.keys.last!)` |") && $0.contains(field.meaning)
      }
      #expect(row != nil, "\(field.path)")
      #expect(row?.contains(field.evidence.description) == true, "\(field.path)")
      #expect(row?.count { $0 == "|" } == 6, "\(field.path)")
    }
    #expect(
      lines.filter { $0.hasPrefix("## ") } == [
        "## Run", "## `population`", "## `behavior`", "## `personas`", "## `lifecycle`",
        "## `homes`", "## `levels`", "## `rhythm`", "## `reactions`",
        "## `interventions`", "## `activities`", "## `reasons`", "## `contention`", "## `network`",
        "## `clocks`", "## `installs`", "## `storage`", "## `sync`", "## `metrics`",
        "## `metrics.targets`", "## `coverage`", "## `load`", "## `experiments`",
      ])
  }

  static let days: [(String, Bool)] = [
    ("2015-01-01", true), ("2044-12-31", true), ("2024-02-29", true), ("2026-04-30", true),
    ("2014-12-31", false), ("2045-01-01", false), ("2023-02-29", false), ("2026-04-31", false),
    ("2026-00-10", false), ("2026-13-10", false), ("2026-01-00", false), ("2026-1-01", false),
    ("2026/01/01", false), ("+026-01-01", false), ("2026-01-01 ", false), ("", false),
    ("２026-01-01", false),
  ]

  @Test("accepts only days that exist", arguments: days)
  func calendar(text: String, exists: Bool) {
    #expect((ScenarioDate(text) != nil) == exists)
  }
}
