import Benchmarking
import CommandLineKit
import JSONText
import Reporting
import RunPipeline

/// `shakeout bench compare`: two measurements, figure by figure.
enum BenchCompareCommand {
  static let old = Parameter.requiredArgument(
    "old", as: ValueForm<String>.file, help: "A file of 'bench run'.")
  static let new = Parameter.requiredArgument(
    "new", as: ValueForm<String>.file, help: "The file to compare with it.")

  static let command = Command(
    "compare", abstract: "Compare two measurements figure by figure.",
    discussion: """
      Prints for each figure the old and the new value of each workload, the change with its 95 % \
      interval, and the geometric mean; ~ stands where no difference is shown. Counts are exact, \
      and intervals of samples go by ranks (Mann and Whitney), which takes at least four samples \
      on each side. It judges nothing; 'bench check' does. Exits with 65 when a file cannot be \
      used, the machines or toolchains differ, or a workload has other parameters.
      """,
    parameters: [
      old, new, BenchCommand.acrossMachines, BenchCommand.json, BenchCommand.junit,
      BenchCommand.markdown, BenchCommand.history, BenchCommand.html,
    ],
    run: run)

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let outputs = try BenchOutputs(arguments)
    let (one, two) = (
      try BenchCommand.result(arguments[old]), try BenchCommand.result(arguments[new])
    )
    let comparison = try BenchCommand.naming(arguments[new]) { () throws(BenchmarkProblem) in
      try BenchmarkComparison(one, two, acrossMachines: arguments[BenchCommand.acrossMachines])
    }
    let text = BenchmarkComparisonText(comparison)
    try outputs.write(
      two, suite: "shakeout bench compare", seconds: 0, cases: text.cases, markdown: text.markdown)
    try Terminal.write(
      arguments[BenchCommand.json] ? JSONWriter(.pretty).text(text.json) : text.text)
    return .fine
  }
}
