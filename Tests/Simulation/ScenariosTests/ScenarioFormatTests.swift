import Base
import JSONText
import TestKit
import Testing

@testable import Scenarios

@Suite("Format of scenarios")
struct ScenarioFormatTests {
  /// Types and names, but no limits: a wider range needs no other reader.
  private static func type(_ schema: JSONNode) -> String {
    if let choices = schema["anyOf"]?.elements {
      return choices.map(type).joined(separator: " or ")
    }
    let type = schema["type"]?.string ?? "text"
    let names =
      schema["enum"]?.elements?.compactMap(\.string) ?? schema["properties"]?.members?.map(\.key)
    return type + (names.map { ": \($0.joined(separator: ", "))" } ?? "")
  }

  @Test("the format is the recorded one")
  func recorded() throws {
    let lines = try Scenario.fields.map { field in
      var node: JSONNode = ScenarioSchema.json
      for key in field.keys { node = try #require(node["properties"]?[key]) }
      return "\(field.path): \(Self.type(node))"
    }
    let record = FormatRecord(
      "scenario", ScenarioSchema.format.current,
      at: "Sources/Simulation/Scenarios/Documents/ScenarioSchema.swift", lines)
    #expect(try record.problem() == nil)
    let comment = ScenarioSchema.json["$comment"]?.string
    #expect(comment == "Format version \(ScenarioSchema.format.current) of scenarios.")
  }
}
