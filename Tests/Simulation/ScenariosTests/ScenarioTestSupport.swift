import Foundation
import JSONText
import TestKit
import Testing

@testable import Scenarios

/// Scenario files that exist only in a test: `a` is shown as `a.json`.
struct ScenarioTexts {
  var texts: [String: String]
  var zoneNames: [String]?
  var refusesIdleParameters = false

  init(
    _ texts: [String: String], zoneNames: [String]? = nil, refusesIdleParameters: Bool = false
  ) {
    self.texts = texts
    self.zoneNames = zoneNames
    self.refusesIdleParameters = refusesIdleParameters
  }

  func resolve(_ name: String = "x", set overrides: [String] = []) throws(ScenarioErrors)
    -> Scenario
  {
    let resolver = ScenarioResolver(
      scenarioNames: texts.keys.sorted(), zoneNames: zoneNames,
      refusesIdleParameters: refusesIdleParameters,
      load: { name, _ throws(ScenarioError) in
        texts[name].map { ScenarioFile(displayName: "\(name).json", bytes: Array($0.utf8)) }
      })
    return try resolver.resolve(name, overrides: overrides)
  }

  /// The errors, one sentence a line; "" when there is none.
  func complaints(set overrides: [String] = []) -> String {
    do throws(ScenarioErrors) {
      _ = try resolve(set: overrides)
      return ""
    } catch {
      return error.description
    }
  }
}

/// The errors of a file with this text.
func complaints(about text: String) -> String {
  ScenarioTexts(["x": text], zoneNames: ["America/New_York", "Europe/Berlin"]).complaints()
}

/// The scenarios of the package.
enum ScenarioFolder {
  static var names: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: CommittedFile.url("scenarios").path)
        .filter { $0.hasSuffix(".jsonc") }.map { String($0.dropLast(6)) }.sorted()
    }
  }

  static func text(of name: String) throws -> String {
    try CommittedFile.text("scenarios/\(name).jsonc")
  }

  static func resolve(_ name: String) throws -> Scenario {
    let texts = Dictionary(
      uniqueKeysWithValues: try names.map { ($0, try text(of: $0)) })
    return try ScenarioTexts(texts, refusesIdleParameters: true).resolve(name)
  }
}
