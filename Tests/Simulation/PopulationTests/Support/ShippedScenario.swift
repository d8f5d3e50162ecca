import Foundation
import TestKit

@testable import Scenarios

/// The scenarios of the package, by their names.
enum ShippedScenario {
  private static let folder = CommittedFile.url("scenarios")

  static func resolve(_ name: String) throws -> Scenario {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".jsonc") }.map { String($0.dropLast(6)) }.sorted()
    let files = Dictionary(
      uniqueKeysWithValues: try names.map { name in
        (name, Array(try Data(contentsOf: folder.appending(path: "\(name).jsonc"))))
      })
    let resolver = ScenarioResolver(
      scenarioNames: names, zoneNames: nil, refusesIdleParameters: false,
      load: { name, _ throws(ScenarioError) in
        files[name].map { ScenarioFile(displayName: "\(name).jsonc", bytes: $0) }
      })
    return try resolver.resolve(name, overrides: [])
  }
}
