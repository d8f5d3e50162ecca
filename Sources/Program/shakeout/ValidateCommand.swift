import CommandLineKit
import Population
import Scenarios
import Reporting
import RunPipeline

/// `shakeout validate`: lists all errors of a scenario, or estimates the cost of a run.
enum ValidateCommand {
  static let command = Command(
    "validate", abstract: "Check a scenario and list all of its errors.",
    discussion: """
      If the scenario is valid, it also estimates what a run on all cores would take: rows, bytes, \
      memory and time. The estimate comes from small runs of the same scenario, whose files are \
      removed.
      """,
    parameters: [ScenarioParameters.named, ScenarioParameters.overrides], run: run)

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let resolved = try ScenarioParameters.resolve(
      arguments[ScenarioParameters.named], overrides: arguments[ScenarioParameters.overrides])
    try Terminal.write(
      "'\(resolved.name)' is valid: \(resolved.people) people, \(resolved.days) days from "
        + "\(resolved.start), seed \(resolved.seed).\n")
    let estimate: RunEstimate
    do {
      estimate = try RunEstimate(of: resolved, threads: Machine.cores)
    } catch {
      throw CommandError("\(error)")
    }
    try Terminal.write(text(estimate))
    return .fine
  }

  private static func text(_ estimate: RunEstimate) -> String {
    let tables = estimate.rows.sorted { ($1.rows, $0.table) < ($0.rows, $1.table) }
    let shown = tables.prefix(4).map { "\(rounded($0.rows)) of \($0.table)" }
    let more =
      tables.count > shown.count ? " and fewer of \(tables.count - shown.count) other tables" : ""
    return "A run takes about \(seconds(estimate.seconds)) and "
      + "\(rounded(max(1, estimate.memoryBytes / 1_048_576))) MiB of memory, and writes "
      + "\(size(estimate.datasetBytes)) of tables. Rows: \(shown.joined(separator: ", "))\(more). "
      + "(Estimated from a run of \(estimate.sampledPeople) people.)\n"
  }

  /// Rounds to two digits, the precision of an estimate.
  private static func rounded(_ number: Int64) -> String {
    var (rest, power) = (number, Int64(1))
    while rest >= 100 { (rest, power) = ((rest + 5) / 10, power * 10) }
    return NumberText.fixed(units: rest * power, digits: 0)
  }

  private static func size(_ bytes: Int64) -> String {
    bytes < 1_048_576
      ? "\(rounded(max(1, bytes / 1_024))) KiB"
      : bytes < 10 * 1_048_576
        ? "\(NumberText.fixed(Double(bytes) / 1_048_576, digits: 1)) MiB"
        : "\(rounded(bytes / 1_048_576)) MiB"
  }

  private static func seconds(_ seconds: Double) -> String {
    seconds < 120
      ? "\(max(1, Int(seconds.rounded(.up)))) s" : "\(Int((seconds / 60).rounded())) min"
  }
}
