import Base
import CommandLineKit
import CoreEngine
import Engines
import RunPipeline

/// `shakeout engine`: what has to do with engines of others.
enum EngineCommand {
  /// A command that starts an adapter; an empty one comes from an unset variable in a script.
  static let command = ValueForm<String>(
    expectation: "a command that starts an adapter, such as 'python3 adapter.py'",
    parse: { text in text.allSatisfy(\.isWhitespace) ? nil : text }, text: { $0 })

  /// A command that starts a server.
  static let server = ValueForm<String>(
    expectation: "a command that starts a server, such as 'python3 server.py'",
    parse: { text in text.allSatisfy(\.isWhitespace) ? nil : text }, text: { $0 })

  static let group = Command(
    "engine", abstract: "Work with adapters of other sync engines.",
    discussion: "docs/engine-protocol.md describes how an adapter talks to Shakeout.",
    subcommands: [EngineCheckCommand.command, EngineServeCommand.command])

  static func failure(_ failure: EngineFailure) -> CommandError {
    CommandError(failure.sentence, exitCode: failure == .interrupted ? .interrupted : .failure)
  }
}

/// `shakeout engine check`: whether an adapter follows the protocol.
enum EngineCheckCommand {
  static let adapter = Parameter.requiredArgument(
    "command", as: EngineCommand.command, help: "The command that starts the adapter.")
  static let callSeconds = Parameter.option(
    "--call-seconds", as: ValueForm<Double>.number(0.01...3_600), value: "seconds", default: 10,
    help: "How long a reply of the adapter may take.")
  static let server = Parameter.optionalOption(
    "--server", as: EngineCommand.server, value: "command",
    help: "The server that clients with \"network\": \"own\" talk to; see 'shakeout stress'.")
  static let serverSeconds = Parameter.option(
    "--server-seconds", as: ValueForm<Double>.number(0.01...3_600), value: "seconds", default: 10,
    help: "How long the server may take to accept connections.")

  static let command = Command(
    "check", abstract: "Check call by call that an adapter follows the protocol.",
    discussion: """
      Prints a line for each part of the protocol, and what is wrong and how to mend it. A mistake \
      that several parts meet is printed once, with the names of the others. Exits with 0 when \
      nothing is wrong, and 1 when something is.
      """,
    parameters: [adapter, callSeconds, server, serverSeconds], run: run)

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    Interruption.listen()
    var request = EngineStressRequest(command: arguments[adapter])
    request.callSeconds = arguments[callSeconds]
    if let server = arguments[server] {
      request.realTime = EngineRealTime(server: server)
      request.realTime?.serverSeconds = arguments[serverSeconds]
    }
    var lines: [String] = []
    let result: (findings: [EngineConformance.Finding], hello: EngineHello?)
    do throws(EngineFailure) {
      result = try EngineConformance(request.start, realTime: request.realTime)
        .check { finding in
          if let line = finding.line { lines.append(line) }
        }
    } catch {
      throw EngineCommand.failure(error)
    }
    lines += EngineConformance.consequences(of: result.findings)
    let wrong = result.findings.count { $0.result != .fine }
    if let hello = result.hello {
      let types = hello.types.map(\.rawValue) + (hello.hasTransactions ? ["transaction"] : [])
      lines.append(
        "\(hello.name) \(hello.version): \(hello.shape.rawValue), "
          + "\(types.joined(separator: ", ")), persists \(hello.persistence.rawValue).")
    }
    lines.append(
      wrong == 0
        ? "The adapter follows the protocol."
        : "\(wrong) of \(result.findings.count) parts \(wrong == 1 ? "is" : "are") wrong.")
    try Terminal.write(lines.map { "\($0)\n" }.joined())
    return wrong == 0 ? .fine : .failure
  }
}

/// `shakeout engine serve`: Shakeout's own engine as an adapter.
enum EngineServeCommand {
  static let own = Parameter.flag(
    "--own", help: "Be tested with actions of families, which only this engine understands.")

  static let command = Command(
    "serve", abstract: "Be an adapter of Shakeout's own engine.",
    discussion: """
      Replies on standard output to the calls of standard input until that ends. It is the control \
      of what 'stress --engine' finds: an engine that is known, over SQLite, behind the same protocol. \
      'shakeout stress --engine "shakeout engine serve"' tests it.
      """,
    parameters: [own], run: run)

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let types: [EngineType] = arguments[own] ? [.own] : [.register, .counter, .set]
    let engine = ShakeoutEngine(version: ProgramIdentity.currentVersion, types: types)
    guard EngineServer.run(engine) else {
      throw CommandError(
        "A line of standard input is no call of the protocol: docs/engine-protocol.md lists them.",
        exitCode: .badData)
    }
    return .fine
  }
}
