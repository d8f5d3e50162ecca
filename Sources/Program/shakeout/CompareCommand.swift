import CommandLineKit
import Environment
import JSONText
import Metrics
import Population
import Scenarios
import Reporting
import RunPipeline

/// `shakeout compare`: two scenarios with the same people and the same luck.
enum CompareCommand {
  static let first = Parameter.requiredArgument(
    "first", as: ValueForm<String>.text,
    help: "The name of a scenario, or the path of its file.")
  static let second = Parameter.optionalArgument(
    "second", as: ValueForm<String>.text,
    help: "Another one, or the same again with '--with'.")
  static let with = Parameter.repeatedOption(
    "--with", as: ValueForm<String>.text, value: "path=value",
    help: "Set a parameter of the second scenario alone, such as 'interventions.treatment=prompts'."
  )
  static let policies = Parameter.flag(
    "--policies",
    help: "Instead of a second scenario: what each other conflict policy costs the first.")
  static let faults = Parameter.flag(
    "--faults",
    help: "Instead of a second scenario: what the first would be without each cause of trouble.")
  static let by = Parameter.repeatedOption(
    "--by", as: dimensionForm,
    help: "Compare part by part as well: of people of one role, say; may be given again.")
  static let json = Parameter.flag("--json", help: "Print one JSON object instead of a table.")

  private static let schemaVersion = 1

  private static var dimensionForm: ValueForm<MetricDimension> {
    let names = MetricDimension.allCases.map(\.name)
    let quoted = names.map { "'\($0)'" }.joined(separator: ", ")
    return ValueForm(
      expectation: "one of \(quoted)", choices: names,
      parse: { name in MetricDimension.allCases.first { $0.name == name } }, text: { $0.name })
  }

