import CommandLineKit
import HTTPService
import JSONText
import Load
import Reporting
import RunPipeline
import Scenarios
import ServiceCore

/// `shakeout load`: open arrivals to a real server, and what it made of them.
enum LoadCommand {
  static let scenario = Parameter.optionalArgument(
    "scenario", as: ScenarioParameters.form,
    help: "Send the people of a scenario, by its name or the path of its file, to a server with "
      + "the API of docs/http-api.md, in place of equal requests.")
  static let target = Parameter.optionalOption(
    "--target", as: ValueForm<String>.text, value: "url",
    help: "The server: 'http://HOST:PORT', with a path that comes before all others if it has one.")
  static let serve = Parameter.flag(
    "--serve",
    help: "Start 'shakeout serve' in place of '--target', and end it after the load.")
  static let store = Parameter.optionalOption(
    "--store", as: ServeCommand.storeForm, value: "store",
    help: "With '--serve': where its journal is kept. (default: memory)")
  static let chaos = Parameter.optionalOption(
    "--chaos", as: ValueForm<String>.file,
    help: "A JSON file with what is done to the server and the network meanwhile, and when.")
  static let path = Parameter.option(
    "--path", as: ValueForm<String>.text, value: "path", default: "/",
    help: "What is asked for.")
  static let body = Parameter.optionalOption(
    "--body", as: ValueForm<String>.file, help: "Post the bytes of a file in place of a GET.")
  static let rate = Parameter.option(
    "--rate", as: ValueForm<Double>.number(0.1...10_000_000), value: "per-second", default: 1_000,
    help: "How many requests should be sent in a second, or people should act.")
  static let profile = Parameter.option(
    "--profile", as: ValueForm<RateProfile.Shape>.choice, default: .constant,
    help: "How the rate goes over time: 'ramp' and 'steps' rise from '--from' to '--rate', 'spike' "
      + "is at '--rate' in its middle fifth, 'soak' rises, stays and falls, 'plan' goes as the days "
      + "of the scenario's people do, with '--rate' on average.")
  static let from = Parameter.optionalOption(
    "--from", as: ValueForm<Double>.number(0...10_000_000), value: "per-second",
    help: "The lower rate of the profiles that have one. (default: a tenth of '--rate')")
  static let knee = Parameter.optionalOption(
    "--knee-p99", as: ValueForm<Double>.number(0.001...3_600_000), value: "milliseconds",
    help: "With '--profile steps': a step that was kept up with has a p99 below this, and at least "
      + "95 % of its rate was answered. (default: 250)")
  static let arrivals = Parameter.option(
    "--arrivals", as: ValueForm<ArrivalSpacing>.choice, default: .even,
    help: "How arrivals follow each other: evenly, or at random as those of many people do.")
  static let seed = Parameter.option(
    "--seed", as: ValueForm<UInt64>.whole, default: 1, help: "The seed of random arrivals.")
  static let duration = Parameter.option(
    "--duration", as: ValueForm<Double>.number(0.1...604_800), value: "seconds", default: 30,
    help: "How long the load is measured.")
  static let warmup = Parameter.option(
    "--warmup", as: ValueForm<Double>.number(0...86_400), value: "seconds", default: 0,
    help: "How long requests are sent before; they count for nothing.")
  static let connections = Parameter.option(
    "--connections", as: ValueForm<Int>.whole(1...60_000), default: 64,
    help:
      "The number of connections. An arrival that finds all of them busy waits, and that counts.")
  static let timeout = Parameter.option(
    "--timeout", as: ValueForm<Double>.number(0.001...3_600), value: "seconds", default: 10,
    help: "How long a response may take.")
  static let drain = Parameter.option(
    "--drain", as: ValueForm<Double>.number(0...3_600), value: "seconds", default: 60,
    help: "With a scenario: how long phones may send and fetch what is left after the last "
      + "arrival, before all copies are compared.")
  static let judge = Parameter.flag(
    "--judge",
    help: "With a scenario: keep all that phones do and receive, and judge it at the end by the "
      + "properties of 'shakeout run'.")
  static let failIf = Parameter.repeatedOption(
    "--fail-if", as: ValueForm<String>.text, value: "expression",
    help: "Exit with 99 if this is true: \(LoadThreshold.form); repeatable. A scenario may have "
      + "more, as 'load.failIf'.")
  static let abortBelow = Parameter.option(
    "--abort-below", as: ValueForm<Double>.number(0...1), value: "share", default: 0.9,
    help: "End the load, with exit status 99, when less than this share of the intended requests "
      + "was sent in each of five seconds in a row; 0 never does.")
  static let json = Parameter.optionalOption(
    "--json", as: ValueForm<String>.file, help: "Also write everything measured to a JSON file.")
  static let junit = Parameter.optionalOption(
    "--junit", as: ValueForm<String>.file,
    help: "Also write the thresholds as test cases to a JUnit file.")
  static let markdown = Parameter.optionalOption(
    "--markdown", as: ValueForm<String>.file,
    help: "Also append the summary as Markdown to a file, such as to '$GITHUB_STEP_SUMMARY'.")
  static let report = Parameter.optionalOption(
    "--report", as: ValueForm<String>.file,
    help: "Also write a page with the latency over time to a file.")

