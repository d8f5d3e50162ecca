import CommandLineKit
import Population
import Runs

/// `shakeout validate`: says everything that is wrong with a scenario.
enum ValidateCommand {
  static let scenario = Parameter.requiredArgument(
    "scenario", as: ValueForm<String>.text,
    help: "The name of a scenario, or the path of its file.")

  static let command = Command(
    "validate", abstract: "Check a scenario and say everything that is wrong with it.",
    parameters: [scenario, ScenarioParameters.overrides], run: run)

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let resolved = try ScenarioParameters.resolve(
      arguments[scenario], overrides: arguments[ScenarioParameters.overrides])
    try Terminal.write(
      "'\(resolved.name)' is fine: \(resolved.people) people, \(resolved.days) days from "
        + "\(resolved.start), seed \(resolved.seed).\n")
    return .fine
  }
}
