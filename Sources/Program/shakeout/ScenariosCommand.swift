import CommandLineKit
import JSONText
import Population
import Scenarios
import RunPipeline

/// `shakeout scenarios`: the scenarios that can be run by name, and the fields of a scenario.
enum ScenariosCommand {
  static let fields = Parameter.flag(
    "--fields", help: "List the parameters of scenarios instead.")
  static let schema = Parameter.flag(
    "--schema", help: "Print the JSON Schema of scenario files instead.")
  static let json = Parameter.flag("--json", help: "Print one JSON object.")
  private static let schemaVersion = 1

  static let command = Command(
    "scenarios", abstract: "List the scenarios that can be run by name.",
    discussion: """
      The scenarios that come with the program are part of it. A file in a folder 'scenarios', \
      here or next to the program, takes the place of the one with its name, or adds one.
      """,
    parameters: [fields, schema, json], run: run)

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let others = [(fields, "--fields"), (json, "--json")].filter { arguments[$0.0] }.map(\.1)
    if arguments[schema] {
      if let other = others.first {
        throw CommandError(
          "'--schema' cannot be combined with '\(other)'.", exitCode: .usage)
      }
      try Terminal.write(JSONWriter(.pretty).text(ScenarioSchema.json))
      return .fine
    }
    let (key, rows) = arguments[fields] ? ("fields", fieldRows) : ("scenarios", scenarioRows())
    if arguments[json] {
      try Terminal.write(
        JSONWriter(.pretty).text([
          "schemaVersion": .integer(schemaVersion), key: .array(rows.map(\.json)),
        ]))
    } else {
      let width = rows.map(\.name.count).max() ?? 0
      try Terminal.write(rows.map { "\($0.name.padded(to: width))  \($0.text)\n" }.joined())
    }
    return .fine
  }

  /// A line of the list, as text and as JSON.
  private struct Row {
    var name: String
    var text: String
    var json: JSONNode
  }

  private static var fieldRows: [Row] {
    Scenario.fields.map { field in
      Row(name: field.path, text: "\(field.meaning): \(field.rule)", json: field.json)
    }
  }

  private static func scenarioRows() -> [Row] {
    let library = ScenarioLibrary()
    let found = library.scenarios
    return found.map { row(of: $0.name, $0.path, in: library) }
  }

  private static func row(of name: String, _ path: String?, in library: ScenarioLibrary) -> Row {
    do {
      let scenario = try library.resolve(name)
      let size = "\(scenario.people) people × \(scenario.days) d".padded(to: 22)
      return Row(
        name: name, text: "\(size)  \(scenario.description)",
        json: [
          "name": .string(name), "path": path.map { .string($0) } ?? .null,
          "people": .integer(scenario.people),
          "days": .integer(scenario.days), "description": .string(scenario.description),
        ])
    } catch {
      return Row(
        name: name, text: "cannot be run; see 'shakeout validate \(name)'",
        json: [
          "name": .string(name), "path": path.map { .string($0) } ?? .null,
          "problem": .string("\(error)"),
        ])
    }
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
