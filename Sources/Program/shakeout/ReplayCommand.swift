import Chronology
import CommandLineKit
import RunPipeline
import Stress

/// `shakeout replay`: lives a reproduction again, and tells its story.
enum ReplayCommand {
  static let file = Parameter.requiredArgument(
    "reproduction", as: ValueForm<String>.file, help: "A 'repro-….json' of 'shakeout stress'.")
  static let trace = Parameter.flag("--trace", help: "Tell everything that happens, line by line.")
  static let until = Parameter.optionalOption(
    "--until", as: instant, value: "time",
    help: "Tell all up to an instant. (default: what breaks, and a little more)")
  static let html = Parameter.optionalOption(
    "--html", as: ValueForm<String>.file, help: "Write the story as a page with a timeline.")

  private static let instant = ValueForm<Instant>(
    expectation: "an instant such as '2026-03-04T17:30:00Z'", parse: { Instant($0) },
    text: \.description)

  static let command = Command(
    "replay", abstract: "Live a reproduction again and tell its story.",
    discussion: """
      Exits with 70 when it still fails in the way that it tells of, 0 when it does not, and 65 \
      when the file is none, or of a version that this program does not read.
      """,
    parameters: [file, trace, until, html], run: run)

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    if arguments.isGiven(until) && !arguments[trace] && !arguments.isGiven(html) {
      throw UsageError("'--until' goes with '--trace' or '--html'.")
    }
    CrashReport.prepare(
      run: "the reproduction '\(arguments[file])'",
      command: ShellQuoting.line(CommandLine.arguments))
    if let path = arguments[html] { try TextFile.checkWriting(to: path) }
    let replay: Replay
    do {
      replay = try Replay(of: arguments[file])
    } catch {
      throw CommandError("\(error)", exitCode: .badData)
    }
    if arguments[trace] {
      let told = replay.told(until: arguments[until])
      try Terminal.write((told.lines.isEmpty ? "Nothing has happened by then.\n" : "") + told.text)
    }
    try Terminal.write(replay.verdict)
    if let path = arguments[html] {
      try TextFile.write(replay.page(until: arguments[until]), to: path)
    }
    return replay.stillFails ? .violation : .fine
  }
}

/// `shakeout shrink`: makes a reproduction smaller, if that is possible.
enum ShrinkCommand {
  static let file = Parameter.requiredArgument(
    "reproduction", as: ValueForm<String>.file, help: "A 'repro-….json', which is replaced.")
  static let seconds = Parameter.option(
    "--seconds", as: ValueForm<Double>.number(0...86_400), default: 60,
    help: "How long to look for a smaller plan.")

  static let command = Command(
    "shrink", abstract: "Make a reproduction as small as it can be while it fails in the same way.",
    discussion: "Exits with 70 when it still fails, 0 when it does not, and 65 when it is none.",
    parameters: [file, seconds], run: run)

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    Interruption.listen()
    CrashReport.prepare(
      run: "a smaller plan of '\(arguments[file])'",
      command: ShellQuoting.line(CommandLine.arguments))
    do {
      // What cannot be read is no reproduction, which is said further on.
      if TextFile.bytes(arguments[file]) != nil { try TextFile.checkWriting(to: arguments[file]) }
      let shrunk = try Replay.shrunk(arguments[file], seconds: arguments[seconds])
      guard let shrunk else {
        try Terminal.write("It does not fail any more.\n")
        return .fine
      }
      try Terminal.write(shrunk.summary)
      try TextFile.write(shrunk.text, to: arguments[file])
      return .violation
    } catch let error as ReplayError {
      throw CommandError("\(error)", exitCode: .badData)
    }
  }
}
