import RunVerification
import CommandLineKit
import Datasets
import JSONText
import Metrics
import Population
import Scenarios
import Reporting
import RunPipeline

/// `shakeout metrics`: recomputes the metrics of a finished run from its dataset.
enum MetricsCommand {
  /// A finished run by its name or its path. A shell completes the folders, and no names: it does
  /// not know '--out'.
  static let runForm = ValueForm<String>(
    expectation: nil, completion: .directory, parse: { $0 }, text: { $0 })
  static let run = Parameter.requiredArgument(
    "run", as: runForm,
    help: "The name of a finished run below '--out', or the path of its dataset or results.")
  static let out = Parameter.option(
    "--out", as: ValueForm<String>.directory, default: ".",
    help: "The folder that contains 'datasets' and 'results'.")
  static let targets = Parameter.optionalOption(
    "--targets", as: ValueForm<String>.file,
    help: #"A file with targets to use instead, such as {"pc.retention.d7": 0.3}."#)
  private static let segmentForm = ValueForm<String>(
    expectation: nil, suggestions: SegmentDimension.usual, parse: { $0 }, text: { $0 })
  static let by = Parameter.repeatedOption(
    "--by", as: segmentForm,
    help: """
      Also print every metric by segment: by a column of the table of people, or by cohort, group \
      or age; repeatable.
      """)
  static let side = Parameter.option(
    "--side", as: sideForm, default: .truth,
    help: "The values to check: the ground truth, what the server observed, or both.")
  static let against = Parameter.optionalOption(
    "--against", as: ValueForm<String>.text, value: "run",
    help: """
      Also print how each figure differs from that of another finished run, as 'shakeout diff' \
      does, and count those beyond '--tolerance' as missed.
      """)
  static let json = Parameter.flag("--json", help: "Print one JSON object.")
  static let markdown = Parameter.optionalOption(
    "--markdown", as: ValueForm<String>.file,
    help: "Also append the table as Markdown to a file, such as to '$GITHUB_STEP_SUMMARY'.")
  static let github = Parameter.flag(
    "--github", help: "Print a GitHub annotation for each target that is not reached.")
  static let junit = Parameter.optionalOption(
    "--junit", as: ValueForm<String>.file, help: "Also write a JUnit file, one test per target.")

  private static let schemaVersion = 4

  private static var sideForm: ValueForm<JudgedSides> {
    let choices = JudgedSides.allCases.map(\.rawValue)
    let quoted = choices.map { "'\($0)'" }.joined(separator: ", ")
    return ValueForm(
      expectation: "one of \(quoted)", choices: choices, parse: { JudgedSides(rawValue: $0) },
      text: { $0.rawValue })
  }

  static let command = Command(
    "metrics", abstract: "Recompute the metrics of a finished run and check their targets.",
    discussion: """
      Reads the tables of the dataset, not the metrics that the run wrote. Exits with 0 when every \
      target is reached, 99 when one is missed, 3 when none is missed but one has no clear verdict \
      (inconclusive, too few, immature, not applicable, no cases), 65 when the dataset cannot be \
      read, and 70 when the run violated a property, whatever its metrics are. With '--against' \
      also 99 when a figure differs by more than its tolerance, and 3 when that is unclear.
      """,
    parameters: [
      run, out, targets, by, side, against, DiffCommand.tolerance, DiffCommand.tolerances, json,
      markdown, github, junit,
    ], run: run)

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let junitFile = try OutputOption(arguments[junit])
    let markdownFile = try OutputOption(arguments[markdown], appends: true)
    let begun = Machine.seconds
    let (finished, all, segments) = try metrics(arguments)
    let difference = try difference(of: finished, arguments)
    let differenceText = difference.map(DifferenceText.init)
    let properties = try properties(of: finished)
    let violated = PropertySummary(properties).violated
    let side = arguments[side]
    let parts =
      [MetricGate.Segment(nil, all)]
      + segments.map { MetricGate.Segment("\($0.dimension): \($0.name)", $0.metricResults) }
    try junitFile?.write(
      MetricGate.junit(
        parts, of: finished.name, side: side, properties: properties,
        others: differenceText?.cases ?? [], seconds: Machine.seconds - begun))
    // The empty line keeps what is appended next out of the last table.
    try markdownFile?.write(
      MetricGate.markdown(parts, side: side, properties: properties) + "\n"
        + (differenceText.map { $0.markdown + "\n" } ?? ""))
    if arguments[json] {
      try Terminal.write(
        JSONWriter(.pretty).text(
          try document(finished, all, segments, properties, differenceText)))
    } else if arguments[github] {
      try Terminal.write(
        MetricGate.annotations(parts, of: finished.name, side: side, properties: properties)
          + (differenceText?.annotations ?? ""))
    } else {
      let summary = TerminalSummary(isColored: Terminal.isColored)
      for segment in segments {
        let people = segment.people == 1 ? "1 person" : "\(segment.people) people"
        let title = "\(segment.dimension): \(segment.name), \(people)\n"
        try Terminal.write(title + summary.table(of: segment.metricResults) + "\n")
      }
      let feasibility = TargetFeasibility(all)
      try Terminal.write(
        summary.text(of: all) + summary.text(of: properties) + summary.text(of: feasibility)
          + (differenceText.map { "\n" + $0.text } ?? ""))
    }
    if let text = RunCommand.violatedText(violated, by: finished.name) {
      Terminal.writeError(text)
      return .violation
    }
    let codes =
      [exitCode(of: all, side: side)] + (difference.map { [DiffCommand.exitCode(of: $0)] } ?? [])
    return [ExitCode.missed, .inconclusive].first { codes.contains($0) } ?? .fine
  }

