import CommandLineKit
import Datasets
import JSONText
import Population
import Scenarios
import RunPipeline
import Stress

/// `shakeout stress`: lives seeds in which everything goes wrong, and makes small what fails.
enum StressCommand {
  static let scenarios = Parameter.repeatedArgument(
    "scenario", as: ValueForm<String>.text,
    help: "What seeds are lived in: names of scenarios, or paths. (default: stress)")
  static let seeds = Parameter.optionalOption(
    "--seeds", as: ValueForm<Int>.whole(0...1_000_000_000),
    help: "How many seeds of each scenario to live. (default: 1000)")
  static let minutes = Parameter.optionalOption(
    "--minutes", as: ValueForm<Double>.number(0...100_000),
    help: "Begin no seed after so many minutes, instead of a number of seeds.")
  static let from = Parameter.option(
    "--from", as: ValueForm<UInt64>.whole, default: 1, help: "The first seed.")
  static let jobs = Parameter.optionalOption(
    "--jobs", as: ValueForm<Int>.whole(1...256),
    help: "How many processes live seeds; changes nothing but the time. (default: the cores)")
  static let policy = Parameter.optionalOption(
    "--policy", as: RunCommand.policyForm,
    help: "Which of two writes to one field stands. (default: the scenario's)")
  static let faults = Parameter.option(
    "--faults", as: ValueForm<String>.text, value: "a,b", default: "all",
    help: "The kinds of trouble that seeds may draw, 'none' or 'all'.")
  static let swarm = Parameter.optionalOption(
    "--swarm", as: ValueForm<String>.file,
    help: "What seeds draw from. (default: swarm/default.json beside the scenarios)")
  static let json = Parameter.flag("--json", help: "Print one JSON object instead of a summary.")
  static let junit = Parameter.optionalOption(
    "--junit", as: ValueForm<String>.file, help: "Also write the result as JUnit reads it.")
  static let out = Parameter.option(
    "--out", as: ValueForm<String>.directory, default: ".",
    help: "The folder to write reproductions into.")
  static let shrinkSeconds = Parameter.option(
    "--shrink-seconds", as: ValueForm<Double>.number(0...86_400), value: "seconds", default: 30,
    help: "How long to look for the smallest plan of a failure; 0 for not at all.")
  static let maxFailures = Parameter.option(
    "--max-failures", as: ValueForm<Int>.whole(1...1_000_000), value: "count", default: 20,
    help: "Begin no seed after so many have failed.")
  static let checkDeterminism = Parameter.flag(
    "--check-determinism",
    help: "Live every seed again, in another order and process, and not one in ten.")
  static let worker = Parameter.flag(
    "--worker", help: "Live the seeds that standard input asks for: what '--jobs' starts.")

  static let command = Command(
    "stress", abstract: "Live seeds in which everything goes wrong, and shrink what fails.",
    discussion: """
      Each seed draws what may go wrong in it, from nothing to everything at once, and is lived in \
      memory with all promises watched. A failure is told with all that was drawn and the command \
      that leads there again, and the smallest plan that fails in the same way is written to \
      'repro-….json', for 'shakeout replay'. Exits with 0 when nothing failed, 3 when nothing was \
      shown, 65 when a scenario is wrong, 70 when something failed and 130 when somebody stopped it.
      """,
    parameters: [
      scenarios, seeds, minutes, from, jobs, policy, faults, swarm, json, junit, out,
      shrinkSeconds, maxFailures, checkDeterminism, worker,
    ],
    run: run)

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let request = try request(arguments)
    Interruption.listen()
    if arguments[worker] {
      StressWorker(request).run()
      return .fine
    }
    try checkWriting(arguments)
    let report = try simulated(request, isQuiet: arguments[json])
    try Terminal.write(
      arguments[json] ? JSONWriter(.pretty).text(report.json) : report.text)
    for group in report.groups { Terminal.complain("\n" + group.failures[0].text) }
    if let path = arguments[junit] { try TextFile.write(report.junit, to: path) }
    if !report.failures.isEmpty { return .violation }
    if report.isInterrupted { return .interrupted }
    return report.inconclusiveReason == nil ? .fine : .inconclusive
  }

  /// Nobody shall wait for hours for what cannot be written then.
  private static func checkWriting(_ arguments: ParsedArguments) throws(CommandError) {
    do throws(FileError) {
      if arguments[shrinkSeconds] > 0 { try WritabilityCheck.folder(arguments[out]) }
    } catch {
      throw CommandError("\(error)")
    }
    if let path = arguments[junit] { try TextFile.checkWriting(to: path) }
  }

  private static func simulated(
    _ request: StressRequest, isQuiet: Bool
  ) throws(CommandError) -> StressReport {
    let isSeen = !isQuiet && Terminal.isRewritable
    var line = StressProgressLine(isRewritable: Terminal.isRewritable) { Terminal.complain($0) }
    var told: Set<String> = []
    do {
      let report = try StressExecution(request).run(
        advanced: { progress in
          if isSeen || !Terminal.isRewritable { line.show(progress) }
        },
        failed: { failure in
          guard told.insert(failure.signature).inserted else { return }
          Terminal.complain(
            "\(isSeen ? "\r\u{1B}[K" : "")seed \(failure.draw.seed): \(failure.signature)\n")
        })
      if isSeen { Terminal.complain("\r\u{1B}[K") }
      return report
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
    if request.seedCount == nil && request.minutes == nil { request.seedCount = 1_000 }
    request.allowed = try allowed(arguments[faults], in: request)
    return request
  }

  /// The kinds that were asked for; nil for all.
  static func allowed(
    _ text: String, in request: StressRequest
  ) throws(CommandError) -> Set<String>? {
    let names = text.split(separator: ",", omittingEmptySubsequences: false).map(trimmed)
    if names == ["all"] { return nil }
    if names == ["none"] { return [] }
    for name in names {
      if let sentence = mistake(in: name, request.swarm) {
        throw CommandError("--faults '\(text)': \(sentence)", exitCode: .usage)
      }
    }
    return Set(names)
  }

  /// Why a word of a list is no kind of trouble.
  private static func mistake(in name: String, _ swarm: Swarm) -> String? {
    if name.isEmpty { return "a kind of trouble is missing; 'none' stands for no trouble at all." }
    if name == "none" || name == "all" { return "'\(name)' stands alone or not at all." }
    guard !swarm.unknown([name]).isEmpty else { return nil }
    if let nearest = swarm.nearestKind(to: name) {
      return "there is no trouble '\(name)'. Did you mean '\(nearest)'?"
    }
    let known = swarm.kinds.map(\.name).joined(separator: ", ")
    return "there is no trouble '\(name)'; there are \(known)."
  }

  private static func trimmed(_ word: Substring) -> String {
    word.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// What stands for this request on a command line, but for the seeds.
  private static func command(_ arguments: ParsedArguments, _ names: [String]) -> [String] {
    var words = [CommandLine.arguments[0], "stress"] + names
    if let policy = arguments[policy] { words += ["--policy", policy] }
    if arguments[faults] != "all" { words += ["--faults", arguments[faults]] }
    if let swarm = arguments[swarm] { words += ["--swarm", swarm] }
    return words
  }
}
