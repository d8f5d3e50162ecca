import Base
import CommandLineKit
import Datasets
import Engines
import JSONText
import RunPipeline
import SystemLibrary

/// `shakeout stress --engine`: seeds with an engine behind an adapter.
enum EngineStressCommand {
  static func run(_ arguments: ParsedArguments, _ command: String) throws -> ExitCode {
    try refuseOthers(arguments)
    Interruption.listen()
    try StressCommand.checkFolder(arguments)
    let junitFile = try OutputOption(arguments[StressCommand.junit])
    let historyFile = try OutputOption(arguments[StressCommand.history])
    let transcript = try arguments[StressCommand.transcript].map { path throws(CommandError) in
      try TranscriptFile(path)
    }
    var request = try request(arguments, command, realTime(arguments))
    request.transcript = transcript?.add
    request.recordsHistory = historyFile != nil
    var report: EngineReport
    do throws(EngineFailure) {
      let stress = try EngineStress(request)
      report = stress.run(
        failed: { Terminal.writeError("seed \($0.seed): \($0.signature)\n") })
      let isElle = arguments[StressCommand.history]?.hasSuffix(".edn") ?? false
      do {
        try historyFile?.write(EngineHistoryFile.text(stress.histories, isElle: isElle))
      } catch {
        throw EngineFailure.notStarted(error.message)
      }
    } catch {
      throw EngineCommand.failure(error)
    }
    try writeReproductions(&report, arguments)
    let isJSON = arguments[StressCommand.json]
    try Terminal.write(isJSON ? JSONWriter(.pretty).text(report.json) : report.text)
    if isJSON { Terminal.writeError(report.failureText) }
    try junitFile?.write(report.junit)
    if !report.failures.isEmpty { return .violation }
    if let problem = report.problem { throw CommandError(problem) }
    if report.isInterrupted { return .interrupted }
    return report.inconclusiveReason == nil ? .fine : .inconclusive
  }

  /// The server, and how fast the clock runs; nil for an engine that hands its messages over.
  private static func realTime(_ arguments: ParsedArguments) throws -> EngineRealTime? {
    guard let server = arguments[StressCommand.server] else {
      for (isGiven, name) in [
        (arguments.isGiven(StressCommand.speed), "--speed"),
        (arguments.isGiven(StressCommand.serverSeconds), "--server-seconds"),
      ] where isGiven {
        throw UsageError("'\(name)' needs '--server'.")
      }
      return nil
    }
    var realTime = EngineRealTime(server: server)
    realTime.speed = arguments[StressCommand.speed] ?? EngineRealTime.defaultSpeed
    if let seconds = arguments[StressCommand.serverSeconds] { realTime.serverSeconds = seconds }
    return realTime
  }

  private static func request(
    _ arguments: ParsedArguments, _ command: String, _ realTime: EngineRealTime?
  ) throws(CommandError) -> EngineStressRequest {
    var request = EngineStressRequest(command: command)
    request.realTime = realTime
    request.firstSeed = arguments[StressCommand.from]
    request.minutes = arguments[StressCommand.minutes]
    if let path = arguments[StressCommand.plan] {
      do throws(FamilyLives.Unreadable) {
        request.lives = try FamilyLives(path: path)
      } catch {
        throw CommandError(error.sentence, exitCode: .badData)
      }
    }
    request.seedCount =
      arguments[StressCommand.seeds]
      ?? (request.minutes == nil
        ? realTime == nil ? request.lives?.count ?? 1_000 : 25 : nil)
    request.failuresMax = arguments[StressCommand.maxFailures]
    request.shrinkSeconds = arguments[StressCommand.shrinkSeconds]
    if let seconds = arguments[StressCommand.callSeconds] { request.callSeconds = seconds }
    request.faults = try faults(arguments[StressCommand.faults])
    request.program = Shakeout.identity
    request.words = [CommandLine.arguments[0], "stress", "--engine", command]
    if arguments[StressCommand.faults] != "all" {
      request.words += ["--faults", arguments[StressCommand.faults]]
    }
    if let path = arguments[StressCommand.plan] { request.words += ["--plan", path] }
    if let seconds = arguments[StressCommand.callSeconds] {
      request.words += ["--call-seconds", "\(seconds)"]
    }
    if let realTime {
      request.words += ["--server", realTime.server]
      if realTime.speed != EngineRealTime.defaultSpeed {
        request.words += ["--speed", "\(realTime.speed)"]
      }
      if realTime.serverSeconds != EngineRealTime.defaultServerSeconds {
        request.words += ["--server-seconds", "\(realTime.serverSeconds)"]
      }
    }
    return request
  }

  private static func faults(_ text: String) throws(CommandError) -> Set<EngineFault> {
    let names = text.split(separator: ",", omittingEmptySubsequences: false)
      .map(StressCommand.trimmed)
    if names == ["all"] { return Set(EngineFault.allCases) }
    if names == ["none"] { return [] }
    var faults: Set<EngineFault> = []
    let known = EngineFault.allCases.map(\.rawValue)
    for name in names {
      guard let fault = EngineFault(rawValue: name) else {
        let near = nearest(to: name, in: known).map { " Did you mean '\($0)'?" }
        throw CommandError(
          "--faults '\(text)': there is no fault kind '\(name)' for engines."
            + (near ?? " The kinds are \(known.joined(separator: ", "))."), exitCode: .usage)
      }
      faults.insert(fault)
    }
    return faults
  }