  /// How the figures differ from those of the run that '--against' names.
  private static func difference(
    of finished: FinishedRun, _ arguments: ParsedArguments
  ) throws -> RunDifference? {
    guard let name = arguments[against] else {
      guard arguments[DiffCommand.tolerance] == nil, arguments[DiffCommand.tolerances] == nil else {
        throw CommandError("'--tolerance' and '--tolerances' need '--against'.", exitCode: .usage)
      }
      return nil
    }
    let limits = try DiffCommand.limits(arguments)
    do {
      let before = try FinishedRun(name, below: arguments[out])
      return try RunDifference(before, finished, tolerances: limits, comparesTables: false)
    } catch let error as VerificationError {
      throw CommandError("\(error)", exitCode: .badData)
    }
  }

  private static func properties(of run: FinishedRun) throws -> [PropertyResult] {
    do {
      return try run.properties()
    } catch let error as VerificationError {
      throw CommandError("\(error)", exitCode: .badData)
    }
  }

  /// The metrics of a run over all people, and by segment if requested.
  private static func metrics(
    _ arguments: ParsedArguments
  ) throws -> (FinishedRun, [MetricResult], [Recomputation.Segment]) {
    do {
      let finished = try FinishedRun(arguments[run], below: arguments[out])
      let targets = try arguments[targets].map(targetsOf) ?? [:]
      let recomputed = try Recomputation(
        of: finished, by: arguments[by].map(SegmentDimension.init), targets: targets)
      return (finished, recomputed.allPeople.metricResults, recomputed.segments)
    } catch let error as VerificationError {
      throw CommandError("\(error)", exitCode: .badData)
    }
  }

  /// The targets in a file: an object from metric to target, with null for no target.
  private static func targetsOf(_ path: String) throws(CommandError) -> [String: Double?] {
    try MetricNumbers.read(path) { id, definition, node throws(CommandError) -> Double? in
      if node == .null { return nil }
      guard let target = node.double, definition.allows(target: target) else {
        let kind = definition.form.isShare ? "a number from 0 to 1" : "a number"
        throw CommandError(
          "\(path): the target of '\(id)' must be \(kind), or null for none, not "
            + node.summary, exitCode: .badData)
      }
      return target
    }
  }

  private static func document(
    _ run: FinishedRun, _ metricResults: [MetricResult], _ segments: [Recomputation.Segment],
    _ properties: [PropertyResult], _ difference: DifferenceText?
  ) throws -> JSONNode {
    let members: [(String, JSONNode)] = [
      ("schemaVersion", .integer(schemaVersion)), ("run", .string(run.name)),
      ("scenario", .string(run.scenario.name)), ("seed", .integer(run.scenario.seed)),
      ("digest", .string(run.digest)), ("metrics", .array(metricResults.map(MetricDocument.json))),
      ("properties", SummaryDocument.properties(properties)),
      (
        "feasibility",
        TargetFeasibilityDocument.json(TargetFeasibility(metricResults))
      ),
      (
        "segments",
        .array(
          segments.map {
            [
              "dimension": .string($0.dimension), "segment": .string($0.name),
              "people": .integer($0.people),
              "logRank": MetricDocument.logRank($0.leaving),
              "metrics": .array($0.metricResults.map(MetricDocument.json)),
            ]
          })
      ),
      ("against", difference?.json ?? .null),
    ]
    // Only the run itself can measure the bias breakdown; the dataset does not contain it.
    return .object(members + (try run.biasBreakdown().map { [("biasBreakdown", $0)] } ?? []))
  }

  /// The exit code for a build: a missed target takes precedence over an inconclusive one.
  static func exitCode(
    of metricResults: [MetricResult], side: JudgedSides = .truth
  ) -> ExitCode {
    let verdicts = metricResults.flatMap { side.judgments(of: $0) }.map(\.verdict)
    if verdicts.contains(.fail) { return .missed }
    return verdicts.allSatisfy { $0 == .pass } ? .fine : .inconclusive
  }
}
