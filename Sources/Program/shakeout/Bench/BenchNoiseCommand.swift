import Benchmarking
import CommandLineKit
import JSONText
import Reporting
import RunPipeline

/// `shakeout bench noise`: how much measurements of one program differ.
enum BenchNoiseCommand {
  static let runs = Parameter.option(
    "--runs", as: ValueForm<Int>.whole(2...1_000), value: "count", default: 10,
    help: "How often to measure everything.")

  static let command = Command(
    "noise", abstract: "Measure the same program again and again: how large is the noise?",
    discussion: """
      Prints for each figure the deviation of its samples, how far its median drifts from one \
      measurement to the next, the smallest change that the samples show, and how often \
      'bench check' would have raised a false alarm.
      """,
    parameters: [
      BenchRunCommand.scenarios, RunCommand.people, RunCommand.days, RunCommand.seed,
      ScenarioParameters.overrides, BenchCommand.repetitions, BenchRunCommand.figures,
      BenchRunCommand.marginal, runs, BenchCommand.tolerances, BenchCommand.json,
    ],
    run: run)

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    Interruption.listen()
    let selections = try BenchRunCommand.selections(arguments)
    let measurement = try BenchMeasurement(
      repetitions: arguments[BenchCommand.repetitions] ?? 10)
    var results: [BenchmarkResult] = []
    for _ in 0..<arguments[runs] { results.append(try measurement.measure(selections)) }
    let noise: BenchmarkNoise
    do throws(BenchmarkProblem) {
      noise = try BenchmarkNoise(results, tolerances: arguments[BenchCommand.tolerances])
    } catch {
      throw CommandError("\(error).")
    }
    let text = BenchmarkNoiseText(noise)
    try Terminal.write(
      arguments[BenchCommand.json] ? JSONWriter(.pretty).text(text.json) : text.text)
    return .fine
  }
}
