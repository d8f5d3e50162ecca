import RunVerification
import CommandLineKit

/// `shakeout verify`: whether the files of a finished run are what they were.
enum VerifyCommand {
  static let command = Command(
    "verify", abstract: "Check the files of a finished run, and the figures in them.",
    discussion: """
      Compares bytes, rows, columns and SHA-256 of every table with the manifest, and works the \
      key figures of the results out anew. Exits with 0 when everything is as it was and with 65, \
      a sentence for each file, when it is not.
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
    for problem in verification.problems { Terminal.complain("\(problem)\n") }
    try Terminal.write(verification.findings.map { "\($0)\n" }.joined())
    return verification.problems.isEmpty ? .fine : .badData
  }
}
