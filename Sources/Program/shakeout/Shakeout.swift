import Base
import CommandLineKit
import RunPipeline
import SystemLibrary

/// The program: parses the command line, runs a command and exits with its code.
@main
struct Shakeout {
  /// What this program was built from; the build writes it.
  static let identity = ProgramIdentity(
    commit: BuildIdentity.commit, sources: BuildIdentity.sources)

  static let program = Program(
    Command(
      "shakeout",
      abstract: "Simulates families who use an offline-first app, and checks that no data is lost.",
      discussion: """
        Exit status: 0 ok, 1 error, 2 costs more than a baseline, 3 inconclusive, 64 wrong usage, \
        65 invalid input, 70 property violated, 99 target missed, 130 interrupted.
        """,
      subcommands: [
        RunCommand.command, StressCommand.command, ReplayCommand.command, ShrinkCommand.command,
        PoliciesCommand.command, MetricsCommand.command, DiffCommand.command,
        CompareCommand.command, GroupsCommand.command, CalibrateCommand.command,
        VerifyCommand.command, QueryCommand.command, LoadCommand.command, DictionaryCommand.command,
        ValidateCommand.command, ScenariosCommand.command, DescribeCommand.command,
        ServeCommand.command, EngineCommand.group, BenchCommand.group, ShardCommand.command,
        AssembleCommand.command,
      ]),
    version: ProgramIdentity.currentVersion,
    build: "commit \(identity.commit)\nsources \(identity.sources)")

  static func main() {
    Interruption.unblock()
    if let argument = ArgumentBytes.firstInvalid {
      // Swift would replace the bytes, and the program would write to another path.
      Terminal.writeError("Error: The argument '\(argument)' is not valid UTF-8.\n")
      exit(ExitCode.usage.rawValue)
    }
    switch program.run(Array(CommandLine.arguments.dropFirst()), width: Terminal.width) {
    case .ran(let code):
      exit(code.rawValue)
    case .output(let text):
      exit(output(text).rawValue)
    case .failure(let text, let code):
      Terminal.writeError(text)
      exit(code.rawValue)
    }
  }

  private static func output(_ text: String) -> ExitCode {
    do {
      try Terminal.write(text)
      return .fine
    } catch {
      Terminal.writeError("Error: \(error.message)\n")
      return error.exitCode
    }
  }
}
