import CommandLineKit
import Population
import Runs

/// `shakeout describe`: what a scenario assumes of people, before anything is believed of it.
enum DescribeCommand {
  static let command = Command(
    "describe", abstract: "Say what a scenario's assumptions about people imply.",
    discussion: """
      Who there is, when in the day and the week they open the app, how many stay, lapse and come \
      back: lived by the people alone, without devices, network and groups, in a moment. A run \
      says what becomes of that.
      """,
    parameters: [ScenarioParameters.scenario, ScenarioParameters.overrides], run: run)

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let scenario = try ScenarioParameters.resolve(
      arguments[ScenarioParameters.scenario],
      overrides: arguments[ScenarioParameters.overrides])
    try Terminal.write(PortraitText.page(scenario))
    return .fine
  }
}
