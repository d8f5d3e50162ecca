import CommandLineKit
import JSONText
import Population
import Scenarios
import RunPipeline

/// `shakeout describe`: the population that a scenario's assumptions imply, before any run.
enum DescribeCommand {
  static let command = Command(
    "describe", abstract: "Describe the population that a scenario implies.",
    discussion: """
      Prints the population by age, household and platform, when people open the app during the \
      day and the week, how long their streaks are, and how many stay, lapse and return. It \
      simulates people alone, without devices, network and groups, which takes a moment; 'shakeout \
      run' simulates all of it.
      """,
    parameters: [
      ScenarioParameters.scenario, people, RunCommand.days, RunCommand.seed,
      ScenarioParameters.overrides, json,
    ], run: run)

  private static let peopleMax = 4000
  static let people = Parameter.optionalOption(
    "--people", as: ValueForm<Int>.whole,
    help: "The number of people. (default: the scenario's, up to \(peopleMax))")
  static let json = Parameter.flag("--json", help: "Print one JSON object.")

  private static func shortcuts(_ arguments: ParsedArguments) -> [String] {
    [
      arguments[people].map { "people=\($0)" }, arguments[RunCommand.days].map { "days=\($0)" },
      arguments[RunCommand.seed].map { "seed=\($0)" },
    ].compactMap(\.self)
  }

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let scenario = try ScenarioParameters.resolve(
      arguments[ScenarioParameters.scenario],
      shortcuts: shortcuts(arguments),
      overrides: arguments[ScenarioParameters.overrides])
    let summary = PopulationSummary(scenario, peopleMax: arguments[people] ?? peopleMax)
    try Terminal.write(
      arguments[json]
        ? JSONWriter(.pretty).text(PopulationSummaryDocument.json(summary, of: scenario))
        : PopulationSummaryText.page(summary, of: scenario))
    return .fine
  }
}
