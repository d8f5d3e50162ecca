import Benchmarking
import CommandLineKit
import JSONText
import Reporting
import RunPipeline
import SystemLibrary

/// `shakeout bench check`: measures, and fails when something has become worse than a baseline.
enum BenchCheckCommand {
  static let baseline = Parameter.requiredOption(
    "--baseline", as: ValueForm<String>.file,
    help: "The file to compare with: one of 'bench run', or one with limits.")
  static let raises = Parameter.optionalOption(
    "--raises", as: ValueForm<String>.file,
    help: "A file of lines 'date, figure, from, to, what a user got for it', separated by tabs; "
      + "each limit that was raised since the last release needs one.")
  static let record = Parameter.flag(
    "--record", help: "Write what was measured into the baseline, instead of judging it.")
  static let because = Parameter.optionalOption(
    "--because", as: reasonForm, value: "reason",
    help: "With '--record': what a user gets for the limits that rise; goes into '--raises'.")
  static let release = Parameter.optionalOption(
    "--release", as: reasonForm, value: "version",
    help: "With '--record': the release from which raises count from now on.")
  static let out = Parameter.optionalOption(
    "--out", as: ValueForm<String>.file, help: "Also write what was measured to a file.")

  /// An empty reason comes from an unset variable in a script.
  private static var reasonForm: ValueForm<String> {
    ValueForm(
      expectation: "a text that is not empty",
      parse: { text in text.allSatisfy(\.isWhitespace) ? nil : text }, text: { $0 })
  }

