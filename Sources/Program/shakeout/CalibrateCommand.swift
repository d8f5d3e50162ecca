import CommandLineKit
import JSONText
import Metrics
import Population
import Scenarios
import Reporting
import RunPipeline

/// `shakeout calibrate`: fits parameters of a scenario to target values of metrics.
enum CalibrateCommand {
  static let free = Parameter.repeatedOption(
    "--free", as: ValueForm<String>.text, value: "path=low...high",
    help: "A parameter to fit, and its bounds; repeatable.")
  static let target = Parameter.repeatedOption(
    "--target", as: ValueForm<String>.text, value: "metric=value",
    help: "The target value of a metric, as the ground truth measures it; repeatable.")
  static let rounds = Parameter.option(
    "--rounds", as: ValueForm<Int>.whole(0...100), default: 6,
    help: "The number of least-squares iterations.")
  static let out = Parameter.optionalOption(
    "--out", as: ValueForm<String>.file,
    help: "Write the fitted scenario to a file; the scenario is named after the file.")
  static let json = Parameter.flag("--json", help: "Print one JSON object instead of tables.")

  private static let schemaVersion = 2

  static let command = Command(
    "calibrate", abstract: "Fit parameters of a scenario to target values of metrics.",
    discussion: """
      Evaluates points spread across the bounds and improves the best one by least squares. Each \
      evaluation is a run in memory with the same population and the same random draws. Prints \
      each parameter before and after with its standard error, and each metric before and after \
      and with a held-out seed. A target counts as reached within 1 percentage point, or within \
      2 % of a mean. Values follow from assumptions: a fit does not prove that the parameters are \
      true. Exits with 3 when a target is not reached, 65 when the request is invalid and 130 when \
      interrupted.
      """,
    parameters: [
      ScenarioParameters.named, free, target, rounds, RunCommand.seed, RunCommand.people,
      RunCommand.days, RunCommand.threads, ScenarioParameters.overrides, out, json,
    ],
    run: run)

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let resolved = try ScenarioParameters.resolve(
      arguments[ScenarioParameters.named], shortcuts: ScenarioParameters.shortcuts(arguments),
      overrides: arguments[ScenarioParameters.overrides])
    let outName = try arguments[out].map { path in try name(of: path) }
    let file = try OutputOption(arguments[out])
    Interruption.listen()
    CrashReport.prepare(
      run: "calibration of '\(resolved.name)', seed \(resolved.seed)",
      command: ShellQuoting.line(CommandLine.arguments))
    let calibration = try found(resolved, arguments)
    if arguments[json] {
      try Terminal.write(JSONWriter(.pretty).text(document(calibration)))
    } else {
      try Terminal.write(text(calibration))
    }
    if let file, let outName {
      try file.write(scenarioText(calibration, named: outName, from: resolved))
    }
    return calibration.isReached ? .fine : .inconclusive
  }

  private static func found(
    _ scenario: Scenario, _ arguments: ParsedArguments
  ) throws -> Calibration {
    let showsProgress = !arguments[json] && Terminal.isRewritable
    defer { if showsProgress { Terminal.writeError("\r\u{1B}[K") } }
    do {
      return try Calibration(
        scenario,
        free: arguments[free].map { text throws(CalibrationError) in
          try FreeParameter(text)
        },
        levels: arguments[target].map { text throws(CalibrationError) in
          try CalibrationTarget(text)
        },
        rounds: arguments[rounds], threads: arguments[RunCommand.threads] ?? Machine.cores
      ) { runs, left in
        if showsProgress {
          Terminal.writeError("\rrun \(runs), residual \(left.squareRoot())\u{1B}[K")
        }
      }
    } catch let problem as ScenarioComparison.Problem {
      throw CommandError("\(problem)", exitCode: .interrupted)
    } catch {
      throw CommandError("\(error)", exitCode: .badData)
    }
  }

  /// A scenario is named after its file, so the file name must be a valid scenario name.
  private static func name(of path: String) throws(CommandError) -> String {
    var name = path.split(separator: "/").last.map(String.init) ?? ""
    guard
      let suffix = ScenarioLibrary.suffixes.first(where: { name.hasSuffix($0) }),
      name.count > suffix.count
    else {
      throw CommandError(
        "'--out \(path)' must end in '.json' or '.jsonc', like every scenario file.",
        exitCode: .usage)
    }
    name.removeLast(suffix.count)
    do {
      _ = try Scenario().setting(["name=\(name)"])
    } catch {
      throw CommandError(
        "'--out \(path)' is not a valid scenario name: use lowercase letters, digits and hyphens.",
        exitCode: .usage)
    }
    return name
  }

  private static func scenarioText(
    _ calibration: Calibration, named name: String, from scenario: Scenario
  ) -> String {
    let levels = calibration.outcomes.map { "\($0.level.definition.id) \($0.level.level)" }
    var found = calibration.scenario
    found.name = name
    found.description =
      "'\(scenario.name)', calibrated to: \(levels.joined(separator: ", "))."
    return JSONWriter(.pretty).text(found.differences)
  }

  private static func text(_ calibration: Calibration) -> String {
    var text = CalibrationText()
    for finding in calibration.findings {
      text.add(
        parameter: finding.parameter.path, was: finding.before, found: finding.found,
        error: finding.error, bounds: finding.parameter.bounds)
    }
    for outcome in calibration.outcomes {
      text.add(
        level: outcome.level.level, of: outcome.level.definition, was: outcome.before,
        found: outcome.found, heldOut: outcome.heldOut?.value, isReached: outcome.isReached)
    }
    return text.text + "\n\(calibration.runs) runs.\n"
  }

  private static func document(_ calibration: Calibration) -> JSONNode {
    [
      "schemaVersion": .integer(schemaVersion), "scenario": .string(calibration.scenario.name),
      "seed": .integer(calibration.scenario.seed), "runs": .integer(calibration.runs),
      "isReached": .boolean(calibration.isReached),
      "parameters": .array(
        calibration.findings.map { finding in
          [
            "path": .string(finding.parameter.path), "before": .number(finding.before),
            "found": .number(finding.found),
            "error": finding.error.map { .number($0) } ?? .null,
            "isAtBound": .boolean(finding.isAtBound),
          ]
        }),
      "targets": .array(
        calibration.outcomes.map { outcome in
          [
            "metric": .string(outcome.level.definition.id), "target": .number(outcome.level.level),
            "before": .number(outcome.before), "found": .number(outcome.found.value),
            "lower": outcome.found.interval.map { .number($0.lower) } ?? .null,
            "upper": outcome.found.interval.map { .number($0.upper) } ?? .null,
            "heldOut": outcome.heldOut.map { .number($0.value) } ?? .null,
            "isReached": .boolean(outcome.isReached),
          ]
        }),
    ]
  }
}