  static let command = Command(
    "load", abstract: "Send open arrivals to a server and judge its latency.",
    discussion: """
      Requests arrive when the profile says, whatever the server does, and latency counts from \
      that instant: what waits behind a slow response has waited. How late the sender itself was \
      stands apart. With a scenario, each arrival is the next step of one of its people, whose \
      phones have real copies; with '--live' they decide meanwhile, by what their phones show. \
      At the end a fresh install reads every feed, and what was acknowledged and lost is \
      printed. '--chaos' kills and stops the server meanwhile, and \
      disturbs the network. Exits with 0 when no threshold was missed, 1 when the server cannot be \
      reached or started, 64 when an expression or the target is wrong, 65 when the scenario or \
      the file of '--chaos' is, 70 when something was lost or copies differ, 99 when a threshold was \
      missed, the rate was not reached or phones did not finish, and 130 when interrupted.
      """,
    parameters: [
      scenario, replay, live, speed, target, serve, store, chaos, RunCommand.people,
      RunCommand.days, ScenarioParameters.overrides, path, body, rate, profile, from, knee,
      arrivals, spread, seed, duration, warmup, connections, timeout, drain, judge, lateInstalls,
      longPolls, failIf, abortBelow, json, junit, markdown, report,
      RunCommand.quiet,
    ],
    run: run)

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let settings = try settings(arguments)
    var prepared = try prepare(settings, arguments)
    let outputs = try Outputs(arguments)
    Interruption.listen()
    let servers = try started(settings, arguments)
    let endServers = { servers.compactMap { $0.end() }.first }
    defer { _ = endServers() }
    prepared.aim(at: servers)
    var observer = LoadProgress(isShown: !arguments[RunCommand.quiet] && Terminal.isRewritable)
    var report: LoadReport
    do throws(LoadError) {
      report = try prepared.run(&observer)
    } catch {
      observer.clear()
      if Interruption.isRequested { throw CommandError(error.message, exitCode: .interrupted) }
      let ending = endServers().map { " At its end: \($0)" } ?? ""
      throw CommandError(error.message + ending)
    }
    observer.clear()
    if let problem = endServers() {
      report.abortion = [problem, report.abortion].compactMap(\.self).joined(separator: " And: ")
    }
    report.store = servers.first?.storeName
    report.program = Shakeout.identity
    let problems = outputs.write(report)
    if !arguments[RunCommand.quiet] {
      let page = problems.isEmpty ? arguments[LoadCommand.report] : nil
      try Terminal.write(
        LoadText(report, isColored: Terminal.isColored).text(reportPath: page))
    }
    let exitCode = exitCode(of: report)
    guard let problem = problems.first else { return exitCode }
    // What the server did counts for more than a file that could not be written.
    throw CommandError(
      problems.map(\.message).joined(separator: " "),
      exitCode: exitCode == .fine ? problem.exitCode : exitCode)
  }

  /// What the exit status says, the worst first.
  static func exitCode(of report: LoadReport) -> ExitCode {
    if !report.violations.isEmpty { return .violation }
    if Interruption.isRequested { return .interrupted }
    let isDrained = report.people.map { $0.undrained == 0 } ?? true
    return report.missed.isEmpty && report.abortion == nil && isDrained ? .fine : .missed
  }

  // MARK: Kinds of loads

  /// What is sent.
  private enum Prepared {
    case requests(RequestLoad)
    case families(FamilyLoad)

    /// Sends it to a server that was started for it, if there is one; the second one stands by.
    mutating func aim(at servers: [LoadServer]) {
      guard let server = servers.first else { return }
      func change(_ settings: inout LoadSettings) {
        settings.target = .local(port: server.port)
        settings.server = server
        settings.standBy = servers.dropFirst().first.map {
          LoadSettings.StandBy($0, port: $0.port)
        }
      }
      switch self {
      case .requests(var load):
        change(&load.settings)
        self = .requests(load)
      case .families(var load):
        change(&load.settings)
        self = .families(load)
      }
    }

    func run(_ observer: inout LoadProgress) throws(LoadError) -> LoadReport {
      switch self {
      case .requests(let load): try load.run(&observer)
      case .families(let load): try load.run(&observer)
      }
    }
  }

  private static func prepare(
    _ settings: LoadSettings, _ arguments: ParsedArguments
  ) throws(CommandError) -> Prepared {
    if let path = arguments[replay] {
      return .families(try recorded(in: path, settings, arguments))
    }
    if arguments.isGiven(speed) && !arguments[live] {
      throw CommandError("'--speed' needs '--replay' or '--live'.", exitCode: .usage)
    }
    if let name = arguments[scenario] {
      return .families(try families(of: name, settings, arguments))
    }
    for (name, isGiven) in [
      ("--people", arguments.isGiven(RunCommand.people)),
      ("--days", arguments.isGiven(RunCommand.days)),
      ("--set", arguments.isGiven(ScenarioParameters.overrides)),
      ("--drain", arguments.isGiven(drain)), ("--judge", arguments[judge]),
      ("--spread", arguments[spread]),
      ("--late-installs", arguments.isGiven(lateInstalls)),
      ("--long-polls", arguments.isGiven(longPolls)), ("--live", arguments[live]),
    ] where isGiven {
      throw CommandError(
        "'\(name)' needs a scenario: 'shakeout load SCENARIO --target URL'.", exitCode: .usage)
    }
    guard arguments[profile] != .plan else {
      throw CommandError(
        "'--profile plan' needs a scenario, whose days it follows.", exitCode: .usage)
    }
    for threshold in settings.thresholds {
      guard let series = threshold.seriesOfPeople else { continue }
      throw CommandError(
        "The threshold '\(threshold.text)' needs a scenario: only people have "
          + "'\(series.rawValue)'.",
        exitCode: .usage)
    }
    let path = try path(arguments)
    let body = try arguments[body].map { path throws(CommandError) in
      try InputFile.bytes(of: path, .requestBody)
    }
    return .requests(RequestLoad(settings, path: path, body: body))
  }

  private static func families(
    of name: String, _ settings: LoadSettings, _ arguments: ParsedArguments
  ) throws(CommandError) -> FamilyLoad {
    guard !arguments.isGiven(path), !arguments.isGiven(body) else {
      throw CommandError(
        "'--path' and '--body' are for equal requests: leave them out, or the scenario.",
        exitCode: .usage)
    }
    // '--seed' is that of the arrivals here, and '--set seed=7' that of the people.
    let people = arguments[RunCommand.people].map { "people=\($0)" }
    let days = arguments[RunCommand.days].map { "days=\($0)" }
    let scenario = try ScenarioParameters.resolve(
      name, shortcuts: [people, days].compactMap(\.self),
      overrides: arguments[ScenarioParameters.overrides])
    var settings = settings
    settings.thresholds += scenario.load.failIf
    if arguments[live] {
      var load = try living(scenario, settings, arguments)
      load.lateInstalls = arguments[lateInstalls]
      return load
    }
    do throws(LoadError) {
      var load = try FamilyLoad(
        settings, scenario, drainSeconds: arguments[drain], isJudged: arguments[judge])
      load.lateInstalls = arguments[lateInstalls]
      return load
    } catch {
      throw CommandError(error.message, exitCode: .badData)
    }
  }

  private static func settings(_ arguments: ParsedArguments) throws(CommandError) -> LoadSettings {
    let (top, low) = (arguments[rate], arguments[from] ?? arguments[rate] / 10)
    let shape = arguments[profile]
    guard low <= top else {
      throw CommandError(
        "'--from' is \(number(low)) and '--rate' is \(number(top)): the lower rate comes first.",
        exitCode: .usage)
    }
    guard !arguments.isGiven(from) || arguments[live] || (shape != .constant && shape != .plan)
    else {
      throw CommandError(
        "'--from' needs a profile that has a lower rate: '--profile ramp', 'steps', 'spike' or "
          + "'soak'.", exitCode: .usage)
    }
    let profile = RateProfile(
      shape, rate: top, from: low, seconds: arguments[duration], warmup: arguments[warmup])
    let hasPeople = arguments[scenario] != nil || arguments[replay] != nil
    let unit = hasPeople ? "steps" : "requests"
    let rates =
      switch shape {
      case .constant: "\(number(top)) \(unit)/s"
      case .plan: "as the days of the plan go, \(number(top)) \(unit)/s on average"
      default: "\(shape.rawValue), \(number(low)) to \(number(top))/s"
      }
    var settings = LoadSettings(
      target: try target(arguments), connections: arguments[connections], profile: profile,
      profileText: rates + (arguments[arrivals] == .random ? ", at random" : "")
        + (arguments[spread] ? ", spread" : ""),
      spacing: arguments[arrivals], seed: arguments[seed], seconds: arguments[duration],
      warmupSeconds: arguments[warmup], timeoutSeconds: arguments[timeout],
      abortsBelow: arguments[abortBelow], thresholds: try thresholds(arguments[failIf]))
    if let milliseconds = arguments[knee] {
      guard shape == .steps else {
        throw CommandError("'--knee-p99' needs '--profile steps'.", exitCode: .usage)
      }
      settings.kneeMicroseconds = Int64(milliseconds * 1_000)
    }
    guard !arguments[spread] || shape != .plan else {
      throw CommandError(
        "'--spread' and '--profile plan' exclude each other: one spreads evenly what the other "
          + "has as its days go.", exitCode: .usage)
    }
    settings.spreadsSteps = arguments[spread]
    settings.pollConnections = arguments[longPolls]
    settings.chaos = try chaos(arguments)
    settings.thresholds += settings.chaos?.thresholds ?? []
    settings.runCommand = ShellCommand.run
    return settings
  }

  static func number(_ rate: Double) -> String {
    NumberText.fixed(rate, digits: rate == rate.rounded() ? 0 : 1)
  }

  /// One of both: a server that runs, or one that the load starts and whose port is not known yet.
  private static func target(_ arguments: ParsedArguments) throws(CommandError) -> HTTPTarget {
    let text = arguments[target]
    if arguments[serve] && text != nil {
      throw CommandError(
        "'--target' and '--serve' exclude each other: the load is sent to a server that runs, or "
          + "starts one.", exitCode: .usage)
    }
    if arguments[store] != nil && !arguments[serve] {
      throw CommandError(
        "'--store' needs '--serve': it is where the server that the load starts keeps its journal.",
        exitCode: .usage)
    }
    if arguments[serve] { return .local(port: 80) }
    guard let text else {
      throw CommandError(
        "Say where the load is sent: '--target URL' for a server that runs, or '--serve' to start "
          + "one.", exitCode: .usage)
    }
    do throws(HTTPTarget.Problem) {
      return try HTTPTarget(text)
    } catch {
      throw CommandError(error.message, exitCode: .usage)
    }
  }

  private static func thresholds(_ texts: [String]) throws(CommandError) -> [LoadThreshold] {
    do throws(LoadThreshold.Problem) {
      return try texts.map { text throws(LoadThreshold.Problem) in try LoadThreshold(text) }
    } catch {
      throw CommandError(error.message, exitCode: .usage)
    }
  }

  private static func chaos(_ arguments: ParsedArguments) throws(CommandError) -> ChaosPlan? {
    guard let path = arguments[chaos] else { return nil }
    let bytes = try InputFile.bytes(of: path, .chaosPlan)
    let plan: ChaosPlan
    do throws(Problem) {
      plan = try ChaosPlan(bytes, loadSeconds: arguments[duration])
    } catch {
      throw CommandError("\(path): \(error.detail)", exitCode: .badData)
    }
    var hasFile = false
    if case .sqlite = arguments[store] { hasFile = true }
    if arguments[serve], let kind = plan.events.first(where: \.kind.needsFile)?.kind, !hasFile {
      throw CommandError(
        "\(path): '\(kind.rawValue)' needs a server whose journal is a file: "
          + "'--store sqlite:PATH'.", exitCode: .usage)
    }
    for (name, isGiven) in [
      ("--judge", arguments[judge]), ("--late-installs", arguments[lateInstalls] > 0),
    ] where isGiven && plan.restores {
      throw CommandError(
        "\(path): 'restore' and '\(name)' exclude each other: "
          + (name == "--judge"
            ? "the properties are those of one incarnation of a server."
            : "a phone that has signed in since the copy is unknown after it."),
        exitCode: .usage)
    }
    var hasDatabase = false
    if case .postgres = arguments[store] { hasDatabase = true }
    if arguments[serve], plan.needsStandBy, !hasDatabase {
      throw CommandError(
        "\(path): 'takeover' needs servers over a PostgreSQL, where one stands by for the other: "
          + "'--store postgres:CONNINFO'.", exitCode: .usage)
    }
    guard let kind = plan.events.first(where: \.kind.needsServer)?.kind, !arguments[serve] else {
      return plan
    }
    throw CommandError(
      "\(path): '\(kind.rawValue)' needs a server that the load has started: '--serve' in place of "
        + "'--target'.", exitCode: .usage)
  }

  /// The servers that the load starts: none, one, or one with a stand-by.
  private static func started(
    _ settings: LoadSettings, _ arguments: ParsedArguments
  ) throws(CommandError) -> [LoadServer] {
    guard arguments[serve] else { return [] }
    let hasDiskFaults = settings.chaos?.events.contains(where: \.kind.needsDisk) ?? false
    let store = arguments[store] ?? .memory
    do throws(LoadError) {
      guard settings.chaos?.needsStandBy ?? false else {
        return [try LoadServer(store, hasDiskFaults: hasDiskFaults)]
      }
      let first = try LoadServer(store, hasDiskFaults: false, isOneOfTwo: true)
      return [first, try LoadServer(store, hasDiskFaults: false, isOneOfTwo: true)]
    } catch {
      throw CommandError(
        error.message, exitCode: Interruption.isRequested ? .interrupted : .failure)
    }
  }

  private static func path(_ arguments: ParsedArguments) throws(CommandError) -> String {
    let path = arguments[path]
    guard path.hasPrefix("/"), !path.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F }) else {
      throw CommandError(
        "The path '\(path)' does not begin with a slash, or it has a blank.", exitCode: .usage)
    }
    return path
  }
}

