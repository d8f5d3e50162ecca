import CommandLineKit
import JSONText
import Population
import Reporting
import Runs

/// `shakeout compare`: two scenarios with the same people and the same luck.
enum CompareCommand {
  static let first = Parameter.requiredArgument(
    "first", as: ValueForm<String>.text,
    help: "The name of a scenario, or the path of its file.")
  static let second = Parameter.requiredArgument(
    "second", as: ValueForm<String>.text,
    help: "Another one, or the same again with '--with'.")
  static let with = Parameter.repeatedOption(
    "--with", as: ValueForm<String>.text, value: "path=value",
    help: "Set a parameter of the second scenario alone, such as 'interventions.treatment=prompts'."
  )
  static let json = Parameter.flag("--json", help: "Print one JSON object instead of a table.")

  private static let schemaVersion = 1

  static let command = Command(
    "compare", abstract: "Live two scenarios with the same people, and compare their key figures.",
    discussion: """
      Both are lived in memory, by the same people of the same seed under the same luck, so what \
      differs is the scenarios' doing. Intervals are of the difference, households weighed alike in \
      both; 'pairing' says how many times as many households it would have taken to see as much \
      in two runs of different people, and a star that the interval leaves zero out. Exits with \
      65 when a scenario is wrong or the two have not the same people, and 70 when a property was \
      violated.
      """,
    parameters: [
      first, second, RunCommand.seed, RunCommand.people, RunCommand.days, RunCommand.threads,
      ScenarioParameters.overrides, with, json,
    ],
    run: run)

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    var shortcuts: [String] = []
    if let people = arguments[RunCommand.people] { shortcuts.append("people=\(people)") }
    if let days = arguments[RunCommand.days] { shortcuts.append("days=\(days)") }
    if let seed = arguments[RunCommand.seed] { shortcuts.append("seed=\(seed)") }
    let overrides = arguments[ScenarioParameters.overrides]
    let one = try ScenarioParameters.resolve(
      arguments[first], shortcuts: shortcuts, overrides: overrides)
    let two = try ScenarioParameters.resolve(
      arguments[second], shortcuts: shortcuts, overrides: overrides + arguments[with])
    Interruption.listen()
    TrapStory.prepare(
      run: "the comparison of '\(one.name)' and '\(two.name)', seed \(one.seed)",
      command: CommandLine.arguments.map(RepeatCommand.quoted).joined(separator: " "))
    let comparison = try compared(one, two, arguments[RunCommand.threads] ?? Machine.cores)
    if arguments[json] {
      try Terminal.write(JSONWriter(.pretty).text(document(comparison)))
    } else {
      let ending = comparison.isSame ? "The runs are the same, byte by byte.\n" : ""
      try Terminal.write(ComparisonText.table(comparison.differences) + ending)
    }
    guard let violated = comparison.violated else { return .fine }
    Terminal.complain(
      "\(violated.count) \(violated.count == 1 ? "promise was" : "promises were") broken in "
        + "'\(violated.name)'; 'shakeout run' with the same settings tells which.\n")
    return .violation
  }

  private static func compared(
    _ one: Scenario, _ two: Scenario, _ threads: Int
  ) throws -> Comparison {
    do {
      return try Comparison(one, two, threads: threads)
    } catch let problem as Comparison.Problem {
      if case .interrupted = problem {
        throw CommandFailure("\(problem)", exitCode: .interrupted)
      }
      throw CommandFailure("\(problem)", exitCode: .badData)
    }
  }

  private static func document(_ comparison: Comparison) -> JSONNode {
    [
      "schemaVersion": .integer(schemaVersion),
      "first": .string(comparison.first.name), "second": .string(comparison.second.name),
      "seed": .integer(comparison.first.seed), "people": .integer(comparison.first.people),
      "days": .integer(comparison.first.days), "isSame": .boolean(comparison.isSame),
      "differences": ComparisonText.json(comparison.differences),
    ]
  }
}
