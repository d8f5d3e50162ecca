import CommandLineKit
import Population
import Runs

/// `shakeout validate`: says everything that is wrong with a scenario, and what a run would take.
enum ValidateCommand {
  static let command = Command(
    "validate", abstract: "Check a scenario and say everything that is wrong with it.",
    discussion: """
      If nothing is, it also says what a run on all cores would take: rows, bytes, memory and time, \
      found by two small runs of the same scenario, of which nothing stays.
      """,
    parameters: [ScenarioParameters.named, ScenarioParameters.overrides], run: run)

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let resolved = try ScenarioParameters.resolve(
      arguments[ScenarioParameters.named], overrides: arguments[ScenarioParameters.overrides])
    try Terminal.write(
      "'\(resolved.name)' is fine: \(resolved.people) people, \(resolved.days) days from "
        + "\(resolved.start), seed \(resolved.seed).\n")
    let estimate: RunEstimate
    do {
      estimate = try RunEstimate(of: resolved, threads: Machine.cores)
    } catch {
      throw CommandFailure("\(error)")
    }
    try Terminal.write(text(estimate))
    return .fine
  }

  private static func text(_ estimate: RunEstimate) -> String {
    let tables = estimate.rows.filter { $0.table != "person_days" }
      .sorted { ($1.rows, $0.table) < ($0.rows, $1.table) }.prefix(3)
      .map { "\(rounded($0.rows)) \($0.table)" }.joined(separator: ", ")
    return "A run of it takes about \(seconds(estimate.seconds)) and "
      + "\(rounded(estimate.memoryBytes / 1_048_576)) MiB, and makes "
      + "\(rounded(estimate.datasetBytes / 1_024)) KiB of tables: "
      + "\(rounded(estimate.personDays)) person_days, \(tables) … "
      + "(by \(estimate.sampledPeople) people)\n"
  }

  /// Two digits are as many as an estimate has.
  private static func rounded(_ number: Int64) -> String {
    var (rest, power) = (number, Int64(1))
    while rest >= 100 { (rest, power) = ((rest + 5) / 10, power * 10) }
    return "\(rest * power)"
  }

  private static func seconds(_ seconds: Double) -> String {
    seconds < 120
      ? "\(max(1, Int(seconds.rounded(.up)))) s" : "\(Int((seconds / 60).rounded())) min"
  }
}
