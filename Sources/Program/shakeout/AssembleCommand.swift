import CommandLineKit
import Population
import RunPipeline
import Scenarios
import SystemLibrary

/// `shakeout assemble`: from shards on standard input to the files of a run.
enum AssembleCommand {
  static let record = Parameter.optionalOption(
    "--record", as: ValueForm<String>.file,
    help: "Write the run's plan to a file, from shards that carry it.")

  static let command = Command(
    "assemble", abstract: "Put shards together to the dataset, results and report of their run.",
    discussion: """
      Reads the files of 'shakeout shard' from standard input, one behind the other in the order \
      of their batches, and writes what 'shakeout run' writes of the same scenario, byte for byte but \
      for run.json. It keeps one batch in memory. Exits as 'shakeout run' does; with 65, and \
      without a file, when a shard is truncated, damaged, missing, doubled, out of order or of \
      another run or program.
      """,
    parameters: [
      RunCommand.name, RunCommand.out, record, RunCommand.gate, RunCommand.shrinkSeconds,
      RunCommand.json, RunCommand.quiet, RunCommand.force,
    ],
    run: run)

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    guard isatty(STDIN_FILENO) == 0 else {
      throw CommandError(
        "Shards come from standard input, which is a terminal: 'cat shard-*.bin | shakeout "
          + "assemble'.", exitCode: .usage)
    }
    Interruption.listen()
    let shards = try shards()
    guard arguments[record] == nil || shards.carriesPlan else {
      throw CommandError(
        "The shards carry no plan for '--record': 'shakeout shard --record' makes some that do.",
        exitCode: .badData)
    }
    let request = RunRequest(
      of: shards.identity, threads: 1, out: arguments[RunCommand.out],
      name: arguments[RunCommand.name] ?? shards.identity.scenario.name,
      force: arguments[RunCommand.force],
      record: arguments[record].map { RunRequest.Record(path: $0, includesDeliveries: false) },
      program: Shakeout.identity)
    CrashReport.prepare(
      run: RunCommand.title(of: request), command: ShellQuoting.line(CommandLine.arguments))
    let outcome = try RunCommand.outcome(
      of: request, assembling: shards,
      showsProgress: !arguments[RunCommand.json] && !arguments[RunCommand.quiet])
    return try RunCommand.end(
      outcome, request, arguments, again: again(request))
  }

  /// The command that runs the same in one process, if options alone describe the scenario.
  private static func again(_ request: RunRequest) -> String {
    let scenario = request.scenario
    let size = [("people", "\(scenario.people)"), ("days", "\(scenario.days)")]
    let options = size + [("seed", "\(scenario.seed)")]
    let named = try? ScenarioLibrary().resolve(
      scenario.name, overrides: options.map { "\($0.0)=\($0.1)" })
    guard named?.json == scenario.json else { return ShellQuoting.line(CommandLine.arguments) }
    return ShellQuoting.line(
      [CommandLine.arguments[0], "run", scenario.name] + options.flatMap { ["--\($0.0)", $0.1] }
        + (request.checksEveryScope ? ["--check-all"] : []) + ["--threads", "1"])
  }

  private static func shards() throws(CommandError) -> ShardStream {
    do {
      return try ShardStream(STDIN_FILENO)
    } catch let error as RunError {
      throw CommandError("\(error)", exitCode: RunCommand.exitCode(of: error))
    } catch {
      throw CommandError("\(error)", exitCode: .badData)
    }
  }
}
