import Foundation
import JSONText
import TestKit
import Testing

@testable import Scenarios

@Suite("The JSON Schema of scenarios")
struct ScenarioSchemaTests {
  private static let schema = ScenarioSchema.json

  private static func node(_ keys: [String]) throws -> JSONNode {
    var node = schema
    for key in keys { node = try #require(node["properties"]?[key]) }
    return node
  }

  @Test("has every parameter at its path, with its meaning and its default")
  func complete() throws {
    let defaults = Scenario()
    for field in Scenario.fields {
      let node = try Self.node(field.keys)
      #expect(node["description"]?.string?.contains(field.meaning) == true, "\(field.path)")
      #expect(node["default"] == field.write(defaults), "\(field.path)")
    }
  }

  @Test("allows what a parameter allows, and no unknown key")
  func limits() throws {
    let share = try Self.node(["network", "lossProbability"])
    #expect(share["minimum"]?.double == 0 && share["maximum"]?.double == 1)
    let treatment = try Self.node(["interventions", "treatment"])
    #expect(treatment["enum"]?.elements?.contains("streakRepair") == true)
    #expect(try Self.node(["network"])["additionalProperties"]?.boolean == false)
    #expect(
      try Self.node(["experiments", "unrelatedDrawHousehold"])["anyOf"]?.elements?.count == 2)
  }

  /// `RECORD=1` writes the file again.
  @Test("is the file in docs, for editors to read")
  func published() throws {
    let text = JSONWriter(.pretty).text(ScenarioSchema.json)
    #expect(try CommittedFile.difference(of: text, from: "docs/scenario.schema.json") == nil)
  }
}