  static let command = Command(
    "check", abstract: "Measure, and fail when something has become worse than a baseline.",
    discussion: """
      Measures what the baseline has. A count fails beyond its limit, or its tolerance. A time or \
      memory fails only when the interval of its change excludes no change, the change exceeds \
      the tolerance, and a second measurement shows the same. Prints what was raised since the \
      last release. Exits with 0 when nothing is worse, 2 when something is, 1 when something \
      could not be measured, and 65 when a file cannot be used, the machines or toolchains differ, \
      or a limit was raised that no line of '--raises' explains. With '--record' it writes a new \
      baseline: counts get limits above them by their tolerance, and exits with 2 when a limit \
      would rise without '--because'.
      """,
    parameters: [
      baseline, BenchCommand.repetitions, BenchCommand.tolerances, BenchCommand.acrossMachines,
      raises, record, because, release, out, BenchCommand.json, BenchCommand.junit,
      BenchCommand.markdown, BenchCommand.history, BenchCommand.html,
    ],
    run: run)

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    Interruption.listen()
    let start = Machine.seconds
    guard arguments[record] || (arguments[because] == nil && arguments[release] == nil) else {
      throw CommandError("'--because' and '--release' need '--record'.", exitCode: .usage)
    }
    guard arguments[because] == nil || arguments[raises] != nil else {
      throw CommandError(
        "'--because' needs '--raises', the file that the reason goes into.", exitCode: .usage)
    }
    let outputs = try BenchOutputs(arguments)
    let file = try OutputOption(arguments[out])
    let path = arguments[baseline]
    let old = try BenchCommand.result(path)
    let list = try raiseList(arguments)
    let isAcross = arguments[BenchCommand.acrossMachines]
    if arguments[record] { return try recordBaseline(over: old, arguments) }
    if arguments[raises] != nil { try checkRaises(list, old, arguments) }
    try BenchCommand.naming(path) { () throws(BenchmarkProblem) in
      try BenchmarkComparison.checkMachines(
        old.machine, BenchMachine.fingerprint, acrossMachines: isAcross)
    }
    let selections = BenchSelection.all(of: old) { !isAcross || !$0.isTime }
    try checkObstacles(selections)
    let measurement = try BenchMeasurement(repetitions: repetitions(arguments, old))
    let measured = try measurement.measure(selections)
    try file?.write(JSONWriter(.pretty).text(measured.json))
    var check = try BenchCommand.naming(path) { () throws(BenchmarkProblem) in
      try BenchmarkCheck(
        measured, by: old, tolerances: arguments[BenchCommand.tolerances],
        acrossMachines: isAcross)
    }
    try confirm(&check, selections, measured, measurement)
    let text = BenchmarkCheckText(check, raises: list.since(old.release), since: old.release)
    try outputs.write(
      measured, suite: "shakeout bench check", seconds: Machine.seconds - start, cases: text.cases,
      markdown: text.markdown)
    try Terminal.write(
      arguments[BenchCommand.json] ? JSONWriter(.pretty).text(text.json(measured)) : text.text)
    if check.isWorse { return .regression }
    return check.missing.isEmpty ? .fine : .failure
  }

  private static func repetitions(
    _ arguments: ParsedArguments, _ old: BenchmarkResult
  ) -> Int {
    arguments[BenchCommand.repetitions] ?? (old.repetitions > 0 ? old.repetitions : 10)
  }

  private static func raiseList(
    _ arguments: ParsedArguments
  ) throws(CommandError) -> RaiseList {
    guard let path = arguments[raises] else { return RaiseList() }
    // The first reason begins the file.
    if arguments[record], !FileSource.exists(path) { return RaiseList() }
    let bytes = try InputFile.bytes(of: path, .benchmarks)
    return try BenchCommand.naming(path) { () throws(BenchmarkProblem) in try RaiseList(bytes) }
  }

  private static func checkRaises(
    _ list: RaiseList, _ old: BenchmarkResult, _ arguments: ParsedArguments
  ) throws(CommandError) {
    let unexplained = list.unexplained(in: old)
    guard !unexplained.isEmpty else { return }
    throw CommandError(
      "\(arguments[baseline]): \(unexplained.joined(separator: ", ")), and no line of "
        + "\(arguments[raises] ?? "") says what a user got for it.", exitCode: .badData)
  }

  /// A figure of the baseline that cannot be measured here ends the check before it begins.
  private static func checkObstacles(_ selections: [BenchSelection]) throws(CommandError) {
    if let obstacle = BenchMeasurement.obstacles(to: selections.flatMap(\.figures)).first {
      throw CommandError(obstacle.1)
    }
  }

  /// Measures what looks worse a second time: its samples only.
  private static func confirm(
    _ check: inout BenchmarkCheck, _ selections: [BenchSelection], _ measured: BenchmarkResult,
    _ measurement: BenchMeasurement
  ) throws(CommandError) {
    let suspects = check.suspects
    guard !suspects.isEmpty else { return }
    let again = zip(selections, measured.workloads).filter { suspects.contains($0.1.name) }
      .map { selection, _ in
        var selection = selection
        selection.figures = selection.figures.filter { $0.kind == .sampled }
        return selection
      }
    let second = try measurement.measure(again)
    do throws(BenchmarkProblem) {
      try check.confirm(by: second)
    } catch {
      throw CommandError("\(error)")
    }
  }

  /// Measures and writes the baseline, and the reasons of what it raises.
  private static func recordBaseline(
    over old: BenchmarkResult, _ arguments: ParsedArguments
  ) throws -> ExitCode {
    let selections = BenchSelection.all(of: old) { _ in true }
    try checkObstacles(selections)
    let measured = try BenchMeasurement(repetitions: repetitions(arguments, old))
      .measure(selections)
    let recording = BaselineRecording(
      measured, over: old, date: BenchClock.day, gain: arguments[because] ?? "",
      release: arguments[release])
    let names = recording.raises.map { "\($0.figure) from \($0.from) to \($0.to)" }
    guard recording.raises.isEmpty || arguments[because] != nil else {
      throw CommandError(
        "This would raise \(names.joined(separator: ", ")): say with '--because' and '--raises' "
          + "what a user gets for it.", exitCode: .regression)
    }
    if let path = arguments[raises], !recording.raises.isEmpty {
      let head = FileSource.exists(path) ? "" : RaiseList.header + "\n"
      try OutputOption(path, appends: true)?.write(
        head + recording.raises.map { $0.line + "\n" }.joined())
    }
    try OutputOption(arguments[baseline])?.write(JSONWriter(.pretty).text(recording.baseline.json))
    try Terminal.write(
      names.isEmpty
        ? "\(arguments[baseline]) has new values; no limit rises.\n"
        : "\(arguments[baseline]) has new values; raised: \(names.joined(separator: ", ")).\n")
    return .fine
  }
}