  static let command = Command(
    "compare", abstract: "Live two scenarios with the same people, and compare their key figures.",
    discussion: """
      Both are lived in memory, by the same people of the same seed under the same luck, so what \
      differs is the scenarios' doing. Intervals are of the difference, households weighed alike in \
      both; 'pairing' says how many times as many households it would have taken to see as much \
      in two runs of different people, and a star that the interval leaves zero out. Exits with \
      65 when a scenario is wrong or the two have not the same people, and 70 when a property was \
      violated. With '--policies' one scenario is lived under each conflict policy: what would it \
      cost in streaks, completions and retention to let another write stand? With '--faults' it is \
      lived without each cause of trouble that it has, and without all of them. With '--by role' \
      and the like the two runs are also compared part by part.
      """,
    parameters: [
      first, second, RunCommand.seed, RunCommand.people, RunCommand.days, RunCommand.threads,
      ScenarioParameters.overrides, with, policies, faults, by, json,
    ],
    run: run)

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let shortcuts = ScenarioParameters.shortcuts(arguments)
    let overrides = arguments[ScenarioParameters.overrides]
    let one = try ScenarioParameters.resolve(
      arguments[first], shortcuts: shortcuts, overrides: overrides)
    guard arguments[by].isEmpty || !(arguments[policies] || arguments[faults]) else {
      throw CommandError(
        "'--by' tells people of two scenarios apart: it goes without '--policies' and '--faults'.",
        exitCode: .usage)
    }
    if arguments[policies] { return try comparePolicies(of: one, arguments) }
    if arguments[faults] { return try compareFaults(of: one, arguments) }
    guard let second = arguments[second] else {
      throw CommandError(
        "Compared with what? Name a second scenario, or ask for '--policies' or '--faults'.",
        exitCode: .usage)
    }
    let two = try ScenarioParameters.resolve(
      second, shortcuts: shortcuts, overrides: overrides + arguments[with])
    Interruption.listen()
    CrashReport.prepare(
      run: "the comparison of '\(one.name)' and '\(two.name)', seed \(one.seed)",
      command: ShellQuoting.line(CommandLine.arguments))
    let threads = arguments[RunCommand.threads] ?? Machine.cores
    let comparison = try simulated {
      try Runs.ScenarioComparison(one, two, threads: threads, by: arguments[by])
    }
    if arguments[json] {
      try Terminal.write(JSONWriter(.pretty).text(document(comparison)))
    } else {
      let ending = comparison.isSame ? "The runs are the same, byte by byte.\n" : ""
      try Terminal.write(
        ComparisonText.table(comparison.differences) + comparison.parts.map(text).joined()
          + ComparisonText.legend(first: one.name, second: title(of: two, arguments)) + ending)
    }
    return ending(comparison.violated)
  }

  /// A part under what it is, with its people in both runs.
  private static func text(_ part: Runs.ScenarioComparison.Part) -> String {
    let (first, second) = part.people
    let people = first == second ? "\(first)" : "\(first) and \(second)"
    return "\n\(part.dimension): \(part.name), \(people) people\n"
      + ComparisonText.table(part.differences)
  }

  /// The second scenario, which may be the first with something set.
  private static func title(of two: Scenario, _ arguments: ParsedArguments) -> String {
    ([two.name] + arguments[with].map { "with \($0)" }).joined(separator: " ")
  }

  private static func ending(_ violated: (name: String, count: UInt64)?) -> ExitCode {
    guard let violated else { return .fine }
    Terminal.complain(
      "\(violated.count) \(violated.count == 1 ? "promise was" : "promises were") broken in "
        + "'\(violated.name)'; 'shakeout run' with the same settings tells which.\n")
    return .violation
  }

  /// Lives a scenario under every policy, and tells what those cost that it has not chosen.
  private static func comparePolicies(
    of scenario: Scenario, _ arguments: ParsedArguments
  ) throws -> ExitCode {
    guard arguments[second] == nil, arguments[with].isEmpty else {
      throw CommandError(
        "'--policies' stands instead of a second scenario and of what is set '--with' it.",
        exitCode: .usage)
    }
    Interruption.listen()
    CrashReport.prepare(
      run: "the conflict policies of '\(scenario.name)', seed \(scenario.seed)",
      command: ShellQuoting.line(CommandLine.arguments))
    let costs = try simulated {
      try PolicyComparison(of: scenario, threads: arguments[RunCommand.threads] ?? Machine.cores)
    }
    if arguments[json] {
      try Terminal.write(JSONWriter(.pretty).text(document(costs)))
    } else {
      try Terminal.write(
        ComparisonText.table(costs.chosen, costs.others.map { ($0.policy, $0.differences) })
          + ComparisonText.legend(chosen: costs.chosen))
    }
    // Of the other policies nobody has promised anything.
    return ending(costs.violations > 0 ? (scenario.name, costs.violations) : nil)
  }

  /// Lives a scenario without each cause of its trouble, and tells how far its figures move.
  private static func compareFaults(
    of scenario: Scenario, _ arguments: ParsedArguments
  ) throws -> ExitCode {
    guard arguments[second] == nil, arguments[with].isEmpty, !arguments[policies] else {
      throw CommandError(
        "'--faults' stands instead of a second scenario and of what is set '--with' it.",
        exitCode: .usage)
    }
    Interruption.listen()
    CrashReport.prepare(
      run: "the faults of '\(scenario.name)', seed \(scenario.seed)",
      command: ShellQuoting.line(CommandLine.arguments))
    let costs = try simulated {
      try FaultComparison(of: scenario, threads: arguments[RunCommand.threads] ?? Machine.cores)
    }
    if arguments[json] {
      try Terminal.write(JSONWriter(.pretty).text(document(costs)))
    } else if costs.without.isEmpty {
      try Terminal.write("Nothing goes wrong in '\(scenario.name)'.\n")
    } else {
      try Terminal.write(
        ComparisonText.table(
          "as it is", costs.without.map { ("without \($0.cause.rawValue)", $0.differences) })
          + ComparisonText.legend(chosen: "as it is"))
    }
    return ending(costs.violations > 0 ? (scenario.name, costs.violations) : nil)
  }

  private static func document(_ costs: FaultComparison) -> JSONNode {
    let scenario = costs.scenario
    return [
      "schemaVersion": .integer(schemaVersion), "first": .string(scenario.name),
      "seed": .integer(scenario.seed), "people": .integer(scenario.people),
      "days": .integer(scenario.days),
      "without": .array(
        costs.without.map { other in
          [
            "cause": .string(other.cause.rawValue),
            "differences": ComparisonText.json(other.differences),
          ]
        }),
    ]
  }

  private static func simulated<Found>(_ body: () throws -> Found) throws -> Found {
    do {
      return try body()
    } catch let problem as Runs.ScenarioComparison.Problem {
      if case .interrupted = problem {
        throw CommandError("\(problem)", exitCode: .interrupted)
      }
      throw CommandError("\(problem)", exitCode: .badData)
    }
  }

  private static func document(_ comparison: Runs.ScenarioComparison) -> JSONNode {
    [
      "schemaVersion": .integer(schemaVersion),
      "first": .string(comparison.first.name), "second": .string(comparison.second.name),
      "seed": .integer(comparison.first.seed), "people": .integer(comparison.first.people),
      "days": .integer(comparison.first.days), "isSame": .boolean(comparison.isSame),
      "differences": ComparisonText.json(comparison.differences),
      "segments": .array(
        comparison.parts.map { part in
          [
            "dimension": .string(part.dimension), "segment": .string(part.name),
            "people": [
              "first": .integer(part.people.first), "second": .integer(part.people.second),
            ],
            "differences": ComparisonText.json(part.differences),
          ]
        }),
    ]
  }

  private static func document(_ costs: PolicyComparison) -> JSONNode {
    let scenario = costs.scenario
    return [
      "schemaVersion": .integer(schemaVersion), "first": .string(scenario.name),
      "seed": .integer(scenario.seed), "people": .integer(scenario.people),
      "days": .integer(scenario.days), "chosen": .string(costs.chosen),
      "policies": .array(
        costs.others.map { other in
          [
            "policy": .string(other.policy), "isSame": .boolean(other.isSame),
            "differences": ComparisonText.json(other.differences),
          ]
        }),
    ]
  }
}
