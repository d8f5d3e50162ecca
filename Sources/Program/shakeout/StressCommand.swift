import Base
import CommandLineKit
import Datasets
import Engines
import Environment
import JSONText
import Population
import Scenarios
import RunPipeline
import Stress

/// `shakeout stress`: runs seeds with randomly drawn faults and shrinks the failures.
enum StressCommand {
  static let scenarios = Parameter.repeatedArgument(
    "scenario", as: ScenarioParameters.form,
    help: "The scenarios to run seeds of, as names or paths. (default: stress)")
  static let seeds = Parameter.optionalOption(
    "--seeds", as: ValueForm<Int>.whole(0...1_000_000_000),
    help: "The number of seeds per scenario. (default: 1000, and 25 with '--server')")
  static let minutes = Parameter.optionalOption(
    "--minutes", as: ValueForm<Double>.number(0...100_000),
    help: "Start no new seed after this many minutes, instead of a number of seeds.")
  static let from = Parameter.option(
    "--from", as: ValueForm<UInt64>.whole, default: 1, help: "The first seed.")
  static let jobs = Parameter.optionalOption(
    "--jobs", as: ValueForm<Int>.whole(1...256),
    help: "The number of worker processes; it affects the speed only. (default: the cores)")
  static let policy = Parameter.optionalOption(
    "--policy", as: RunCommand.policyForm,
    help: "The conflict policy: which of two conflicting writes wins. (default: the scenario's)")
  static let stores = Parameter.optionalOption(
    "--stores", as: RunCommand.storesForm,
    help: "What replicas and the server rest on: nothing, or SQLite on simulated disks, which have "
      + "faults of their own. (default: the scenario's)")
  /// A shell completes the first name of the list.
  private static let faultsForm = ValueForm<String>(
    expectation: nil, suggestions: ["all", "none"] + FaultCatalog.kinds.map(\.name),
    parse: { $0 }, text: { $0 })
  static let faults = Parameter.option(
    "--faults", as: faultsForm, value: "a,b", default: "all",
    help: "The fault kinds that seeds may draw, 'none' or 'all'.")
  static let swarm = Parameter.optionalOption(
    "--swarm", as: ValueForm<String>.file,
    help: "A JSON file that defines the fault kinds and their probabilities. "
      + "(default: swarm/default.jsonc next to the scenarios, or the same as shipped)")
  static let json = Parameter.flag("--json", help: "Print one JSON object instead of a summary.")
  static let junit = Parameter.optionalOption(
    "--junit", as: ValueForm<String>.file, help: "Also write the result as a JUnit file.")
  static let out = Parameter.option(
    "--out", as: ValueForm<String>.directory, default: ".",
    help: "The folder to write reproductions into.")
  static let shrinkSeconds = Parameter.option(
    "--shrink-seconds", as: ValueForm<Double>.number(0...86_400), value: "seconds", default: 30,
    help: "How long to shrink each failure; 0 writes the whole plan instead.")
  static let maxFailures = Parameter.option(
    "--max-failures", as: ValueForm<Int>.whole(1...1_000_000), value: "count", default: 20,
    help: "Start no new seed after this many failures.")
  static let checkDeterminism = Parameter.flag(
    "--check-determinism",
    help: "Run all seeds twice and compare results, instead of one in ten.")
  /// What counts as a failure in addition to a violation.
  enum Loss: String, CaseIterable, Sendable {
    case lostUpdates = "lost-updates"
  }

  static let failOn = Parameter.optionalOption(
    "--fail-on", as: ValueForm<Loss>.choice, value: "loss",
    help: "Also fail when an update is lost, as policies other than the default allow.")
  static let coverage = Parameter.flag(
    "--coverage", help: "Also print which operations ran in which state under which fault kind.")
  static let outcomes = Parameter.optionalOption(
    "--outcomes", as: ValueForm<String>.file,
    help: "Also write the outcome of each seed as a line of JSON, for '--outcomes-from'.")
  static let outcomesFrom = Parameter.optionalOption(
    "--outcomes-from", as: ValueForm<String>.file, value: "file",
    help: "Run no seed: take the outcomes that '--outcomes' of other processes wrote, one file "
      + "behind the other.")
  static let engine = Parameter.optionalOption(
    "--engine", as: EngineCommand.command, value: "command",
    help: "Test the engine behind this adapter instead of Shakeout's own; see "
      + "'docs/engine-protocol.md'.")
  static let server = Parameter.optionalOption(
    "--server", as: EngineCommand.server, value: "command",
    help: "With '--engine': start this server for each seed, at the port and in the directory that "
      + "the environment variables PORT and DIRECTORY name, and let the clients of the engine "
      + "talk to it over HTTP or TCP, in real time.")
  static let speed = Parameter.optionalOption(
    "--speed", as: ValueForm<Int>.whole(EngineRealTime.speeds), value: "factor",
    help: "With '--server': how many times faster than its plan a seed runs. (default: 20)")
  static let serverSeconds = Parameter.optionalOption(
    "--server-seconds", as: ValueForm<Double>.number(0.01...3_600), value: "seconds",
    help: "With '--server': how long it may take to accept connections. (default: 10)")
  static let callSeconds = Parameter.optionalOption(
    "--call-seconds", as: ValueForm<Double>.number(0.01...3_600), value: "seconds",
    help: "How long a reply of the adapter may take. (default: 10)")
  static let transcript = Parameter.optionalOption(
    "--transcript", as: ValueForm<String>.file,
    help: "Write all calls of the adapter and its replies into a file.")
  static let history = Parameter.optionalOption(
    "--history", as: ValueForm<String>.file,
    help: "Write what clients of the engine wrote and read: as EDN for Elle if the name ends in "
      + "'.edn', else as JSON lines for Porcupine.")
  static let plan = Parameter.optionalOption(
    "--plan", as: ValueForm<String>.file,
    help: "Have the families of this plan write, which 'run --record' wrote: a mark is an element "
      + "of a set, a meal counts, a name is a register. Each seed is a part of a family's life.")
  /// Makes this process a worker of another one.
  static let worker = Parameter.hiddenFlag("--worker")

