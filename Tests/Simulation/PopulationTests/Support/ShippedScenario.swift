import Foundation
import TestKit

@testable import Scenarios

/// The scenarios of the package, by their names.
enum ShippedScenario {
  private static let folder = CommittedFile.url("scenarios")

  static func resolve(_ name: String) throws -> Scenario {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()
    let files = Dictionary(
      uniqueKeysWithValues: try names.map { name in
        (name, Array(try Data(contentsOf: folder.appending(path: "\(name).json"))))
      })
    let resolver = ScenarioResolver(
      scenarioNames: names, zoneNames: nil, refusesIdleTreatments: false,
      load: { name, _ throws(ScenarioError) in
        files[name].map { ScenarioFile(displayName: "\(name).json", bytes: $0) }
      })
    return try resolver.resolve(name, overrides: [])
  }
}
