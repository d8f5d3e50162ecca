import Benchmarking
import CommandLineKit
import Reporting
import RunPipeline
import SystemLibrary

/// `shakeout bench`: what a program costs, and whether it has come to cost more.
enum BenchCommand {
  static let repetitions = Parameter.optionalOption(
    "--repetitions", as: ValueForm<Int>.whole(1...1_000), value: "count",
    help: "How often to measure time and memory of each workload. (default: the baseline's, or 10)")
  static let acrossMachines = Parameter.flag(
    "--across-machines",
    help:
      "Compare with another machine: counts and memory, if the compiler is the same, and no times.")
  static let junit = Parameter.optionalOption(
    "--junit", as: ValueForm<String>.file, help: "Also write a JUnit file, one test per figure.")
  static let markdown = Parameter.optionalOption(
    "--markdown", as: ValueForm<String>.file,
    help: "Also append the table as Markdown to a file, such as to '$GITHUB_STEP_SUMMARY'.")
  static let history = Parameter.optionalOption(
    "--history", as: ValueForm<String>.file,
    help: "Append the newer measurement to a file of JSON lines.")
  static let html = Parameter.optionalOption(
    "--html", as: ValueForm<String>.file,
    help: "Also write a page with a chart of each figure over the history.")
  static let json = Parameter.flag("--json", help: "Print one JSON object instead of a table.")

  static let figureForm = ValueForm<BenchmarkFigure>.choice

  static let tolerances = Parameter.repeatedOption(
    "--tolerance", as: toleranceForm, value: "figure=share",
    help: "How much worse a figure may be, such as 'userTimeRatio=0.1'; repeatable. "
      + "(default: the baseline's, or 0.01 for counts, 0.05 for memory and 0.07 for time)")

  private static let toleranceForm = ValueForm<FigureTolerance>(
    expectation: "a figure and a share, such as 'userTimeRatio=0.1'",
    suggestions: BenchmarkFigure.names.map { $0 + "=" }, parse: { FigureTolerance($0) },
    text: \.text)

  static let group = Command(
    "bench", abstract: "Measure what runs cost, and fail when they come to cost more.",
    discussion: """
      'run' measures scenarios and writes a file, 'compare' compares two files, 'check' measures \
      and compares with a baseline. docs/benchmark-in-ci.md shows how to use it in CI.
      """,
    subcommands: [
      BenchRunCommand.command, BenchCompareCommand.command, BenchCheckCommand.command,
      BenchNoiseCommand.command, BenchPeersCommand.command, BenchModelCommand.command,
      BenchWireCommand.command, BenchParquetCommand.command,
    ])

  /// Reads a file of 'bench run'.
  static func result(_ path: String) throws(CommandError) -> BenchmarkResult {
    let bytes = try InputFile.bytes(of: path, .benchmarks)
    return try naming(path) { () throws(BenchmarkProblem) in try BenchmarkResult(bytes) }
  }

  /// Names the file in a sentence about it.
  static func naming<Value>(
    _ path: String, _ body: () throws(BenchmarkProblem) -> Value
  ) throws(CommandError) -> Value {
    do throws(BenchmarkProblem) {
      return try body()
    } catch {
      // A position belongs to the path without a blank, as compilers write it.
      let isPlace = error.description.first?.isNumber == true
      throw CommandError("\(path):\(isPlace ? "" : " ")\(error)", exitCode: .badData)
    }
  }

  /// Figures of a terminal that are not measured, one a line.
  static func note(_ obstacles: [String]) {
    for obstacle in obstacles { Terminal.writeError("\(obstacle)\n") }
  }
}

/// The files that commands on measurements write beside their output.
struct BenchOutputs {
  private let junit: OutputOption?
  private let markdown: OutputOption?
  private let html: OutputOption?
  private let historyPath: String?
  private let history: BenchmarkHistory

  /// Fails if a file cannot be written, or the history cannot be read, before anything is measured.
  init(_ arguments: ParsedArguments) throws(CommandError) {
    junit = try OutputOption(arguments[BenchCommand.junit])
    markdown = try OutputOption(arguments[BenchCommand.markdown], appends: true)
    html = try OutputOption(arguments[BenchCommand.html])
    historyPath = arguments[BenchCommand.history]
    guard html == nil || historyPath != nil else {
      throw CommandError("'--html' needs '--history', which it draws.", exitCode: .usage)
    }
    guard let path = historyPath else {
      history = BenchmarkHistory(entries: [])
      return
    }
    _ = try OutputOption(path, appends: true)
    let bytes = try FileSource.exists(path) ? InputFile.bytes(of: path, .benchmarks) : []
    history = try BenchCommand.naming(path) { () throws(BenchmarkProblem) in
      try BenchmarkHistory(bytes)
    }
  }

  /// Writes them all.
  func write(
    _ result: BenchmarkResult, suite: String, seconds: Double, cases: [JUnitDocument.Case],
    markdown text: String
  ) throws(CommandError) {
    try junit?.write(JUnitDocument(suite: suite, seconds: seconds, cases: cases).text)
    // The empty line keeps what is appended next out of the last list.
    try markdown?.write(text + "\n")
    guard let historyPath else { return }
    let entry = BenchmarkHistory.Entry(time: BenchClock.time, of: result)
    try OutputOption(historyPath, appends: true)?.write(entry.line)
    try html?.write(BenchmarkPage(BenchmarkHistory(entries: history.entries + [entry])).text)
  }
}
