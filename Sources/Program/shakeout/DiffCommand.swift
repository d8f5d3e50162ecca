import RunVerification
import CommandLineKit
import JSONText
import Metrics
import Reporting

/// `shakeout diff`: how two finished runs differ, figure by figure and table by table.
enum DiffCommand {
  static let first = Parameter.requiredArgument(
    "first", as: MetricsCommand.runForm,
    help: "The name of a finished run below '--out', or the path of its dataset or results.")
  static let second = Parameter.requiredArgument(
    "second", as: MetricsCommand.runForm, help: "The run to compare with it.")
  static let tolerance = Parameter.optionalOption(
    "--tolerance", as: ValueForm<Double>.number(0...1_000_000), value: "share",
    help: """
      How much each figure may differ, as a share of its value in the first run, such as 0.05. \
      (default: not at all, and then no row of a table either)
      """)
  static let tolerances = Parameter.optionalOption(
    "--tolerances", as: ValueForm<String>.file,
    help: #"A file with tolerances of single figures, such as {"pc.dau": 0.02}."#)
  static let json = Parameter.flag("--json", help: "Print one JSON object.")
  static let markdown = Parameter.optionalOption(
    "--markdown", as: ValueForm<String>.file,
    help: "Also append the differences as Markdown to a file, such as to '$GITHUB_STEP_SUMMARY'.")

  static let command = Command(
    "diff", abstract: "Compare two finished runs figure by figure and table by table.",
    discussion: """
      Recomputes the figures of both runs from their datasets, on both sides. Prints those that \
      differ, with the 95 % interval of the difference, and for each table the first row that \
      differs. Runs of the same people with the same seed are paired by clusters of households, \
      others count as independent. Exits with 0 when every figure is within its tolerance, 99 when \
      one is beyond, or without tolerances when a row differs, 3 when none is beyond but the \
      interval of a larger difference reaches into its tolerance, 65 when a run cannot be read, \
      and 70 when a run violated a property.
      """,
    parameters: [first, second, MetricsCommand.out, tolerance, tolerances, json, markdown],
    run: run)

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let markdownFile = try OutputOption(arguments[markdown], appends: true)
    let limits = try limits(arguments)
    let difference: RunDifference
    let violated: [String]
    do {
      let one = try FinishedRun(arguments[first], below: arguments[MetricsCommand.out])
      let two = try FinishedRun(arguments[second], below: arguments[MetricsCommand.out])
      difference = try RunDifference(one, two, tolerances: limits)
      violated = try [one, two].compactMap { run in
        RunCommand.violatedText(PropertySummary(try run.properties()).violated, by: run.name)
      }
    } catch let error as VerificationError {
      throw CommandError("\(error)", exitCode: .badData)
    }
    let text = DifferenceText(difference)
    // The empty line keeps what is appended next out of the last list.
    try markdownFile?.write(text.markdown + "\n")
    try Terminal.write(arguments[json] ? JSONWriter(.pretty).text(text.json) : text.text)
    for text in violated { Terminal.writeError(text) }
    guard violated.isEmpty else { return .violation }
    let isStrict = arguments[tolerance] == nil && arguments[tolerances] == nil
    if isStrict && !difference.tablesDiffering.isEmpty { return .missed }
    return exitCode(of: difference)
  }

  /// The exit code for a build: a figure beyond its tolerance takes precedence over an unclear one.
  static func exitCode(of difference: RunDifference) -> ExitCode {
    if difference.count(of: .beyond) > 0 { return .missed }
    return difference.count(of: .unclear) > 0 ? .inconclusive : .fine
  }

  /// The tolerances on the command line and in the file that it names.
  static func limits(_ arguments: ParsedArguments) throws(CommandError) -> FigureTolerances {
    var limits = FigureTolerances(share: arguments[tolerance] ?? 0)
    if let path = arguments[tolerances] {
      limits.own = try MetricNumbers.read(path) { id, _, node throws(CommandError) in
        guard let share = node.double, share >= 0 else {
          throw CommandError(
            "\(path): the tolerance of '\(id)' must be a number of at least 0, not "
              + node.summary, exitCode: .badData)
        }
        return share
      }
    }
    return limits
  }
}
