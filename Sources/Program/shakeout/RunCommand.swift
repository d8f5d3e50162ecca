import CommandLineKit
import JSONText
import Plans
import Population
import Scenarios
import Reporting
import RunPipeline

/// `shakeout run`: from a scenario to a dataset, results and a report.
enum RunCommand {
  static let seed = Parameter.optionalOption(
    "--seed", as: ValueForm<UInt64>.whole,
    help: "What all randomness derives from. (default: the scenario's)")
  static let people = Parameter.optionalOption(
    "--people", as: ValueForm<Int>.whole,
    help: "How many people there are. (default: the scenario's)")
  static let days = Parameter.optionalOption(
    "--days", as: ValueForm<Int>.whole,
    help: "How many local days they live. (default: the scenario's)")
  static let threads = Parameter.optionalOption(
    "--threads", as: ValueForm<Int>.whole(1...256),
    help: "How many threads to use; changes nothing but the time. (default: the machine's cores)")
  static let out = Parameter.option(
    "--out", as: ValueForm<String>.directory, default: ".",
    help: "The folder to write 'datasets/<name>' and 'results/<name>' into.")
  static let name = Parameter.optionalOption(
    "--name", as: ValueForm<String>.text,
    help: "What to call the run. (default: the scenario's name)")
  static let policy = Parameter.optionalOption(
    "--policy", as: policyForm,
    help: "Which of two writes to one field stands. (default: the scenario's, or the plan's)")
  static let json = Parameter.flag("--json", help: "Print one JSON object instead of a summary.")
  static let quiet = Parameter.flag("--quiet", "-q", help: "Print nothing unless it goes wrong.")
  static let record = Parameter.optionalOption(
    "--record", as: ValueForm<String>.file,
    help: "Write the plan of the run to a file: every step of it, to read, edit and live again.")
  static let messageDeliveries = Parameter.flag(
    "--fates", help: "Write what became of every message into the plan, too.")
  static let plan = Parameter.optionalOption(
    "--plan", as: ValueForm<String>.file,
    help: "Live a plan instead of a scenario; it has its own settings.")
  static let gate = Parameter.flag(
    "--gate", help: "Judge the key figures: exit with 99 when a target is missed, 3 when unsure.")
  static let biasBreakdown = Parameter.flag(
    "--ledger",
    help: "Live the run's plan again and again to find where wrong figures come from.")
  static let resume = Parameter.flag(
    "--resume", help: "Go on from where an interrupted run of that name has come to.")
  static let force = Parameter.flag("--force", help: "Replace a finished run of the same name.")

  static var policyForm: ValueForm<String> {
    let names = SyncParameters.policyNames
    let quoted = names.map { "'\($0)'" }.joined(separator: ", ")
    return ValueForm(
      expectation: "one of \(quoted)", choices: names,
      parse: { names.contains($0) ? $0 : nil }, text: { $0 })
  }

