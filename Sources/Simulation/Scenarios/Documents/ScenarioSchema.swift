public import Base
import Environment
public import JSONText

/// The JSON Schema of scenario files, from the table of parameters. An editor that supports schemas
/// completes and checks the keys as one types.
public enum ScenarioSchema {
  /// The format: the parameters and their types. Files of scenarios do not name it, because people
  /// write them; manifests do.
  public static let format = FormatVersion(
    "scenario", 5, oldest: 1, remedy: "write it again with today's parameters")

  /// The schema, as draft 2020-12 has it.
  public static var json: JSONNode {
    var members: [(String, JSONNode)] = [
      ("$schema", "https://json-schema.org/draft/2020-12/schema"),
      ("$comment", .string("Format version \(format.current) of scenarios.")),
      ("title", "A scenario of Shakeout"),
      (
        "description",
        "Everything that a run depends on; a parameter that is left out keeps its default."
      ),
      ("type", "object"), ("required", ["name"]),
    ]
    members += object(of: .all, isWhole: true, defaults: Scenario())
    return .object(members)
  }

  /// The keys that stand directly under a group, and nothing else.
  private static func object(
    of group: ScenarioGroup, isWhole: Bool = false, defaults: Scenario
  ) -> [(String, JSONNode)] {
    var properties: [(String, JSONNode)] = []
    if isWhole {
      properties.append(
        (
          "extends",
          [
            "type": "string",
            "description": "The name of another scenario, or its path relative to this file.",
          ]
        ))
    }
    for member in group.members {
      switch member.content {
      case .parameter(let place):
        properties.append(
          (member.key, schema(of: Scenario.fields[place], defaults: defaults)))
      case .group(let inner):
        properties.append(
          (member.key, .object([("type", "object")] + object(of: inner, defaults: defaults))))
      }
    }
    return [("properties", .object(properties)), ("additionalProperties", .boolean(false))]
  }

  /// Which fault kinds set a parameter.
  private static func faults(of field: ScenarioField) -> String {
    let names = FaultCatalog.kinds(setting: field.path).map { "'\($0.name)'" }
    return names.isEmpty ? "" : " Fault kinds that set it: \(names.joined(separator: ", "))."
  }

  private static func schema(of field: ScenarioField, defaults: Scenario) -> JSONNode {
    let value = field.write(defaults)
    let needs = field.needs.map { " No effect unless \($0)." }.joined()
    let text =
      "\(field.meaning). Must be \(field.rule).\(needs) Source: \(field.evidence)."
      + faults(of: field)
    return .object(
      field.form.schema + [("description", .string(text)), ("default", value)])
  }
}

extension ScenarioForm {
  /// What is allowed, as JSON Schema keywords.
  fileprivate var schema: [(String, JSONNode)] {
    switch self {
    case .flag: [("type", "boolean")]
    case .whole(let range):
      [
        ("type", "integer"), ("minimum", .integer(range.lowerBound)),
        ("maximum", .integer(range.upperBound)),
      ]
    case .seed: [("type", "integer"), ("minimum", .integer(0))]
    case .real(let range):
      [
        ("type", "number"), ("minimum", .number(range.lowerBound)),
        ("maximum", .number(range.upperBound)),
      ]
    case .share: [("type", "number"), ("minimum", .number(0)), ("maximum", .number(1))]
    case .text: [("type", "string")]
    case .name: [("type", "string"), ("pattern", "^[a-z0-9-]+$")]
    case .day: [("type", "string"), ("pattern", "^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]
    case .counts(let range): Self.weights(range.map(String.init))
    case .names(let names): Self.weights(names)
    case .choice(let names): [("type", "string"), ("enum", .array(names.map { .string($0) }))]
    case .zones:
      [
        ("type", "array"), ("minItems", .integer(1)),
        (
          "items",
          [
            "type": "object", "required": ["zone", "weight"],
            "properties": [
              "zone": .object([("type", "string")]),
              "weight": ["type": "number", "minimum": 0],
            ],
            "additionalProperties": false,
          ]
        ),
      ]
    case .thresholds:
      [
        ("type", "array"),
        ("items", ["type": "string", "pattern": .string("^[^<>]+[<>][^<>]+$")]),
      ]
    case .orNull(let form, _):
      [("anyOf", .array([.object(form.schema), .object([("type", "null")])]))]
    }
  }

  private static func weights(_ keys: [String]) -> [(String, JSONNode)] {
    let weight: JSONNode = ["type": "number", "minimum": 0]
    return [
      ("type", "object"), ("minProperties", .integer(1)),
      ("properties", .object(keys.map { ($0, weight) })),
      ("additionalProperties", .boolean(false)),
    ]
  }
}
