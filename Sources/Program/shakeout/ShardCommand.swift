import CommandLineKit
import Datasets
import Population
import RunPipeline
import Scenarios

/// `shakeout shard`: some batches of a run, in a file for `shakeout assemble`.
enum ShardCommand {
  /// A batch, or the first and the last of several.
  private static let batchesForm = ValueForm<ClosedRange<Int>>(
    expectation: "a batch or a range of batches, such as '0-11'",
    parse: { text in
      let ends = text.split(separator: "-", omittingEmptySubsequences: false).map {
        $0.allSatisfy(\.isNumber) ? Int($0) : nil
      }
      guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1],
        first <= last
      else { return nil }
      return first...last
    }, text: { "\($0.lowerBound)-\($0.upperBound)" })

  static let batches = Parameter.optionalOption(
    "--batches", as: batchesForm, value: "first-last",
    help: "The batches to simulate, counted from 0. (default: all)")
  static let out = Parameter.optionalOption(
    "--out", as: ValueForm<String>.file, help: "The file to write the shard to.")
  static let count = Parameter.flag(
    "--count", help: "Print how many batches the run has, and simulate nothing.")
  static let writeJob = Parameter.optionalOption(
    "--write-job", as: ValueForm<String>.file,
    help: "Write the run, with every parameter of its scenario, to a file for '--job', and "
      + "simulate nothing.")
  static let job = Parameter.optionalOption(
    "--job", as: ValueForm<String>.file,
    help: "Take the run from a file of '--write-job', instead of a scenario and options.")
  static let record = Parameter.flag(
    "--record", help: "Carry every step in the shard, for 'shakeout assemble --record'.")

  static let command = Command(
    "shard", abstract: "Run some batches of a scenario, for another process to put together.",
    discussion: """
      The people of a run are cut into batches, by the scenario alone. A shard holds the outcome \
      of some of them; 'shakeout assemble' makes of all shards what 'shakeout run' writes, byte for \
      byte. Shards of a run come from one program, with one version of libzstd, on any machines. \
      Exits with 0 on success, 65 when the scenario or the job is invalid, 70 when a property was \
      violated in a batch, in which case the shard is whole, and 130 when interrupted.
      """,
    parameters: [
      ScenarioParameters.scenario, RunCommand.seed, RunCommand.people, RunCommand.days,
      RunCommand.policy, RunCommand.stores, RunCommand.threads, ScenarioParameters.overrides,
      batches, out, count, writeJob, job, record, RunCommand.messageDeliveries,
      RunCommand.biasBreakdown, RunCommand.checkAll, RunCommand.quiet,
    ],
    run: run)

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let request = try request(arguments)
    Interruption.listen()
    let execution = ShardExecution(request)
    let total = execution.identity.batchCount
    if let path = arguments[writeJob] {
      try OutputOption(path)?.write(execution.job)
    }
    if arguments[count] { try Terminal.write("\(total)\n") }
    guard !arguments[count], arguments[writeJob] == nil else {
      if arguments[out] != nil || arguments[batches] != nil {
        throw CommandError(
          "'--count' and '--write-job' simulate nothing: omit '--batches' and '--out'.",
          exitCode: .usage)
      }
      return .fine
    }
    guard let path = arguments[out] else {
      throw CommandError(
        "Missing '--out <out>': the file to write the shard to.", exitCode: .usage)
    }
    let chosen = try chosen(arguments[batches], of: total)
    CrashReport.prepare(
      run: RunCommand.title(of: request), command: ShellQuoting.line(CommandLine.arguments))
    let showsProgress = !arguments[RunCommand.quiet]
    let outcome = try RunCommand.progressing(showsProgress) { (show) throws(RunError) in
      try execution.run(chosen, to: path, advanced: show)
    }
    guard outcome.violationCount > 0 else { return .fine }
    Terminal.writeError(
      RunCommand.violationReport(
        outcome.violations, of: outcome.violationCount, in: RunCommand.title(of: request),
        again: ShellQuoting.line(CommandLine.arguments)))
    return .violation
  }

  private static func chosen(
    _ range: ClosedRange<Int>?, of count: Int
  ) throws(CommandError) -> Range<Int> {
    guard let range else { return 0..<count }
    guard range.upperBound < count else {
      throw CommandError(
        "--batches '\(range.lowerBound)-\(range.upperBound)': the run has batches 0 to "
          + "\(count - 1).",
        exitCode: .usage)
    }
    return range.lowerBound..<range.upperBound + 1
  }

  private static func request(_ arguments: ParsedArguments) throws -> RunRequest {
    let threads = arguments[RunCommand.threads] ?? Machine.cores
    guard !arguments[RunCommand.messageDeliveries] || arguments[record] else {
      throw CommandError(
        "'--deliveries' needs '--record': deliveries are recorded in a plan.", exitCode: .usage)
    }
    if let path = arguments[job] {
      try checkAlone(arguments)
      let bytes = try InputFile.bytes(of: path, .document)
      do throws(ShardError) {
        return try ShardExecution.request(
          ofJob: bytes, named: path, threads: threads, program: Shakeout.identity)
      } catch {
        throw CommandError("\(error)", exitCode: .badData)
      }
    }
    var request = RunRequest(
      scenario: try RunCommand.scenario(arguments), threads: threads, out: ".", name: "shard",
      force: false, program: Shakeout.identity)
    request.recordsBias = arguments[RunCommand.biasBreakdown]
    request.checksEveryScope = arguments[RunCommand.checkAll]
    if arguments[record] {
      request.recordedPlan =
        arguments[RunCommand.messageDeliveries] ? .stepsAndDeliveries : .steps
    }
    return request
  }

  /// A job contains all that makes a run what it is.
  private static func checkAlone(_ arguments: ParsedArguments) throws(CommandError) {
    guard arguments[RunCommand.seed] == nil, arguments[RunCommand.people] == nil,
      arguments[RunCommand.days] == nil, arguments[RunCommand.policy] == nil,
      arguments[RunCommand.stores] == nil, arguments[ScenarioParameters.overrides].isEmpty,
      !arguments[record], !arguments[RunCommand.biasBreakdown], !arguments[RunCommand.checkAll],
      !arguments.isGiven(ScenarioParameters.scenario)
    else {
      throw CommandError(
        "A job contains its own settings: '--job' cannot be combined with a scenario, '--seed', "
          + "'--people', '--days', '--policy', '--stores', '--set', '--record', '--bias' or "
          + "'--check-all'.",
        exitCode: .usage)
    }
  }
}
