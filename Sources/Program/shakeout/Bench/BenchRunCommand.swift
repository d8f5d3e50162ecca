import Benchmarking
import CommandLineKit
import JSONText
import RunPipeline
import Scenarios

/// `shakeout bench run`: what runs of scenarios cost.
enum BenchRunCommand {
  static let scenarios = Parameter.repeatedArgument(
    "scenario", as: ScenarioParameters.form,
    help: "The name of a scenario, or the path of its file; 'default' if there is none.")
  static let out = Parameter.optionalOption(
    "--out", as: ValueForm<String>.file,
    help: "The file to write, for 'bench compare' and 'bench check'. (default: standard output)")
  static let figures = Parameter.repeatedOption(
    "--figure", as: BenchCommand.figureForm, value: "figure",
    help: "Measure these figures only; repeatable. (default: all but the marginal instructions)")
  static let marginal = Parameter.flag(
    "--marginal",
    help: "Also count the instructions of twice as many people: the difference leaves fixed costs "
      + "out.")
  static let child = Parameter.hiddenFlag("--child")

  static let command = Command(
    "run", abstract: "Measure what runs of scenarios cost.",
    discussion: """
      Runs each scenario on one thread, in processes of its own and by turns. Counts operations, \
      messages, bytes, instructions (with valgrind) and allocations (with 'shakeout-benchmark' \
      beside this program), and samples peak memory and user time; the time is a ratio to a \
      calibration loop in the same process, so that it hardly depends on how fast the machine is \
      at the moment. The file has all samples, the machine and the program. Exits with 65 when a \
      scenario is invalid, 70 when a run violated a property and 1 when a measurement failed.
      """,
    parameters: [
      scenarios, RunCommand.people, RunCommand.days, RunCommand.seed,
      ScenarioParameters.overrides, BenchCommand.repetitions, figures, marginal, out, child,
    ],
    run: run)

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    Interruption.listen()
    if arguments[child] {
      let scenario = try ScenarioParameters.resolve(
        arguments[scenarios].first ?? "default",
        shortcuts: ScenarioParameters.shortcuts(arguments),
        overrides: arguments[ScenarioParameters.overrides])
      return try BenchChild.measure(
        scenario, in: arguments[out] ?? ".",
        times: arguments[figures].contains(.userTimeRatio))
    }
    let selections = try selections(arguments)
    let file = try OutputOption(arguments[out])
    let result = try BenchMeasurement(repetitions: arguments[BenchCommand.repetitions] ?? 10)
      .measure(selections)
    let text = JSONWriter(.pretty).text(result.json)
    if let file { try file.write(text) } else { try Terminal.write(text) }
    return .fine
  }

  /// The workloads of the command line, with the figures that can be measured here.
  static func selections(_ arguments: ParsedArguments) throws(CommandError) -> [BenchSelection] {
    let wanted = try wantedFigures(arguments)
    let names = arguments[scenarios].isEmpty ? ["default"] : arguments[scenarios]
    var seen: [String] = []
    for name in names {
      let scenario = try ScenarioParameters.resolve(
        name, shortcuts: ScenarioParameters.shortcuts(arguments),
        overrides: arguments[ScenarioParameters.overrides])
      guard !seen.contains(scenario.name) else {
        throw CommandError(
          "There are two scenarios '\(scenario.name)': a measurement has one of each name.",
          exitCode: .usage)
      }
      seen.append(scenario.name)
    }
    return names.map { name in
      BenchSelection(
        scenario: name, people: arguments[RunCommand.people], days: arguments[RunCommand.days],
        seed: arguments[RunCommand.seed], settings: arguments[ScenarioParameters.overrides],
        figures: wanted)
    }
  }

  /// A figure that was asked for must be measured; of the others those that can be.
  private static func wantedFigures(
    _ arguments: ParsedArguments
  ) throws(CommandError) -> [BenchmarkFigure] {
    let asked =
      arguments[figures] + (arguments[marginal] ? [.marginalInstructionsPerOperation] : [])
    if let obstacle = BenchMeasurement.obstacles(to: asked).first {
      throw CommandError(obstacle.1)
    }
    if !arguments[figures].isEmpty { return asked }
    let usual = BenchmarkFigure.allCases.filter { $0 != .marginalInstructionsPerOperation } + asked
    let obstacles = BenchMeasurement.obstacles(to: usual)
    BenchCommand.note(obstacles.map { $0.1 })
    return usual.filter { figure in !obstacles.contains { $0.figures.contains(figure) } }
  }
}
