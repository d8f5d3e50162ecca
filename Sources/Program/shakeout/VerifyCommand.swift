import RunVerification
import CommandLineKit

/// `shakeout verify`: checks that the files of a finished run are unmodified.
enum VerifyCommand {
  static let command = Command(
    "verify", abstract: "Check the files of a finished run and the metrics in them.",
    discussion: """
      Compares bytes, rows, columns and SHA-256 of every table with the manifest and recomputes \
      the metrics of the results. Exits with 0 when everything matches, and with 65 and a message \
      per problem otherwise.
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
    return verification.problems.isEmpty ? .fine : .badData
  }
}
