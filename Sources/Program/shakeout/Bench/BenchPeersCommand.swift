import CommandLineKit
import FoundationEssentials
import RunPipeline
import SystemLibrary

/// `shakeout bench peers`: what other programs need for the same work.
enum BenchPeersCommand {
  static let names = Parameter.repeatedArgument(
    "part", as: ValueForm<String>.text,
    help: """
      What to compare: replication, parquet, metrics, model, service; all of them if there is none.
      """)
  static let folder = Parameter.option(
    "--folder", as: ValueForm<String>.directory, default: "Benchmarks/Peers",
    help: "The folder of the scripts, from a checkout.")
  static let python = Parameter.optionalOption(
    "--python", as: ValueForm<String>.file,
    help: "The Python that has the packages. (default: that of '.build/peers', or 'python3')")

  static let command = Command(
    "peers", abstract: "Measure other programs beside this one on the same machine.",
    discussion: """
      Runs peers.py of a checkout with this program: loro and pycrdt replicate, tpchgen-cli and \
      DuckDB write Parquet as this program does, DuckDB computes the metrics of a run, Mesa, \
      SimPy and NumPy simulate the reference model, and wrk asks a trivial responder and the \
      service. A peer that is not installed is named with the command that installs it. Exits \
      with 1 when a part failed, and not when a peer is missing or faster.
      """,
    parameters: [names, folder, python, BenchCommand.json], run: run)

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let script = "\(arguments[folder])/peers.py"
    guard FileSource.exists(script) else {
      throw CommandError(
        "There is no '\(script)': call it in a checkout of Shakeout, or say with '--folder' where "
          + "its Benchmarks/Peers is.", exitCode: .usage)
    }
    guard let python = python(arguments) else {
      throw CommandError("'python3' is not installed: install Python 3.11 or newer.")
    }
    guard let own = HostSystem.programPath else {
      throw CommandError("This program does not know its own path.")
    }
    let words =
      [script, "--program", own] + (arguments[BenchCommand.json] ? ["--json"] : [])
      + arguments[names]
    let child: ChildProcess
    do throws(ChildProcess.NotStarted) {
      child = try ChildProcess(python, words)
    } catch {
      throw CommandError("'\(python)' did not start: \(error).")
    }
    switch child.end() {
    case .exit(0): return .fine
    case .exit(64): return .usage
    case .exit, .signal: return .failure
    }
  }

  private static func python(_ arguments: ParsedArguments) -> String? {
    if let path = arguments[python] { return path }
    let own = "\(arguments[folder])/../../.build/peers/bin/python"
    return FileManager.default.isExecutableFile(atPath: own)
      ? own : BenchFolder.installed("python3")
  }
}
