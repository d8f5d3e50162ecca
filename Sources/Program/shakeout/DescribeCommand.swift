import CommandLineKit
import JSONText
import Population
import Scenarios
import RunPipeline

/// `shakeout describe`: what a scenario assumes of people, before anything is believed of it.
enum DescribeCommand {
  static let command = Command(
    "describe", abstract: "Say what a scenario's assumptions about people imply.",
    discussion: """
      Who there is, how old, in which homes and on which platforms, when in the day and the week \
      they open the app, how long their streaks are, how many stay, lapse and come back: lived by \
      the people alone, without devices, network and groups, in a moment. A run says what becomes \
      of that.
      """,
    parameters: [
      ScenarioParameters.scenario, people, RunCommand.days, RunCommand.seed,
      ScenarioParameters.overrides, json,
    ], run: run)

  private static let peopleMax = 4000
  static let people = Parameter.optionalOption(
    "--people", as: ValueForm<Int>.whole,
    help: "How many people there are. (default: the scenario's, up to \(peopleMax))")
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
    let portrait = PopulationSummary(scenario, peopleMax: arguments[people] ?? peopleMax)
    try Terminal.write(
      arguments[json]
        ? JSONWriter(.pretty).text(PopulationSummaryDocument.json(portrait, of: scenario))
        : PopulationSummaryText.page(portrait, of: scenario))
    return .fine
  }
}