  private static func refuseOthers(_ arguments: ParsedArguments) throws {
    let others = [
      (arguments.isGiven(StressCommand.scenarios), "a scenario"),
      (arguments.isGiven(StressCommand.jobs), "'--jobs'"),
      (arguments.isGiven(StressCommand.policy), "'--policy'"),
      (arguments.isGiven(StressCommand.stores), "'--stores'"),
      (arguments.isGiven(StressCommand.swarm), "'--swarm'"),
      (arguments[StressCommand.checkDeterminism], "'--check-determinism'"),
      (arguments.isGiven(StressCommand.failOn), "'--fail-on'"),
      (arguments[StressCommand.coverage], "'--coverage'"),
    ]
    if let other = others.first(where: \.0) {
      throw UsageError("\(other.1) cannot be combined with '--engine'.")
    }
  }

  private static func writeReproductions(
    _ report: inout EngineReport, _ arguments: ParsedArguments
  ) throws(CommandError) {
    let folder = arguments[StressCommand.out]
    do throws(FileError) {
      // That it can be created was checked before the first seed.
      if report.failures.contains(where: { $0.reproduction != nil }) {
        try FileTree.makeDirectories(folder)
      }
    } catch {
      throw CommandError("\(error)")
    }
    for place in report.failures.indices {
      guard let reproduction = report.failures[place].reproduction else { continue }
      let path = folder == "." ? reproduction.fileName : "\(folder)/\(reproduction.fileName)"
      try OutputOption(path)?.write(reproduction.text)
      report.failures[place].path = path
    }
  }
}

/// A file that gets the lines of calls and replies as they come.
final class TranscriptFile: Sendable {
  private let descriptor: Int32

  init(_ path: String) throws(CommandError) {
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      let cause = String(cString: strerror(errno)).lowercased()
      throw CommandError("Cannot write '\(path)': \(cause).")
    }
  }

  deinit { close(descriptor) }

  /// Adds a line, behind an arrow that shows its direction.
  @Sendable func add(_ line: [UInt8], _ isReply: Bool) {
    var rest = (Array((isReply ? "< " : "> ").utf8) + line + [10])[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}

/// `shakeout replay` of the reproduction of an engine.
enum EngineReplayCommand {
  /// The reproduction in a file; nil if the file is something else.
  static func reproduction(_ path: String) throws(CommandError) -> EngineReproduction? {
    guard FileSource.isRegular(path), let start = FileSource.bytes(of: path, max: 200),
      EngineReproduction.isStart(of: start)
    else { return nil }
    let bytes = try InputFile.bytes(of: path, .document)
    do throws(EngineReproductionError) {
      return try EngineReproduction(reading: bytes)
    } catch {
      throw CommandError("\(path):\(error)", exitCode: .badData)
    }
  }

  static func run(
    _ reproduction: EngineReproduction, _ arguments: ParsedArguments
  ) throws -> ExitCode {
    let others = [
      (arguments.isGiven(ReplayCommand.stores), "--stores"),
      (arguments.isGiven(ReplayCommand.until), "--until"),
    ]
    if let other = others.first(where: \.0) {
      throw UsageError("'\(other.1)' does not apply to the reproduction of an engine.")
    }
    if arguments.isGiven(ReplayCommand.server), reproduction.realTime == nil {
      throw UsageError("'--server' needs the reproduction of a test in real time.")
    }
    Interruption.listen()
    let page = try OutputOption(arguments[ReplayCommand.html])
    let isServerReplaced = reproduction.realTime == nil || arguments.isGiven(ReplayCommand.server)
    if !arguments.isGiven(ReplayCommand.engine) || !isServerReplaced { warn(of: reproduction) }
    let replay: EngineReplay
    do throws(EngineFailure) {
      replay = try EngineReplay(
        reproduction, command: arguments[ReplayCommand.engine],
        server: arguments[ReplayCommand.server],
        callSeconds: arguments[ReplayCommand.callSeconds])
    } catch {
      throw EngineCommand.failure(error)
    }
    if arguments[ReplayCommand.trace] { try Terminal.write(replay.timeline) }
    try Terminal.write(replay.verdict)
    try page?.write(replay.page)
    return replay.stillFails ? .violation : .fine
  }

  private static func warn(of reproduction: EngineReproduction) {
    if let remark = reproduction.folderRemark { Terminal.writeError("Warning: \(remark)\n") }
  }

  /// `shakeout shrink` of such a reproduction.
  static func shrink(
    _ reproduction: EngineReproduction, _ arguments: ParsedArguments
  ) throws -> ExitCode {
    let replaced = try OutputOption(arguments[ShrinkCommand.file])
    warn(of: reproduction)
    let shrunk: EngineReproduction.Shrunk?
    do throws(EngineFailure) {
      shrunk = try reproduction.shrunk(seconds: arguments[ShrinkCommand.seconds])
    } catch {
      throw EngineCommand.failure(error)
    }
    return try ShrinkCommand.finish(shrunk.map { ($0.summary, $0.text) }, replaced)
  }
}
