import CommandLineKit
import JSONText
import Metrics
import Population
import Scenarios
import Reporting
import RunPipeline

/// `shakeout groups`: the effect of groups, estimated four ways.
enum GroupsCommand {
  static let json = Parameter.flag("--json", help: "Print one JSON object instead of a table.")

  private static let schemaVersion = 3

  static let command = Command(
    "groups", abstract: "Estimate the effect of groups in four ways.",
    discussion: """
      Makes three runs of the same population with the same random draws and prints four estimates \
      for every metric that compares group members with others. 'association' is the difference \
      between members and others in one run; members are self-selected. 'invitation' is the \
      difference between households invited at random and those that are not; an invitation also \
      makes people return who join no group, so it cannot be divided into an effect per joiner. \
      'truth' is the difference between the same adults with and without groups, and 'truth, \
      joiners' that of those alone who joined one; only a simulation can measure these. \
      Intervals are 95 %. Exits with 65 when the scenario is invalid, 70 when a property was \
      violated and 130 when interrupted.
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
        "No one joins a group in '\(with.name)': its 'activities.groupMemberFraction' is 0.",
        exitCode: .badData)
    }
    let (without, invited) = (try resolved(GroupExperiment.without), GroupExperiment.invited(with))
    Interruption.listen()
    CrashReport.prepare(
      run: "groups of '\(with.name)', seed \(with.seed)",
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
    Terminal.writeError(
      "\(study.violations) \(study.violations == 1 ? "violation" : "violations"); "
        + "'shakeout run' with the same settings shows them.\n")
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
