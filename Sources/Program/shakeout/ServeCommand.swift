import CommandLineKit
import HTTPService
import RunPipeline
import ServiceCore
import SystemLibrary

/// `shakeout serve`: the sync engine as a service over HTTP.
enum ServeCommand {
  static let listen = Parameter.optionalOption(
    "--listen", as: place, value: "host:port",
    help: "Where to listen; port 0 lets the system choose one. (default: 127.0.0.1:8080)")
  static let store = Parameter.optionalOption(
    "--store", as: storeForm, value: "store",
    help: "Where the journal is kept: 'memory' loses it with the process. (default: memory)")
  static let restored = Parameter.flag(
    "--restored",
    help: "The store comes from a backup or a replica that was promoted, and may lack the latest "
      + "operations: phones hand them over again. For the first start over it alone.")
  static let clock = Parameter.optionalOption(
    "--clock", as: clockForm, value: "clock",
    help: "The time: the machine's, one that a client sets, or a table of times. (default: real)")
  static let settings = Parameter.optionalOption(
    "--settings", as: ValueForm<String>.file,
    help: "A JSON file with these and more settings; options given here win.")
  static let rate = Parameter.optionalOption(
    "--client-rate", as: ValueForm<Int>.whole(0...1_000_000), value: "requests",
    help: "Requests a second of one client; 0 for any number. (default: 200)")
  static let log = Parameter.optionalOption(
    "--log", as: ValueForm<LogChoice>.choice, value: "what",
    help: "What to write to standard error, as lines of JSON. (default: events)")
  static let diskFaults = Parameter.optionalOption(
    "--disk-faults", as: ValueForm<String>.file,
    help: "To try a service over 'sqlite:PATH': a file with 'slow MILLISECONDS', so much longer "
      + "takes each sync, and 'full', nothing can be written. It is read again and again.")

  static let untilInputEnds = Parameter.flag(
    "--until-input-ends",
    help: "Also end when standard input does: for a program that starts the server.")

  private static let place = ValueForm<String>(
    expectation: ServiceSettings.listenExpectation,
    parse: { ServiceSettings.place($0) == nil ? nil : $0 }, text: { $0 })
  static let storeForm = ValueForm<StoreChoice>(
    expectation: StoreChoice.expectation, suggestions: ["memory", "sqlite:"],
    parse: { StoreChoice($0) }, text: \.text)
  private static let clockForm = ValueForm<ClockChoice>(
    expectation: ClockChoice.expectation, suggestions: ["real", "manual", "table:"],
    parse: { ClockChoice($0) }, text: \.text)

  static let command = Command(
    "serve", abstract: "Serve families over HTTP, from a journal that survives restarts.",
    discussion: """
      Prints the address, and serves until it gets SIGTERM or SIGINT; then it answers what is under \
      way and exits with 0. Exits with 1 when the storage or the address cannot be used, 64 when \
      options are wrong, and 65 when a file that they name is. docs/http-api.md describes the API, \
      docs/run-a-server.md the operation.
      """,
    parameters: [
      listen, store, restored, clock, settings, rate, log, diskFaults, untilInputEnds,
    ], run: run)

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let settings = try settings(arguments)
    do throws(ServiceStartError) {
      let service = try ServiceLoop(settings, endsBySignal: true)
      if arguments[untilInputEnds] { try stop(service.stopper) }
      let host = settings.host.contains(":") ? "[\(settings.host)]" : settings.host
      do {
        try Terminal.write("http://\(host):\(service.port)\n")
      } catch {
        throw ServiceStartError(error.message)
      }
      try service.run()
    } catch {
      throw CommandError(error.description, exitCode: exitCode(of: error))
    }
    return .fine
  }

  private static func exitCode(of error: ServiceStartError) -> ExitCode {
    switch error.kind {
    case .surroundings: .failure
    case .file: .badData
    case .options: .usage
    }
  }

  /// Stops a service when standard input ends.
  private static func stop(_ stopper: ServiceStopper) throws(ServiceStartError) {
    // The signal to end is for the loop: this thread must not get it, which would kill the process.
    var (all, before) = (sigset_t(), sigset_t())
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let problem = HostSystem.startThread(stackByteCount: 1 << 18) {
      var byte: UInt8 = 0
      while true {
        let count = read(STDIN_FILENO, &byte, 1)
        if count == 0 || (count < 0 && errno != EINTR) { break }
      }
      stopper.stop()
    }
    if problem != 0 { throw ServiceStartError("No thread can be started.") }
  }

  private static func settings(_ arguments: ParsedArguments) throws -> ServiceSettings {
    var settings = ServiceSettings()
    if let path = arguments[Self.settings] {
      let bytes = try InputFile.bytes(of: path, .serviceSettings)
      do throws(Problem) {
        try settings.read(bytes)
      } catch {
        throw CommandError("\(path): \(error.detail)", exitCode: .badData)
      }
    }
    if let place = arguments[listen].flatMap(ServiceSettings.place) {
      (settings.host, settings.port) = place
    }
    settings.store = arguments[store] ?? settings.store
    settings.isRestored = arguments[restored]
    settings.clock = arguments[clock] ?? settings.clock
    settings.log = arguments[log] ?? settings.log
    settings.diskFaults = arguments[diskFaults]
    if let rate = arguments[rate] { settings.clientRate = Double(rate) }
    try check(settings)
    return settings
  }

  /// What the options say together, before anything is opened.
  private static func check(_ settings: ServiceSettings) throws(CommandError) {
    guard settings.isRestored, settings.store == .memory else { return }
    throw CommandError(
      "'--restored' needs '--store sqlite:PATH' or '--store postgres:CONNINFO'; the store 'memory' "
        + "has nothing to restore.", exitCode: .usage)
  }
}
