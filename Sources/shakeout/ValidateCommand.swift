import CommandLineKit
import Population
import Runs

/// `shakeout validate`: says everything that is wrong with a scenario.
enum ValidateCommand {
  static let command = Command(
    "validate", abstract: "Check a scenario and say everything that is wrong with it.",
    parameters: [ScenarioParameters.named, ScenarioParameters.overrides], run: run)

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let resolved = try ScenarioParameters.resolve(
      arguments[ScenarioParameters.named], overrides: arguments[ScenarioParameters.overrides])
    try Terminal.write(
      "'\(resolved.name)' is fine: \(resolved.people) people, \(resolved.days) days from "
        + "\(resolved.start), seed \(resolved.seed).\n")
    return .fine
  }
}
