import Base
import CommandLineKit
import JSONText
import Reporting
import RunPipeline

/// `shakeout bench wire`: how many bytes the messages of a run have.
enum BenchWireCommand {
  static let scenario = Parameter.argument(
    "scenario", as: ScenarioParameters.form, default: "default",
    help: "The name of a scenario, or the path of its file.")

  static let command = Command(
    "wire", abstract: "Count the bytes of all messages of a run.",
    discussion: """
      Runs a scenario in memory with 'sync.separateTexts', so that every message goes through \
      bytes, and counts those that arrive: requests with operations, and responses with rows for every \
      phone. docs/wire.md describes the bytes. The counts depend on the scenario alone, and not on \
      the machine.
      """,
    parameters: [
      scenario, RunCommand.people, RunCommand.days, RunCommand.seed, RunCommand.threads,
      ScenarioParameters.overrides, BenchCommand.json,
    ], run: run)

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let resolved = try ScenarioParameters.resolve(
      arguments[scenario], shortcuts: ScenarioParameters.shortcuts(arguments),
      overrides: arguments[ScenarioParameters.overrides])
    let measure: MessageBytesMeasure
    do {
      measure = try MessageBytesMeasure(
        resolved, threads: arguments[RunCommand.threads] ?? Machine.cores)
    } catch let problem as ScenarioComparison.Problem {
      throw CommandError("\(problem)", exitCode: .interrupted)
    }
    guard arguments[BenchCommand.json] else {
      try Terminal.write(
        "\(NumberText.fixed(measure.perOperation, digits: 1)) bytes an operation with all messages of "
          + "\(grouped(measure.operations)) operations:\n"
          + "\(grouped(measure.requests)) requests with \(grouped(measure.requestOperations)) "
          + "operations and \(grouped(measure.requestBytes)) bytes,\n"
          + "\(grouped(measure.responses)) responses with \(grouped(measure.responseRows)) rows "
          + "and \(grouped(measure.responseBytes)) bytes.\n")
      return .fine
    }
    try Terminal.write(
      JSONWriter(.pretty).text(
        [
          "operations": .integer(measure.operations), "requests": .integer(measure.requests),
          "requestOperations": .integer(measure.requestOperations),
          "requestBytes": .integer(measure.requestBytes),
          "responses": .integer(measure.responses),
          "responseRows": .integer(measure.responseRows),
          "responseBytes": .integer(measure.responseBytes),
          "bytesPerOperation": .number(measure.perOperation),
        ]))
    return .fine
  }
}
