import RunVerification
import CommandLineKit

/// `shakeout verify`: checks that the files of a finished run are unmodified.
enum VerifyCommand {
  static let command = Command(
    "verify", abstract: "Check the files of a finished run and the metrics in them.",
    discussion: """
      Compares bytes, rows, columns and SHA-256 of every table with the manifest and recomputes \
      the metrics of the results. Exits with 0 when everything matches and the run violated no \
      property, with 65 and a message per problem when something does not match, and with 70 when \
      everything matches and the run violated a property.
      """,
    parameters: [MetricsCommand.run, MetricsCommand.out], run: run)

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let finished: FinishedRun
    do {
      finished = try FinishedRun(
        arguments[MetricsCommand.run], below: arguments[MetricsCommand.out])
    } catch {
      throw CommandError("\(error)", exitCode: .badData)
    }
    let verification = RunVerifier(of: finished)
    for problem in verification.problems { Terminal.writeError("\(problem)\n") }
    try Terminal.write(verification.findings.map { "\($0)\n" }.joined())
    if let text = RunCommand.violatedText(verification.violated, by: finished.name) {
      Terminal.writeError(text)
    }
    guard verification.problems.isEmpty else { return .badData }
    return verification.violated.isEmpty ? .fine : .violation
  }
}
