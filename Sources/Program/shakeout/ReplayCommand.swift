import Chronology
import CommandLineKit
import Environment
import RunPipeline
import Stress
import SystemLibrary

/// `shakeout replay`: reruns a reproduction and prints its timeline.
enum ReplayCommand {
  static let file = Parameter.requiredArgument(
    "file", as: ValueForm<String>.file,
    help: "A 'repro-….json' from 'shakeout stress', or a plan from 'shakeout run --record'.")
  static let stores = Parameter.optionalOption(
    "--stores", as: RunCommand.storesForm,
    help: "What replicas and the server rest on: nothing, or SQLite on simulated disks. "
      + "(default: the file's)")
  static let trace = Parameter.flag("--trace", help: "Print the timeline, one event per line.")
  static let until = Parameter.optionalOption(
    "--until", as: instant, value: "time",
    help: "Include every event up to this time. (default: until just after the failure)")
  static let html = Parameter.optionalOption(
    "--html", as: ValueForm<String>.file, help: "Write the timeline as an HTML page.")

  static let engine = Parameter.optionalOption(
    "--engine", as: EngineCommand.command, value: "command",
    help: "The adapter to replay the reproduction of an engine with. (default: the file's)")

  static let server = Parameter.optionalOption(
    "--server", as: EngineCommand.server, value: "command",
    help: "The server to replay a test in real time with. (default: the file's)")

  static let callSeconds = Parameter.optionalOption(
    "--call-seconds", as: ValueForm<Double>.number(0.01...3_600), value: "seconds",
    help: "How long a reply of an engine's adapter may take. (default: the file's)")

  private static let instant = ValueForm<Instant>(
    expectation: "an instant such as '2026-03-04T17:30:00Z'", parse: { Instant($0) },
    text: \.description)

  static let command = Command(
    "replay", abstract: "Replay a reproduction or a plan and print its timeline.",
    discussion: """
      Exits with 70 when a reproduction still fails in the recorded way or a plan violates a \
      property, 0 when not, and 65 when the file is neither or has an unsupported version.
      """,
    parameters: [file, stores, trace, until, html, engine, server, callSeconds], run: run)

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    if arguments.isGiven(until) && !arguments[trace] && !arguments.isGiven(html) {
      throw UsageError("'--until' needs '--trace' or '--html'.")
    }
    if let reproduction = try EngineReplayCommand.reproduction(arguments[file]) {
      return try EngineReplayCommand.run(reproduction, arguments)
    }
    for (isGiven, name) in [
      (arguments.isGiven(engine), "--engine"), (arguments.isGiven(callSeconds), "--call-seconds"),
    ] where isGiven {
      throw UsageError("'\(name)' needs the reproduction of an engine.")
    }
    if arguments.isGiven(server) {
      throw UsageError("'--server' needs the reproduction of a test in real time.")
    }
    CrashReport.prepare(
      run: "replay of '\(arguments[file])'",
      command: ShellQuoting.line(CommandLine.arguments))
    let page = try OutputOption(arguments[html])
    let replay: Replay
    do {
      replay = try Replay(of: arguments[file], on: arguments[stores], by: Shakeout.identity)
    } catch {
      throw CommandError("\(error)", exitCode: .badData)
    }
    if arguments[trace] {
      let excerpt = replay.excerpt(until: arguments[until])
      try Terminal.write((excerpt.lines.isEmpty ? "No events by then.\n" : "") + excerpt.text)
    }
    try Terminal.write(replay.verdict)
    try page?.write(replay.page(until: arguments[until]))
    return replay.stillFails ? .violation : .fine
  }
}

/// `shakeout shrink`: makes a reproduction smaller, if possible.
enum ShrinkCommand {
  static let file = Parameter.requiredArgument(
    "file", as: ValueForm<String>.file, help: "A 'repro-….json' file or a plan, to replace.")
  static let seconds = Parameter.option(
    "--seconds", as: ValueForm<Double>.number(0...86_400), default: 60,
    help: "How long to search for a smaller plan.")

  static let command = Command(
    "shrink", abstract: "Shrink a reproduction or a plan while it still fails in the same way.",
    discussion: "Exits with 70 when it still fails, 0 when not, and 65 when the file is invalid.",
    parameters: [file, seconds], run: run)

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    Interruption.listen()
    if let reproduction = try EngineReplayCommand.reproduction(arguments[file]) {
      return try EngineReplayCommand.shrink(reproduction, arguments)
    }
    CrashReport.prepare(
      run: "shrinking '\(arguments[file])'",
      command: ShellQuoting.line(CommandLine.arguments))
    do {
      // `Replay` reports a file that cannot be read.
      let isReadable = access(arguments[file], R_OK) == 0
      let replaced = try isReadable ? OutputOption(arguments[file]) : nil
      let shrunk = try Replay.shrunk(
        arguments[file], seconds: arguments[seconds], by: Shakeout.identity)
      return try finish(shrunk.map { ($0.summary, $0.text) }, replaced)
    } catch let error as ReplayError {
      throw CommandError("\(error)", exitCode: .badData)
    }
  }

  /// Prints what shrinking gave and replaces the file; nil if it does not fail.
  static func finish(
    _ shrunk: (summary: String, text: String)?, _ replaced: OutputOption?
  ) throws -> ExitCode {
    guard let shrunk else {
      try Terminal.write("It does not fail, so it was not changed.\n")
      return .fine
    }
    try Terminal.write(shrunk.summary)
    try replaced?.write(shrunk.text)
    return .violation
  }
}
