import JSONText
import Testing

@testable import Scenarios
@testable import Simulator

@Suite("Parameters whose part of the model is off")
struct IdleParametersTests {
  /// Everything in it has an effect.
  private static let allOn = [
    "lifecycle.enabled=true", "levels.enabled=true", "rhythm.enabled=true", "reasons.enabled=true",
    "population.studentHomeFraction=0.2", "population.teamFraction=0.15",
    "population.coachFraction=0.5", "population.sharedTabletFraction=0.5",
    "population.laterJoinerFraction=0.5", "activities.healthStoreFraction=0.6",
    "activities.diningHallFraction=0.3", "activities.photoFraction=0.3",
    "activities.calendarLinkFraction=0.7", "contention.contendedSessionProbability=0.2",
    "homes.tripsPerYear=10", "homes.illnessesPerYear=20", "reactions.promptsPerWeek=5",
    "reactions.groupTrainingLift=1", "activities.groupMemberFraction=0.8",
    "reactions.openLogitFrustration=-1", "network.failoversPerYear=30",
    "network.outagesPerYear=60", "network.captivePortalsPerDeviceWeek=2",
    "network.reorderProbability=0.2", "network.longOfflineDeviceFraction=0.3",
    "clocks.skewedFraction=0.3", "clocks.driftingFraction=0.3", "clocks.jumpsPerDeviceYear=30",
    "clocks.travelsPerPersonYear=30", "installs.restoresPerDeviceYear=20",
    "installs.oldVersionFraction=0.4", "installs.storageFullPerDeviceYear=30",
  ]

  private static let needs = ScenarioRequirement.table.map(\.need)

  private static func scenario(people: Int = 20, days: Int = 10) throws -> Scenario {
    // A year's turn has a holiday, a first of a month, the begin of a term and exams before them.
    var scenario = Scenario.small(people: people, days: days)
    scenario.start = "2026-12-24"
    scenario.behavior.leaveHazardDaily = 0.02
    return try scenario.setting(allOn)
  }

  /// The overrides by which a requirement does not hold.
  private static func off(_ need: ScenarioRequirement) -> [String] {
    need.anyOf.map { condition in
      let value =
        switch condition.rule {
        case .isTrue: "false"
        case .isFalse: "true"
        case .isNot(let number): "\(Int(number))"
        case .isText: condition.path == "storage.kind" ? "memory" : "none"
        case .isNotText(let text): text
        }
      return "\(condition.path)=\(value)"
    }
  }

  /// The overrides by which it holds, beyond `allOn`.
  private static func on(_ need: ScenarioRequirement) -> [String] {
    need.anyOf.prefix(1).compactMap { condition in
      switch condition.rule {
      case .isFalse: "\(condition.path)=false"
      case .isText(let text): "\(condition.path)=\(text)"
      case .isNotText: "\(condition.path)=prompts"
      default: nil
      }
    }
  }

  /// The parameters that a row of the table is about.
  private static func fields(_ paths: [String]) -> [ScenarioField] {
    Scenario.fields.filter { field in
      paths.contains { ScenarioRequirement.covers($0, field.path) }
    }
  }

  /// An override with a value that the scenario does not have, far from it.
  private static func changed(_ field: ScenarioField, from scenario: Scenario) -> String {
    let before = field.write(scenario)
    let json = field.json
    func far(_ low: Double, _ high: Double) -> Double {
      let value = before.double ?? 0
      // The highest values of some parameters would take long to simulate.
      let limit = min(high, max(3 * abs(value), low + 1))
      return value == limit ? (low + limit) / 2 : limit
    }
    let value: JSONNode
    switch json["type"]?.string {
    case "flag": value = .boolean(before.boolean != true)
    case "whole":
      let range = (json["minimum"]?.double ?? 0, json["maximum"]?.double ?? 0)
      value = .integer(Int(far(range.0, range.1)))
    case "number":
      let range = (json["minimum"]?.double ?? 0, json["maximum"]?.double ?? 0)
      value = .number(far(range.0, range.1))
    case "weights":
      let key = json["keys"]?.elements?.last?.string ?? ""
      value = .object([(key, .integer(1))])
    case "choice":
      value = json["values"]?.elements?.first { $0.string != before.string } ?? .null
    default: preconditionFailure("no other value of '\(field.path)'")
    }
    return "\(field.path)=\(JSONWriter(.compact).text(value))"
  }

