import Reporting
import Responder
import Synchronization
import Testing

@testable import Load

@Suite("A load that is disturbed", .serialized)
struct ChaosTests {
  private struct Observer: LoadObserver {
    var isInterrupted = false
    mutating func show(_ interval: LoadReport.Interval, seconds: Double, of total: Double) {}
  }

  /// Loads a responder while the events of a plan happen.
  private static func run(
    _ events: String, seconds: Double = 3, rate: Double = 200, timeout: Double = 5,
    answer: TrivialResponder.FixedResponse = TrivialResponder.FixedResponse(),
    requestsPerConnection: Int = 0, server: (any ChaosServer)? = nil, isInterrupted: Bool = false,
    abortsBelow: Double = 0, runCommand: ChaosCommandRunner? = nil
  ) throws -> LoadReport {
    let responder = try #require(
      ResponderThread(answer: answer, requestsPerConnection: requestsPerConnection))
    var settings = LoadSettings(
      target: try HTTPTarget(responder.url), connections: 32,
      profile: RateProfile(.constant, rate: rate, from: 0, seconds: seconds), profileText: "",
      spacing: .even, seed: 1, seconds: seconds, warmupSeconds: 0, timeoutSeconds: timeout,
      abortsBelow: abortsBelow, thresholds: [])
    settings.chaos = try ChaosPlan(
      Array("{ \"events\": [\(events)] }".utf8), loadSeconds: seconds)
    settings.server = server
    settings.runCommand = runCommand
    var observer = Observer(isInterrupted: isInterrupted)
    let report = try RequestLoad(settings, path: "/", body: nil).run(&observer)
    _ = responder.stop()
    return report
  }

  private static func longest(_ name: String, _ report: LoadReport) -> Int64 {
    report.series.first { $0.name == name }?.longest ?? -1
  }

  private static func count(_ name: String, _ report: LoadReport) -> Int64 {
    report.errors.first { $0.name == name }?.count ?? 0
  }

  /// The last second has no error: what was disturbed goes on.
  private static func expectRecovery(_ report: LoadReport, _ place: SourceLocation) {
    #expect(report.intervals.count >= 3, sourceLocation: place)
    let last = report.intervals.last { $0.start < 2.5 }
    #expect(last?.failed == 0 && last?.answered ?? 0 > 150, sourceLocation: place)
  }

  // MARK: The network

  @Test("a delay counts in both directions, begins and ends in time, and loses nothing")
  func delay() throws {
    let report = try Self.run(
      #"{ "at": 1, "do": "delay", "milliseconds": 100, "seconds": 0.5 }"#)
    #expect(report.answered == 600 && report.errors.isEmpty)
    #expect(Self.longest("service", report) >= 200_000)
    let event = try #require(report.events.first)
    #expect(event.name == "delay" && event.planned == 1)
    #expect(abs((event.begin ?? 0) - 1) < 0.3 && abs((event.end ?? 0) - 1.5) < 0.3)
    // Half of the second was delayed, and nothing before.
    #expect(report.intervals.first?.p50 ?? .max < 100_000)
    #expect(report.proxySeconds ?? 0 > 0)
    Self.expectRecovery(report, #_sourceLocation)
  }

  @Test("swallowed bytes leave requests without a response until they time out")
  func drop() throws {
    let report = try Self.run(
      #"{ "at": 0.5, "do": "drop", "seconds": 0.5 }"#, timeout: 0.4)
    #expect(Self.count("timeout", report) > 10, "\(report.errors)")
    #expect(report.answered > 300)
    Self.expectRecovery(report, #_sourceLocation)
  }

  /// Lets requests be under way when something happens to their connections.
  private static let slow = #"{ "at": 0, "do": "delay", "milliseconds": 40, "seconds": 1.5 }"#

  @Test("a reset breaks what is under way on every connection")
  func reset() throws {
    let report = try Self.run(Self.slow + #", { "at": 1, "do": "reset" }"#)
    #expect(Self.count("broken", report) > 3, "\(report.errors)")
    #expect(Self.count("broken", report) <= 64, "\(report.errors)")
    Self.expectRecovery(report, #_sourceLocation)
  }

  @Test("a connection that is shut in one direction breaks", arguments: ["toClient", "toServer"])
  func halfClose(direction: String) throws {
    let report = try Self.run(
      Self.slow
        + #", { "at": 1, "do": "halfClose", "seconds": 0.3, "direction": "\#(direction)" }"#,
      timeout: 0.5)
    #expect(report.errorCount > 3, "\(report.errors)")
    Self.expectRecovery(report, #_sourceLocation)
  }

  @Test("a narrow link lets through so many bytes in a second, and loses none")
  func throttle() throws {
    // A megabyte a second is asked for, and a fifth of that gets through.
    let report = try Self.run(
      #"{ "at": 0.5, "do": "throttle", "bytesPerSecond": 200000, "seconds": 1 }"#, rate: 100,
      timeout: 10, answer: TrivialResponder.FixedResponse(bodyCount: 10_000))
    #expect(report.answered == 300 && report.errors.isEmpty, "\(report.errors)")
    #expect(Self.longest("latency", report) > 400_000)
    // In the second during half of which it was narrow, fewer were answered than asked for.
    #expect(report.intervals[0].answered < 90)
  }

  @Test("while no new connection is accepted, requests wait for one")
  func refuse() throws {
    let report = try Self.run(
      #"{ "at": 1, "do": "refuse", "seconds": 0.7 }"#,
      answer: TrivialResponder.FixedResponse(fields: "Connection: close\r\n"),
      requestsPerConnection: 1)
    #expect(report.answered == 600 && report.errors.isEmpty, "\(report.errors)")
    #expect(Self.longest("waiting", report) > 400_000)
  }

  @Test("a large body passes whole, also when it is slow")
  func large() throws {
    let report = try Self.run(
      #"{ "at": 0, "do": "delay", "milliseconds": 5, "seconds": 3 }"#, rate: 10, timeout: 20,
      answer: TrivialResponder.FixedResponse(bodyCount: 60_000))
    #expect(report.answered == 30 && report.errors.isEmpty, "\(report.errors)")
  }

  // MARK: The server

  /// Notes what is done to it.
  private final class Server: ChaosServer {
    let calls = Mutex<[String]>([])
    private let fails: Bool

    init(fails: Bool = false) { self.fails = fails }

    private func note(_ call: String) { calls.withLock { $0.append(call) } }
    func kill() { note("kill") }
    func terminate() throws(LoadError) { note("terminate") }
    func start() throws(LoadError) {
      note("start")
      if fails { throw LoadError(message: "the server did not start again.") }
    }
    func pause() { note("pause") }
    func backUp() throws(LoadError) { note("backUp") }
    func restore() throws(LoadError) { note("restore") }
    func resume() { note("resume") }
    func setDiskFaults(_ faults: String) { note("disk '\(faults)'") }
  }

  @Test("a server is killed, stopped and restarted at the times of the plan")
  func server() throws {
    let server = Server()
    let report = try Self.run(
      #"""
      { "at": 0.5, "do": "kill", "downSeconds": 0.5 }, { "at": 1.5, "do": "stop", "seconds": 0.2 },
      { "at": 2, "do": "restart" }
      """#, server: server)
    #expect(
      server.calls.withLock { $0 } == ["kill", "start", "pause", "resume", "terminate", "start"])
    #expect(report.events.map(\.name) == ["kill", "stop", "restart"])
    #expect(report.proxySeconds == nil)
    let kill = report.events[0]
    #expect((kill.end ?? 0) - (kill.begin ?? 0) >= 0.4)
    #expect(report.answered == 600)
  }

  @Test("a copy is taken beside other events, and the server goes on from it later")
  func restored() throws {
    let server = Server()
    let report = try Self.run(
      #"""
      { "at": 1.2, "do": "restore", "backupAt": 0.6, "downSeconds": 0.3 },
      { "at": 0.3, "do": "stop", "seconds": 0.6 }
      """#, seconds: 2, server: server)
    #expect(
      server.calls.withLock { $0 } == ["pause", "backUp", "resume", "kill", "restore"])
    let restore = report.events[1]
    #expect(restore.isRestore && (restore.end ?? 0) - (restore.begin ?? 0) >= 0.25)
  }

  @Test("faults of the disk go on beside each other, and beside a server that is stopped")
  func disk() throws {
    let server = Server()
    let report = try Self.run(
      #"""
      { "at": 0.3, "do": "slowDisk", "milliseconds": 7, "seconds": 1.5 },
      { "at": 0.8, "do": "fullDisk", "seconds": 0.5 }, { "at": 0.5, "do": "stop", "seconds": 1 }
      """#, seconds: 2, server: server)
    #expect(
      server.calls.withLock { $0 } == [
        "disk 'slow 7'", "pause", "disk 'slow 7 full'", "disk 'slow 7'", "resume", "disk ''",
      ])
    #expect(report.events.map(\.name) == ["slowDisk", "stop", "fullDisk"])
  }

  @Test("a command is run beside all others; one that fails ends the load")
  func command() throws {
    let commands = Mutex<[String]>([])
    let events = #"{ "at": 0.2, "do": "run", "command": "a" }, { "at": 0.4, "do": "reset" }"#
    let report = try Self.run(events, seconds: 1) { command, isTooLate in
      commands.withLock { $0.append("\(command) \(isTooLate())") }
      return nil
    }
    #expect(commands.withLock { $0 } == ["a false"])
    #expect(report.events.map(\.text) == ["ran 'a'", "connections reset"])
    let failed = try Self.run(events, seconds: 60) { _, _ in "ended with status 3" }
    #expect(failed.abortion == "the command 'a' of '--chaos' ended with status 3.")
  }

  @Test("a load that ends early lets the server run, and says what was not reached")
  func early() throws {
    let server = Server()
    let report = try Self.run(
      #"{ "at": 0.2, "do": "stop", "seconds": 40 }, { "at": 50, "do": "kill" }"#, seconds: 60,
      server: server, isInterrupted: true)
    #expect(server.calls.withLock { $0 } == ["pause", "resume"])
    #expect(report.events[0].end != nil && report.events[1].begin == nil)
    #expect(LoadText(report).text().contains("not reached, 50.0 s: killed"))
    #expect(report.abortion == "it was interrupted.")
  }

  @Test("a server that does not start again ends the load")
  func lost() throws {
    let report = try Self.run(
      #"{ "at": 0.2, "do": "kill" }"#, seconds: 60, server: Server(fails: true))
    #expect(report.abortion == "the server did not start again.")
    #expect(report.intervals.count < 5)
  }

  @Test("what is disturbed on purpose does not count as a load that cannot be sent")
  func disturbed() throws {
    let events = #"{ "at": 0, "do": "refuse", "seconds": 7 }"#
    let answer = TrivialResponder.FixedResponse(fields: "Connection: close\r\n")
    let report = try Self.run(
      events, seconds: 8, rate: 50, timeout: 20, answer: answer, requestsPerConnection: 1,
      abortsBelow: 0.9)
    #expect(report.abortion == nil && report.answered == 400)
  }
}
