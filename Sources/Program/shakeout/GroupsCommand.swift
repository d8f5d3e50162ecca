import CommandLineKit
import JSONText
import Metrics
import Population
import Scenarios
import Reporting
import RunPipeline

/// `shakeout groups`: what groups do, asked in four ways.
enum GroupsCommand {
  static let json = Parameter.flag("--json", help: "Print one JSON object instead of a table.")

  private static let schemaVersion = 1

  static let command = Command(
    "groups", abstract: "Live a scenario with and without groups, and tell what groups do.",
    discussion: """
      Three lives of the same people under the same luck answer four questions of every figure \
      that holds people in groups against others. 'association': by how much those in groups \
      differ from those outside, in one run; who joins is not who does not. 'invitation': by how \
      much households that are invited at random differ from those that are not. 'for each who \
      joined': that, divided by how many more joined. 'truth': by how much the same people differ \
      with groups and without, which only a simulation can tell. Intervals are of 95 %. Exits with \
      65 when the scenario is wrong and 70 when a property was violated.
      """,
    parameters: [
      ScenarioParameters.named, RunCommand.seed, RunCommand.people, RunCommand.days,
      RunCommand.threads, ScenarioParameters.overrides, json,
    ],
    run: run)

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let shortcuts = ScenarioParameters.shortcuts(arguments)
    func resolved(_ settings: [String]) throws -> Scenario {
      try ScenarioParameters.resolve(
        arguments[ScenarioParameters.named], shortcuts: shortcuts,
        overrides: arguments[ScenarioParameters.overrides] + settings)
    }
    let with = try resolved(GroupExperiment.with)
    guard with.activities.groupMemberFraction > 0 else {
      throw CommandError(
        "Nobody joins a group in '\(with.name)', for its 'activities.groupMemberFraction' is 0.",
        exitCode: .badData)
    }
    let (without, invited) = (try resolved(GroupExperiment.without), GroupExperiment.invited(with))
    Interruption.listen()
    CrashReport.prepare(
      run: "the groups of '\(with.name)', seed \(with.seed)",
      command: ShellQuoting.line(CommandLine.arguments))
    let study: GroupExperiment
    do {
      study = try GroupExperiment(
        without: without, with: with, invited: invited,
        threads: arguments[RunCommand.threads] ?? Machine.cores)
    } catch let problem as ScenarioComparison.Problem {
      throw CommandError("\(problem)", exitCode: .interrupted)
    }
    if arguments[json] {
      try Terminal.write(JSONWriter(.pretty).text(document(study)))
    } else {
      try Terminal.write(GroupEffectText.text(study.runs))
    }
    guard study.violations > 0 else { return .fine }
    Terminal.complain(
      "\(study.violations) \(study.violations == 1 ? "promise was" : "promises were") broken; "
        + "'shakeout run' with the same settings tells which.\n")
    return .violation
  }

  private static func document(_ study: GroupExperiment) -> JSONNode {
    [
      "schemaVersion": .integer(schemaVersion), "scenario": .string(study.scenario.name),
      "seed": .integer(study.scenario.seed), "people": .integer(study.scenario.people),
      "days": .integer(study.scenario.days),
      "joined": GroupEffectText.json(study.runs.joinedMore),
      "effects": GroupEffectText.json(study.runs.effects),
    ]
  }
}