  @Test("do nothing: the run is the same", arguments: needs.indices)
  func idle(row: Int) throws {
    let (need, paths) = ScenarioRequirement.table[row]
    let scenario = try Self.scenario(people: 12, days: 6).setting(Self.off(need))
    #expect(!need.holds(in: scenario))
    let changes = Self.fields(paths).map { Self.changed($0, from: scenario) }
    #expect(!changes.isEmpty)
    let changed = try scenario.setting(changes)
    #expect(changed != scenario)
    if try SimulatedRun(changed) == SimulatedRun(scenario) { return }
    for change in changes
    where try SimulatedRun(scenario.setting([change])) != SimulatedRun(scenario) {
      Issue.record("\(change) has an effect, though not \(need)")
    }
  }

  @Test(
    "do something when it is on: the run is another",
    arguments: [
      "lifecycle.*", "levels.*", "homes.tripDaysMax", "reactions.promptLift",
      "activities.calendarModes", "activities.healthRecordedProbability",
      "network.shortOfflineMinutesMedian", "behavior.favoriteMealProbability",
    ])
  func moving(first: String) throws {
    let row = try #require(ScenarioRequirement.table.first { $0.paths.first == first })
    let scenario = try Self.scenario(people: 30, days: 14).setting(Self.on(row.need))
    #expect(row.need.holds(in: scenario))
    let changed = try scenario.setting(
      Self.fields(row.paths).map { Self.changed($0, from: scenario) })
    #expect(try SimulatedRun(changed) != SimulatedRun(scenario))
  }

  /// The errors for a scenario file with these overrides in it, and about the command line.
  private static func complaints(_ overrides: [String], set: [String] = []) throws -> String {
    var scenario = try Scenario().setting(overrides)
    scenario.name = "x"
    let text = JSONWriter(.compact).text(scenario.differences)
    let resolver = ScenarioResolver(
      refusesIdleParameters: true,
      load: { name, _ in ScenarioFile(displayName: name, bytes: Array(text.utf8)) })
    do throws(ScenarioErrors) {
      _ = try resolver.resolve("x", overrides: set)
      return ""
    } catch {
      return "\(error)"
    }
  }

  @Test("are refused in a file and on the command line, each of them")
  func refused() throws {
    // Everything that something needs.
    var count = 0
    for field in Scenario.fields where field.path != "interventions.treatment" {
      for need in field.needs {
        let scenario = try Self.scenario(people: 12, days: 6).setting(Self.off(need))
        let change = Self.changed(field, from: scenario)
        let base = Self.allOn.filter { set in !Self.off(need).contains { Self.names($0, set) } }
        let others = field.needs.filter { $0 != need }.flatMap(Self.on)
          .filter { set in !Self.off(need).contains { Self.names($0, set) } }
        let said = "'\(field.path)' has no effect unless "
        let all = base + Self.off(need) + others
        #expect(try Self.complaints(all + [change]).contains(said), "\(change) unless \(need)")
        #expect(
          try Self.complaints(all, set: [change]).contains("--set \(change): \(said)"),
          "\(change) unless \(need)")
        count += 1
      }
    }
    #expect(count > 120)
  }

  private static func names(_ one: String, _ other: String) -> Bool {
    one.prefix { $0 != "=" } == other.prefix { $0 != "=" }
  }

  @Test("are accepted at their default, and if a later source switched the part off")
  func accepted() throws {
    let file = ["lifecycle.enabled=true", "homes.tripsPerYear=20"]
    #expect(try Self.complaints(file) == "")
    #expect(try Self.complaints(file, set: ["lifecycle.enabled=false"]) == "")
    #expect(try Self.complaints([], set: ["homes.tripsPerYear=0"]) == "")
    #expect(try Self.complaints([], set: ["lifecycle.openLogitMilestone=0"]) == "")
    #expect(
      try Self.complaints([], set: ["homes.tripsPerYear=20", "lifecycle.enabled=true"]) == "")
    for order in [
      ["lifecycle.enabled=false", "homes.tripsPerYear=20"],
      ["homes.tripsPerYear=20", "lifecycle.enabled=false"],
    ] {
      #expect(
        try Self.complaints(file, set: order)
          == "--set homes.tripsPerYear=20: 'homes.tripsPerYear' has no effect unless "
          + "'lifecycle.enabled' is true")
    }
  }
}