  static let command = Command(
    "stress", abstract: "Run seeds with randomly drawn faults and shrink each failure.",
    discussion: """
      Each seed draws a set of fault kinds, from none to all at once, and runs in memory with all \
      properties checked. For each failure it prints the drawn faults and the command that \
      reproduces it, and writes the smallest plan that fails in the same way to 'repro-….json', \
      for 'shakeout replay'. What failed, and how to go on, is printed last. Exits with 0 when no \
      seed failed, 3 when the seeds show too little (none ran, a fault kind was drawn and never \
      occurred, or coverage is below the scenario's minimum), 65 when a scenario is invalid, 70 \
      when a seed failed and 130 when interrupted. With '--engine' it exits with 1 when the \
      adapter does not follow the protocol, or the server does not start.
      """,
    parameters: [
      scenarios, seeds, minutes, from, jobs, policy, stores, faults, swarm, json, junit, out,
      shrinkSeconds, maxFailures, checkDeterminism, failOn, coverage, outcomes, outcomesFrom,
      engine, server, speed, serverSeconds, callSeconds, transcript, history, plan, worker,
    ],
    run: run)

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    if let command = arguments[engine] {
      return try EngineStressCommand.run(arguments, command)
    }
    for (isGiven, name) in [
      (arguments.isGiven(callSeconds), "--call-seconds"),
      (arguments.isGiven(transcript), "--transcript"), (arguments.isGiven(history), "--history"),
      (arguments.isGiven(plan), "--plan"), (arguments.isGiven(server), "--server"),
      (arguments.isGiven(speed), "--speed"),
      (arguments.isGiven(serverSeconds), "--server-seconds"),
    ] where isGiven {
      throw UsageError("'\(name)' needs '--engine'.")
    }
    let request = try request(arguments)
    Interruption.listen()
    if arguments[worker] {
      StressWorker(request).run()
      return .fine
    }
    try checkFolder(arguments)
    let junitFile = try OutputOption(arguments[junit])
    let report = try simulated(request, isQuiet: arguments[json])
    try Terminal.write(
      arguments[json]
        ? JSONWriter(.pretty).text(report.json) : report.text(withCoverage: arguments[coverage]))
    if arguments[json] { Terminal.writeError(report.failureText) }
    try junitFile?.write(report.junit)
    if !report.failures.isEmpty { return .violation }
    if report.isInterrupted { return .interrupted }
    return report.inconclusiveReason == nil ? .fine : .inconclusive
  }

  /// Fails early if reproductions cannot be written, before hours of work.
  static func checkFolder(_ arguments: ParsedArguments) throws(CommandError) {
    do throws(FileError) {
      try WritabilityCheck.folder(arguments[out])
    } catch {
      throw CommandError("\(error)")
    }
  }

  private static func simulated(
    _ request: StressRequest, isQuiet: Bool
  ) throws(CommandError) -> StressReport {
    let showsProgress = !isQuiet && Terminal.isRewritable
    var line = StressProgressLine(isRewritable: Terminal.isRewritable) { Terminal.writeError($0) }
    var reported: Set<String> = []
    do {
      let report = try StressExecution(request).run(
        advanced: { progress in
          if showsProgress || !Terminal.isRewritable { line.show(progress) }
        },
        failed: { failure in
          guard reported.insert(failure.signature).inserted else { return }
          Terminal.writeError(
            "\(showsProgress ? "\r\u{1B}[K" : "")seed \(failure.draw.seed): \(failure.signature)\n")
        })
      if showsProgress { Terminal.writeError("\r\u{1B}[K") }
      return report
    } catch let error as SeedOutcomesError {
      throw CommandError("\(error)", exitCode: .badData)
    } catch {
      throw CommandError("\(error)")
    }
  }

  private static func request(_ arguments: ParsedArguments) throws -> StressRequest {
    let names = arguments[scenarios].isEmpty ? ["stress"] : arguments[scenarios]
    var resolved: [Scenario] = []
    for name in names {
      var scenario = try ScenarioParameters.resolve(name, overrides: [])
      if let policy = arguments[policy] { scenario.sync.choosePolicy(policy) }
      if let stores = arguments[stores] { scenario.storage.kind = stores }
      resolved.append(scenario)
    }
    var request: StressRequest
    do {
      request = StressRequest(
        scenarios: resolved, swarm: try SwarmLibrary.read(arguments[swarm]), allowed: nil,
        firstSeed: arguments[from], seedCount: arguments[seeds], minutes: arguments[minutes],
        jobs: arguments[jobs] ?? Machine.cores, out: arguments[out],
        shrinkSeconds: arguments[shrinkSeconds], failuresMax: arguments[maxFailures],
        checksDeterminism: arguments[checkDeterminism], command: command(arguments, names))
    } catch {
      throw CommandError("\(error)", exitCode: .badData)
    }
    request.program = Shakeout.identity
    request.failsOnLostUpdates = arguments[failOn] == .lostUpdates
    request.outcomesTo = arguments[outcomes]
    try takeOutcomes(arguments, &request)
    if request.seedCount == nil && request.minutes == nil { request.seedCount = 1_000 }
    try checkSeeds(request)
    request.allowed = try allowed(arguments[faults], in: request)
    return request
  }

  /// Outcomes are taken as they are: seeds that did not run here are neither timed nor stopped.
  private static func takeOutcomes(
    _ arguments: ParsedArguments, _ request: inout StressRequest
  ) throws(CommandError) {
    guard let path = arguments[outcomesFrom] else { return }
    guard arguments[minutes] == nil, arguments[outcomes] == nil, !arguments[checkDeterminism] else {
      throw CommandError(
        "'--outcomes-from' runs no seed: it cannot be combined with '--minutes', '--outcomes' or "
          + "'--check-determinism'.", exitCode: .usage)
    }
    request.outcomesFrom = path
    request.failuresMax = .max
  }

  /// Seeds are counted upward, so the last one must exist too.
  static func checkSeeds(_ request: StressRequest) throws(CommandError) {
    guard let count = request.seedCount, count > 0,
      request.firstSeed.addingReportingOverflow(UInt64(count) - 1).overflow
    else { return }
    throw CommandError(
      "There are no \(grouped(count)) seeds from \(request.firstSeed) on: the last seed is "
        + "\(UInt64.max).", exitCode: .usage)
  }

  /// The requested fault kinds; nil for all.
  static func allowed(
    _ text: String, in request: StressRequest
  ) throws(CommandError) -> Set<String>? {
    let names = text.split(separator: ",", omittingEmptySubsequences: false).map(trimmed)
    if names == ["all"] { return nil }
    if names == ["none"] { return [] }
    let hasDisks = request.scenarios.allSatisfy { $0.storage.kind != .memory }
    for name in names {
      if let sentence = mistake(in: name, request.swarm, hasDisks: hasDisks) {
        throw CommandError("--faults '\(text)': \(sentence)", exitCode: .usage)
      }
    }
    return Set(names)
  }

  /// Why a word of the list is not a valid fault kind.
  private static func mistake(
    in name: String, _ swarm: Swarm, hasDisks: Bool
  ) -> String? {
    if name.isEmpty { return "a fault kind is missing; use 'none' for no faults." }
    if name == "none" || name == "all" { return "'\(name)' cannot be combined with others." }
    if let kind = swarm.kinds.first(where: { $0.name == name }) {
      return kind.needsDisks && !hasDisks
        ? "'\(name)' is a fault of disks, which needs '--stores sqlite'." : nil
    }
    if let nearest = swarm.nearestKind(to: name) {
      return "there is no fault kind '\(name)'. Did you mean '\(nearest)'?"
    }
    let known = swarm.kinds.map(\.name).joined(separator: ", ")
    return "there is no fault kind '\(name)'; the kinds are \(known)."
  }

  static func trimmed(_ word: Substring) -> String {
    word.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// The command line of this request, without the seeds.
  private static func command(_ arguments: ParsedArguments, _ names: [String]) -> [String] {
    var words = [CommandLine.arguments[0], "stress"] + names
    if let policy = arguments[policy] { words += ["--policy", policy] }
    if let stores = arguments[stores] { words += ["--stores", stores.rawValue] }
    if arguments[faults] != "all" { words += ["--faults", arguments[faults]] }
    if let swarm = arguments[swarm] { words += ["--swarm", swarm] }
    if let loss = arguments[failOn] { words += ["--fail-on", loss.rawValue] }
    return words
  }
}
