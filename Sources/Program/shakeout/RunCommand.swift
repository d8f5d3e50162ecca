import CommandLineKit
import Environment
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
    help: "The seed of all randomness. (default: the scenario's)")
  static let people = Parameter.optionalOption(
    "--people", as: ValueForm<Int>.whole,
    help: "The number of people. (default: the scenario's)")
  static let days = Parameter.optionalOption(
    "--days", as: ValueForm<Int>.whole,
    help: "The number of local days to simulate. (default: the scenario's)")
  static let threads = Parameter.optionalOption(
    "--threads", as: ValueForm<Int>.whole(1...256),
    help: "The number of threads; it affects the speed only. (default: the machine's cores)")
  static let out = Parameter.option(
    "--out", as: ValueForm<String>.directory, default: ".",
    help: "The folder to write 'datasets/<name>' and 'results/<name>' into.")
  static let name = Parameter.optionalOption(
    "--name", as: ValueForm<String>.text,
    help: "The name of the run. (default: the scenario's name)")
  static let policy = Parameter.optionalOption(
    "--policy", as: policyForm,
    help: "The conflict policy: which of two conflicting writes wins. "
      + "(default: the scenario's, or the plan's)")
  static let stores = Parameter.optionalOption(
    "--stores", as: storesForm,
    help: "What replicas and the server rest on: nothing, or SQLite on simulated disks. "
      + "(default: the scenario's, or the plan's)")
  static let json = Parameter.flag("--json", help: "Print one JSON object instead of a summary.")
  static let quiet = Parameter.flag("--quiet", "-q", help: "Print nothing but errors.")
  static let record = Parameter.optionalOption(
    "--record", as: ValueForm<String>.file,
    help: "Write the run's plan to a file: every step, to read, edit and replay.")
  static let messageDeliveries = Parameter.flag(
    "--deliveries", help: "Also record the delivery of every message in the plan.")
  static let plan = Parameter.optionalOption(
    "--plan", as: ValueForm<String>.file,
    help: "Execute a plan instead of a scenario; it contains its own settings.")
  static let shrinkSeconds = Parameter.option(
    "--shrink-seconds", as: ValueForm<Double>.number(0...86_400), value: "seconds", default: 30,
    help: "After a violation: how long to shrink its plan; 0 writes the whole plan instead.")
  static let gate = Parameter.flag(
    "--gate", help: "Exit with 99 when a target is missed, 3 when one is inconclusive.")
  static let biasBreakdown = Parameter.flag(
    "--bias",
    help: "Attribute the difference between observed and truth to its causes; "
      + "replays the run once per cause.")
  static let checkAll = Parameter.flag(
    "--check-all",
    help: "Check every family and group at each step; a run of more than 256 people checks a "
      + "sample of them otherwise.")
  static let resume = Parameter.flag(
    "--resume", help: "Resume the interrupted run of that name.")
  static let force = Parameter.flag("--force", help: "Replace a finished run of the same name.")

  static var policyForm: ValueForm<String> {
    let names = SyncParameters.policyNames
    let quoted = names.map { "'\($0)'" }.joined(separator: ", ")
    return ValueForm(
      expectation: "one of \(quoted)", choices: names,
      parse: { names.contains($0) ? $0 : nil }, text: { $0 })
  }

  static var storesForm: ValueForm<StorageKind> {
    let names = StorageKind.allCases.map(\.rawValue)
    let quoted = names.map { "'\($0)'" }.joined(separator: ", ")
    return ValueForm(
      expectation: "one of \(quoted)", choices: names, parse: { StorageKind(rawValue: $0) },
      text: \.rawValue)
  }

  static let command = Command(
    "run", abstract: "Run a scenario and write its dataset, results and report.",
    discussion: """
      The same scenario, seed and program give the same bytes, with any number of threads. Exits \
      with 0 on success, 1 when the run failed, 65 when the scenario is invalid, 70 when a \
      property was violated and 130 when interrupted; with '--gate' also 99 when a target is \
      missed and 3 when none is missed but one has no clear verdict. After a violation, it writes \
      the smallest plan that fails in the same way and its timeline beside the results; after a \
      crash, it prints the command that reproduces it.
      """,
    parameters: [
      ScenarioParameters.scenario, seed, people, days, policy, stores, threads,
      ScenarioParameters.overrides, out, name, record, messageDeliveries, plan, biasBreakdown,
      checkAll, gate, shrinkSeconds, json, quiet, resume, force,
    ],
    run: run)

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    var request = try request(arguments)
    request.recordsBias = arguments[biasBreakdown]
    request.checksEveryScope = arguments[checkAll]
    request.resumes = arguments[resume]
    Interruption.listen()
    let again = RerunCommand(request, arguments)
    CrashReport.prepare(run: title(of: request), command: again.text(replaces: request.force))
    return try end(
      try outcome(of: request, showsProgress: !arguments[json] && !arguments[quiet]), request,
      arguments, again: again.text(replaces: true))
  }

  /// Prints the outcome of a run, and writes the smallest plan of a violation.
  static func end(
    _ outcome: RunOutcome, _ request: RunRequest, _ arguments: ParsedArguments, again: String
  ) throws -> ExitCode {
    let reproduction = reproduction(of: outcome, request, arguments)
    if arguments[json] {
      try Terminal.write(
        JSONWriter(.pretty).text(RunDocument(outcome, reproduction: reproduction.found).json))
    } else if !arguments[quiet] {
      try Terminal.write(
        TerminalSummary(isColored: Terminal.isColored).text(
          outcome.report, name: outcome.name, performance: outcome.performance,
          reportPath: outcome.reportPath))
    }
    if request.plan != nil && outcome.stepsImpossible > 0 && !arguments[quiet] {
      Terminal.writeError(impossible(outcome.stepsImpossible, of: outcome.steps))
    }
    guard outcome.violationCount > 0 else {
      return arguments[gate] ? gated(outcome, arguments) : .fine
    }
    Terminal.writeError(
      violationReport(
        outcome.violations, of: outcome.violationCount, in: title(of: request),
        again: again) + reproduction.text)
    return .violation
  }

  /// The smallest plan of a violated run, and what to print about it.
  private static func reproduction(
    of outcome: RunOutcome, _ request: RunRequest, _ arguments: ParsedArguments
  ) -> (found: RunReproduction?, text: String) {
    guard outcome.violationCount > 0 else { return (nil, "") }
    do {
      let found = try RunReproduction(of: outcome, request, seconds: arguments[shrinkSeconds])
      let replay = ShellQuoting.line([CommandLine.arguments[0], "replay", found.path, "--trace"])
      return (
        found,
        "\nIn the smallest plan: \(found.explanation)\nIts timeline: \(found.pagePath), or: "
          + "\(replay)\n"
      )
    } catch {
      return (nil, "The plan was not shrunk: \(error)\n")
    }
  }

  /// The exit code by the targets. Where no summary says so, one line says which are missed.
  private static func gated(_ outcome: RunOutcome, _ arguments: ParsedArguments) -> ExitCode {
    let results = outcome.report.metricResults
    if arguments[quiet] || arguments[json], let line = MetricGate.failureLine(results) {
      Terminal.writeError(line)
    }
    return MetricsCommand.exitCode(of: results)
  }

  /// A note on steps of a plan that the simulation skipped because they could not be applied.
  static func impossible(_ count: Int64, of steps: Int64) -> String {
    "\(count) of the plan's \(steps) steps could not be applied and \(count == 1 ? "was" : "were") "
      + "skipped.\n"
  }

  /// Identifies the run in error reports.
  static func title(of request: RunRequest) -> String {
    "scenario '\(request.scenario.name)', seed \(request.scenario.seed), "
      + "shakeout \(request.program)"
  }

  /// The first violations, the number of others, and the command that reproduces them.
  static func violationReport(
    _ violations: [String], of count: Int, in title: String, again: String
  ) -> String {
    let more = count - violations.count
    let ending = more > 0 ? ["… and \(more) more"] : []
    let lines = violations + ending + ["Violated in \(title).", "Reproduce with: \(again)"]
    return lines.map { "\($0)\n" }.joined()
  }

  /// What a command on a finished run says if the run violated a property; nil if it did not.
  static func violatedText(_ violated: [PropertyResult], by run: String) -> String? {
    guard !violated.isEmpty else { return nil }
    let counts = violated.map { "\($0.id) (\($0.violations)×)" }.joined(separator: ", ")
    return "\(run): the run violated \(counts). Its metrics come from a system that broke its "
      + "guarantees; 'shakeout run' of the same scenario and seed shows where.\n"
  }

  /// Runs a request, or assembles its shards.
  static func outcome(
    of request: RunRequest, assembling shards: ShardStream? = nil, showsProgress: Bool
  ) throws(CommandError) -> RunOutcome {
    try progressing(showsProgress) { (show) throws(RunError) in
      try RunExecution(request, assembling: shards).run(advanced: show)
    }
  }

  /// Does work that reports its progress, which a terminal shows.
  static func progressing<Outcome>(
    _ showsProgress: Bool,
    _ work: ((RunProgressReport) -> Void) throws(RunError) -> Outcome
  ) throws(CommandError) -> Outcome {
    let writesProgress = showsProgress && Terminal.isRewritable
    var line = ProgressLine(width: Terminal.width) { if writesProgress { Terminal.writeError($0) } }
    defer { line.clear() }
    do throws(RunError) {
      return try work { line.show($0) }
    } catch {
      throw CommandError("\(error)", exitCode: exitCode(of: error))
    }
  }

  private static func request(_ arguments: ParsedArguments) throws -> RunRequest {
    if let path = arguments[plan] { return try planned(path, arguments) }
    guard !arguments[resume] || arguments[record] == nil else {
      throw CommandError(
        "'--resume' cannot be combined with '--record': the plan would lack the steps from before "
          + "the interruption. Omit '--resume' to start over.",
        exitCode: .usage)
    }
    guard !arguments[messageDeliveries] || arguments[record] != nil else {
      throw CommandError(
        "'--deliveries' needs '--record': deliveries are recorded in a plan.", exitCode: .usage)
    }
    let scenario = try scenario(arguments)
    return RunRequest(
      scenario: scenario, threads: arguments[threads] ?? Machine.cores, out: arguments[out],
      name: arguments[name] ?? scenario.name, force: arguments[force],
      record: arguments[record].map {
        RunRequest.Record(path: $0, includesDeliveries: arguments[messageDeliveries])
      }, program: Shakeout.identity)
  }

  /// The scenario of the command line, with its size, seed, policy and stores.
  static func scenario(_ arguments: ParsedArguments) throws(CommandError) -> Scenario {
    // Before the others, of which some have an effect only where there are disks.
    let disks = arguments[stores].map { ["storage.kind=\($0.rawValue)"] } ?? []
    var scenario = try ScenarioParameters.resolve(
      arguments[ScenarioParameters.scenario], shortcuts: ScenarioParameters.shortcuts(arguments),
      overrides: disks + arguments[ScenarioParameters.overrides])
    if let policy = arguments[policy] { scenario.sync.choosePolicy(policy) }
    return scenario
  }

  private static func planned(
    _ path: String, _ arguments: ParsedArguments
  ) throws -> RunRequest {
    guard !arguments[resume] else {
      throw CommandError(
        "'--resume' cannot be combined with '--plan': an interrupted plan keeps no progress, "
          + "because it takes seconds. Omit '--resume' to execute the plan from its start.",
        exitCode: .usage)
    }
    guard arguments[seed] == nil, arguments[people] == nil, arguments[days] == nil,
      arguments[record] == nil, !arguments[messageDeliveries],
      arguments[ScenarioParameters.overrides].isEmpty,
      !arguments.isGiven(ScenarioParameters.scenario)
    else {
      throw CommandError(
        "A plan contains its own settings: '--plan' cannot be combined with a scenario, '--seed', "
          + "'--people', '--days', '--set', '--record' or '--deliveries'.", exitCode: .usage)
    }
    var plan: Plan
    do {
      plan = try PlanLibrary.read(path)
    } catch {
      throw CommandError("\(error)", exitCode: .badData)
    }
    // The same steps under another policy show what that policy changes.
    if let policy = arguments[policy] { plan.scenario.sync.choosePolicy(policy) }
    if let stores = arguments[stores] { plan.scenario.storage.kind = stores }
    return RunRequest(
      scenario: plan.scenario, threads: arguments[threads] ?? Machine.cores, out: arguments[out],
      name: arguments[name] ?? plan.scenario.name, force: arguments[force], plan: plan,
      program: Shakeout.identity)
  }

  static func exitCode(of error: RunError) -> ExitCode {
    switch error {
    case .interrupted, .interruptedAndKept: .interrupted
    case .name: .usage
    case .otherRun, .shards: .badData
    case .file, .database, .table: .failure
    }
  }
}
