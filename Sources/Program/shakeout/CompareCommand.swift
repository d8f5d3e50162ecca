import CommandLineKit
import Environment
import JSONText
import Metrics
import Population
import Scenarios
import Reporting
import RunPipeline

/// `shakeout compare`: the metrics of two scenarios with the same population and random draws.
enum CompareCommand {
  static let first = Parameter.requiredArgument(
    "first", as: ScenarioParameters.form,
    help: "The name of a scenario, or the path of its file.")
  static let second = Parameter.optionalArgument(
    "second", as: ScenarioParameters.form,
    help: "The scenario to compare it with; the same one again together with '--with'.")
  static let with = Parameter.repeatedOption(
    "--with", as: ValueForm<String>.text, value: "path=value",
    help: "Set a parameter of the second scenario only, such as 'interventions.treatment=prompts'; "
      + "repeatable.")
  static let policies = Parameter.flag(
    "--policies",
    help: "Instead of a second scenario: compare with each other conflict policy.")
  static let faults = Parameter.flag(
    "--faults",
    help: "Instead of a second scenario: compare with a run without each fault category.")
  static let by = Parameter.repeatedOption(
    "--by", as: dimensionForm,
    help: "Also compare by segment, such as by role; repeatable.")
  static let json = Parameter.flag("--json", help: "Print one JSON object instead of a table.")

  private static let schemaVersion = 2

  private static var dimensionForm: ValueForm<MetricDimension> {
    let names = MetricDimension.allCases.map(\.name)
    let quoted = names.map { "'\($0)'" }.joined(separator: ", ")
    return ValueForm(
      expectation: "one of \(quoted)", choices: names,
      parse: { name in MetricDimension.allCases.first { $0.name == name } }, text: { $0.name })
  }

  static let command = Command(
    "compare", abstract: "Run two scenarios with the same population and compare their metrics.",
    discussion: """
      Runs both in memory with the same people and the same random draws, so that differences come \
      from the scenarios alone. Prints each difference with its 95 % interval, from households \
      paired between the runs; * marks differences whose interval excludes zero. With a 'variance \
      reduction' of n, two runs of different people would need n times as many households for the \
      same interval width. '--policies' runs one scenario under each conflict policy: what would \
      another policy cost in streaks, completions and retention? '--faults' runs it without each \
      fault category that it uses, and without all of them. '--by role' also compares by segment. \
      Exits with 65 when a scenario is invalid or the populations differ, 70 when a property was \
      violated and 130 when interrupted.
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
        "'--by' cannot be combined with '--policies' or '--faults'.",
        exitCode: .usage)
    }
    if arguments[policies] { return try comparePolicies(of: one, arguments) }
    if arguments[faults] { return try compareFaults(of: one, arguments) }
    guard let second = arguments[second] else {
      throw CommandError(
        "Missing the second scenario: name one, or use '--policies' or '--faults'.",
        exitCode: .usage)
    }
    let two = try ScenarioParameters.resolve(
      second, shortcuts: shortcuts, overrides: overrides, with: arguments[with])
    Interruption.listen()
    CrashReport.prepare(
      run: "comparison of '\(one.name)' and '\(two.name)', seed \(one.seed)",
      command: ShellQuoting.line(CommandLine.arguments))
    let threads = arguments[RunCommand.threads] ?? Machine.cores
    let comparison = try simulated {
      try ScenarioComparison(one, two, threads: threads, by: arguments[by])
    }
    if arguments[json] {
      try Terminal.write(JSONWriter(.pretty).text(document(comparison)))
    } else {
      let ending = comparison.isSame ? "The runs are identical, byte for byte.\n" : ""
      try Terminal.write(
        ComparisonText.table(comparison.differences) + comparison.segments.map(text).joined()
          + ComparisonText.legend(first: one.name, second: title(of: two, arguments)) + ending)
    }
    return ending(comparison.violated)
  }

  /// A segment with its name and its number of people in both runs.
  private static func text(_ segment: ScenarioComparison.Segment) -> String {
    let (first, second) = segment.people
    let people = first == second ? "\(first)" : "\(first) and \(second)"
    return "\n\(segment.dimension): \(segment.name), \(people) people\n"
      + ComparisonText.table(segment.differences)
  }

  /// The name of the second scenario, with the parameters set by '--with'.
  private static func title(of two: Scenario, _ arguments: ParsedArguments) -> String {
    ([two.name] + arguments[with].map { "with \($0)" }).joined(separator: " ")
  }

  private static func ending(_ violated: (name: String, count: UInt64)?) -> ExitCode {
    guard let violated else { return .fine }
    Terminal.writeError(
      "\(violated.count) \(violated.count == 1 ? "violation" : "violations") in "
        + "'\(violated.name)'; 'shakeout run' with the same settings shows them.\n")
    return .violation
  }

  /// Runs a scenario under every policy and prints how the metrics differ from the chosen one.
  private static func comparePolicies(
    of scenario: Scenario, _ arguments: ParsedArguments
  ) throws -> ExitCode {
    guard arguments[second] == nil, arguments[with].isEmpty, !arguments[faults] else {
      throw CommandError(
        "'--policies' cannot be combined with '--faults', a second scenario or '--with'.",
        exitCode: .usage)
    }
    Interruption.listen()
    CrashReport.prepare(
      run: "conflict policies of '\(scenario.name)', seed \(scenario.seed)",
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
    // The other policies are known to violate properties.
    return ending(costs.violations > 0 ? (scenario.name, costs.violations) : nil)
  }

  /// Runs a scenario without each of its fault categories and prints how the metrics change.
  private static func compareFaults(
    of scenario: Scenario, _ arguments: ParsedArguments
  ) throws -> ExitCode {
    guard arguments[second] == nil, arguments[with].isEmpty else {
      throw CommandError(
        "'--faults' cannot be combined with a second scenario or '--with'.",
        exitCode: .usage)
    }
    Interruption.listen()
    CrashReport.prepare(
      run: "faults of '\(scenario.name)', seed \(scenario.seed)",
      command: ShellQuoting.line(CommandLine.arguments))
    let costs = try simulated {
      try FaultComparison(of: scenario, threads: arguments[RunCommand.threads] ?? Machine.cores)
    }
    if arguments[json] {
      try Terminal.write(JSONWriter(.pretty).text(document(costs)))
    } else if costs.without.isEmpty {
      try Terminal.write("'\(scenario.name)' injects no faults.\n")
    } else {
      try Terminal.write(
        ComparisonText.table(
          "with all faults", costs.without.map { ("without \($0.cause.rawValue)", $0.differences) })
          + ComparisonText.legend(chosen: "with all faults"))
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
    } catch let problem as ScenarioComparison.Problem {
      if case .interrupted = problem {
        throw CommandError("\(problem)", exitCode: .interrupted)
      }
      throw CommandError("\(problem)", exitCode: .badData)
    }
  }

  private static func document(_ comparison: ScenarioComparison) -> JSONNode {
    [
      "schemaVersion": .integer(schemaVersion),
      "first": .string(comparison.first.name), "second": .string(comparison.second.name),
      "seed": .integer(comparison.first.seed), "people": .integer(comparison.first.people),
      "days": .integer(comparison.first.days), "isSame": .boolean(comparison.isSame),
      "differences": ComparisonText.json(comparison.differences),
      "segments": .array(
        comparison.segments.map { segment in
          [
            "dimension": .string(segment.dimension), "segment": .string(segment.name),
            "people": [
              "first": .integer(segment.people.first), "second": .integer(segment.people.second),
            ],
            "differences": ComparisonText.json(segment.differences),
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