/// The files that a load writes. They are opened before it begins.
private struct Outputs {
  private let json: OutputOption?
  private let junit: OutputOption?
  private let markdown: OutputOption?
  private let page: OutputOption?

  init(_ arguments: ParsedArguments) throws(CommandError) {
    try OutputOption.refuseRepeatedPaths([
      ("--json", arguments[LoadCommand.json]), ("--junit", arguments[LoadCommand.junit]),
      ("--markdown", arguments[LoadCommand.markdown]), ("--report", arguments[LoadCommand.report]),
    ])
    json = try OutputOption(arguments[LoadCommand.json])
    junit = try OutputOption(arguments[LoadCommand.junit])
    markdown = try OutputOption(arguments[LoadCommand.markdown], appends: true)
    page = try OutputOption(arguments[LoadCommand.report])
  }

  /// Writes all of them; returns why some could not be written.
  func write(_ report: LoadReport) -> [CommandError] {
    let document = LoadDocument(report)
    let texts: [(OutputOption?, () -> String)] = [
      (json, { JSONWriter(.pretty).text(document.json) }), (junit, { document.junit.text }),
      (markdown, { LoadText(report).markdown + "\n" }), (page, { LoadPage(report).text }),
    ]
    return texts.compactMap { option, text in
      do throws(CommandError) {
        try option?.write(text())
        return nil
      } catch {
        return error
      }
    }
  }
}

/// A line on a terminal that shows what happens now and overwrites itself.
private struct LoadProgress: LoadObserver {
  private let isShown: Bool
  private var hasLine = false

  init(isShown: Bool) {
    self.isShown = isShown
  }

  var isInterrupted: Bool { Interruption.isRequested }

  mutating func show(_ interval: LoadReport.Interval, seconds: Double, of total: Double) {
    guard isShown else { return }
    hasLine = true
    let text = LoadText.live(interval, seconds: seconds, of: total)
    Terminal.writeError("\r\(text.prefix(Terminal.width - 1))\u{1B}[K")
  }

  mutating func clear() {
    if hasLine { Terminal.writeError("\r\u{1B}[K") }
    hasLine = false
  }
}