  static let command = Command(
    "run", abstract: "Run a scenario and write its dataset, results and report.",
    discussion: """
      The same scenario, seed and version give the same bytes, whatever the machine and the number \
      of threads. Exits with 0 when all went well, 1 when the run could not be made, 65 when the \
      scenario is wrong, 70 when a property was violated and 130 when somebody stopped it. After a \
      violation, and after a trap, it says which command leads there again.
      """,
    parameters: [
      ScenarioParameters.scenario, seed, people, days, policy, threads,
      ScenarioParameters.overrides, out, name, record, messageDeliveries, plan, biasBreakdown, gate,
      json, quiet,
      resume, force,
    ],
    run: run)

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    var request = try request(arguments)
    request.recordsBias = arguments[biasBreakdown]
    request.resumes = arguments[resume]
    Interruption.listen()
    let again = RerunCommand(request, arguments)
    CrashReport.prepare(run: title(of: request), command: again.text(replaces: request.force))
    let outcome = try outcome(
      of: request, showsProgress: !arguments[json] && !arguments[quiet])
    if arguments[json] {
      try Terminal.write(JSONWriter(.pretty).text(RunDocument(outcome).json))
    } else if !arguments[quiet] {
      try Terminal.write(
        TerminalSummary(isColored: Terminal.isColored).text(
          outcome.report, name: outcome.name, performance: outcome.performance,
          reportPath: outcome.reportPath))
    }
    if request.plan != nil && outcome.stepsImpossible > 0 && !arguments[quiet] {
      Terminal.complain(impossible(outcome.stepsImpossible, of: outcome.steps))
    }
    guard outcome.violationCount > 0 else {
      return arguments[gate] ? MetricsCommand.exitCode(of: outcome.report.metricResults) : .fine
    }
    Terminal.complain(
      complaint(
        outcome.violations, of: outcome.violationCount, in: title(of: request),
        again: again.text(replaces: true)))
    return .violation
  }

  /// What a plan asks for and nobody could do.
  static func impossible(_ count: Int64, of steps: Int64) -> String {
    "\(count) of the plan's \(steps) steps had become impossible and \(count == 1 ? "was" : "were") "
      + "skipped.\n"
  }

  /// Which run it was, wherever it went wrong.
  private static func title(of request: RunRequest) -> String {
    "scenario '\(request.scenario.name)', seed \(request.scenario.seed), "
      + "shakeout \(ProgramVersion.text)"
  }

  /// The first violations, how many more there are, and how to see them again.
  static func complaint(
    _ violations: [String], of count: Int, in title: String, again: String
  ) -> String {
    let more = count - violations.count
    let ending = more > 0 ? ["… and \(more) more"] : []
    let lines = violations + ending + ["Broken in \(title).", "Repeat with: \(again)"]
    return lines.map { "\($0)\n" }.joined()
  }

  private static func outcome(
    of request: RunRequest, showsProgress: Bool
  ) throws(CommandError) -> RunOutcome {
    let isSeen = showsProgress && Terminal.isRewritable
    var line = ProgressLine(width: Terminal.width) { if isSeen { Terminal.complain($0) } }
    defer { line.clear() }
    do {
      return try RunExecution(request).run { line.show($0) }
    } catch {
      throw CommandError("\(error)", exitCode: exitCode(of: error))
    }
  }

  private static func request(_ arguments: ParsedArguments) throws -> RunRequest {
    if let path = arguments[plan] { return try planned(path, arguments) }
    guard !arguments[resume] || arguments[record] == nil else {
      throw CommandError(
        "'--resume' goes without '--record': of a plan the lines of what was lived before would be "
          + "missing. Leave '--resume' out, and all is lived and written down anew.",
        exitCode: .usage)
    }
    guard !arguments[messageDeliveries] || arguments[record] != nil else {
      throw CommandError(
        "Fates are written into a plan: '--fates' goes with '--record'.", exitCode: .usage)
    }
    var scenario = try ScenarioParameters.resolve(
      arguments[ScenarioParameters.scenario], shortcuts: ScenarioParameters.shortcuts(arguments),
      overrides: arguments[ScenarioParameters.overrides])
    if let policy = arguments[policy] { scenario.sync.choosePolicy(policy) }
    return RunRequest(
      scenario: scenario, threads: arguments[threads] ?? Machine.cores, out: arguments[out],
      name: arguments[name] ?? scenario.name, force: arguments[force],
      record: arguments[record].map {
        RunRequest.Record(path: $0, includesDeliveries: arguments[messageDeliveries])
      })
  }

  private static func planned(
    _ path: String, _ arguments: ParsedArguments
  ) throws -> RunRequest {
    guard !arguments[resume] else {
      throw CommandError(
        "'--resume' goes without '--plan': of a plan that was stopped nothing is kept, for it is "
          + "lived in seconds. Leave '--resume' out, and the plan is lived from its beginning.",
        exitCode: .usage)
    }
    guard arguments[seed] == nil, arguments[people] == nil, arguments[days] == nil,
      arguments[record] == nil, !arguments[messageDeliveries],
      arguments[ScenarioParameters.overrides].isEmpty,
      !arguments.isGiven(ScenarioParameters.scenario)
    else {
      throw CommandError(
        "A plan has its own settings: '--plan' goes without a scenario, '--seed', '--people', "
          + "'--days', '--set', '--record' and '--fates'.", exitCode: .usage)
    }
    var plan: Plan
    do {
      plan = try PlanLibrary.read(path)
    } catch {
      throw CommandError("\(error)", exitCode: .badData)
    }
    // The same steps under another policy: what it makes of them.
    if let policy = arguments[policy] { plan.scenario.sync.choosePolicy(policy) }
    return RunRequest(
      scenario: plan.scenario, threads: arguments[threads] ?? Machine.cores, out: arguments[out],
      name: arguments[name] ?? plan.scenario.name, force: arguments[force], plan: plan)
  }

  private static func exitCode(of error: RunError) -> ExitCode {
    switch error {
    case .interrupted, .interruptedAndKept: .interrupted
    case .name: .usage
    case .otherRun: .badData
    case .file, .database, .table: .failure
    }
  }
}
