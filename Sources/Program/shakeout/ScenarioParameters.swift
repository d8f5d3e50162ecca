import CommandLineKit
import Population
import Scenarios
import RunPipeline

/// The parameters that all commands with a scenario share.
enum ScenarioParameters {
  /// A scenario by its name or its path.
  static let form = ValueForm<String>(
    expectation: nil, suggestions: ShippedScenarios.names, completion: .file, parse: { $0 },
    text: { $0 })

  static let scenario = Parameter.argument(
    "scenario", as: form, default: "baseline",
    help: "The name of a scenario, or the path of its file.")

  static let named = Parameter.requiredArgument(
    "scenario", as: form,
    help: "The name of a scenario, or the path of its file.")

  /// A shell completes the path, up to the value.
  private static let overrideForm = ValueForm<String>(
    expectation: nil, suggestions: Scenario.fields.map { $0.path + "=" }, parse: { $0 },
    text: { $0 })

  static let overrides = Parameter.repeatedOption(
    "--set", as: overrideForm, value: "path=value",
    help: "Set a parameter of the scenario, such as 'network.lossProbability=0.1'; repeatable.")

  /// The overrides that '--people', '--days' and '--seed' stand for.
  static func shortcuts(_ arguments: ParsedArguments) -> [String] {
    let people = arguments[RunCommand.people].map { "people=\($0)" }
    let days = arguments[RunCommand.days].map { "days=\($0)" }
    let seed = arguments[RunCommand.seed].map { "seed=\($0)" }
    return [people, days, seed].compactMap(\.self)
  }

  /// The scenario with its overrides; throws all of its errors at once.
  ///
  /// `shortcuts` are overrides from dedicated options: `people=5` from `--people 5`. `second` are
  /// those of the second scenario of a comparison, which `--with` sets.
  static func resolve(
    _ name: String, shortcuts: [String] = [], overrides: [String], with second: [String] = []
  ) throws(CommandError) -> Scenario {
    do {
      return try ScenarioLibrary().resolve(name, overrides: shortcuts + overrides + second)
    } catch {
      var errors = error
      errors.errors = errors.errors.map { naming(shortcuts, second, in: $0) }
      throw CommandError("\(errors)", exitCode: .badData)
    }
  }

  /// Names the option that the user wrote instead of the override that it stands for.
  private static func naming(
    _ shortcuts: [String], _ second: [String], in error: ScenarioError
  ) -> ScenarioError {
    var error = error
    for shortcut in shortcuts where error.source == "--set \(shortcut)" {
      error.source = "--" + shortcut.split(separator: "=").joined(separator: " ")
    }
    for override in second where error.source == "--set \(override)" {
      error.source = "--with \(override)"
    }
    return error
  }
}
