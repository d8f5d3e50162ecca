import Reporting
import Responder
import Synchronization
import Testing

@testable import Load

@Suite("A stand-by that takes over during a load", .serialized)
struct StandByTests {
  private struct Observer: LoadObserver {
    let isInterrupted = false
    mutating func show(_ interval: LoadReport.Interval, seconds: Double, of total: Double) {}
  }

  /// A responder that is killed, or stands still for a while, as a server that writes.
  private final class Server: ChaosServer {
    let responder: ResponderThread
    let port: UInt16
    let calls = Mutex<[String]>([])
    let requests = Mutex<Int?>(nil)

    init(_ answer: TrivialResponder.FixedResponse = .init()) throws {
      responder = try #require(ResponderThread(answer: answer))
      port = try #require(UInt16(responder.url.split(separator: ":").last ?? ""))
    }

    /// Ends it; returns how many requests it has answered.
    @discardableResult func count() -> Int {
      requests.withLock { requests in
        let count = requests ?? responder.stop()
        requests = count
        return count
      }
    }

    private func note(_ call: String) { calls.withLock { $0.append(call) } }
    func kill() {
      note("kill")
      count()
    }
    func terminate() throws(LoadError) { note("terminate") }
    func start() throws(LoadError) { note("start") }
    func pause() {
      note("pause")
      responder.pause(seconds: 1.5)
    }
    func backUp() throws(LoadError) { note("backUp") }
    func restore() throws(LoadError) { note("restore") }
    func resume() { note("resume") }
    func setDiskFaults(_ faults: String) {}
  }

  private static func run(
    _ events: String, _ first: Server, _ second: Server, seconds: Double = 3
  ) throws -> LoadReport {
    var settings = LoadSettings(
      target: .local(port: first.port), connections: 16,
      profile: RateProfile(.constant, rate: 100, from: 0, seconds: seconds), profileText: "",
      spacing: .even, seed: 1, seconds: seconds, warmupSeconds: 0, timeoutSeconds: 1,
      abortsBelow: 0, thresholds: [])
    settings.chaos = try ChaosPlan(
      Array("{ \"events\": [\(events)] }".utf8), loadSeconds: seconds)
    settings.server = first
    settings.standBy = LoadSettings.StandBy(second, port: second.port)
    var observer = Observer()
    return try RequestLoad(settings, path: "/", body: nil).run(&observer)
  }

  @Test("requests go to the one that serves after the other was killed")
  func killed() throws {
    let (first, second) = (try Server(), try Server())
    let report = try Self.run(#"{ "at": 1, "do": "takeover" }"#, first, second)
    #expect(first.calls.withLock { $0 } == ["kill", "start"])
    #expect(second.calls.withLock { $0 }.isEmpty)
    #expect(first.count() > 50 && second.count() > 100)
    let event = try #require(report.events.first)
    #expect(event.text == "taken over from, killed")
    #expect((event.end ?? 9) - (event.begin ?? 0) < 0.8)
    #expect(report.abortion == nil && report.answered > 250, "\(report.errors)")
    #expect(report.intervals.last { $0.start < 2.5 }?.failed == 0)
  }

  @Test("one that stands still keeps its connections for a moment, and no new ones come to it")
  func stopped() throws {
    let (first, second) = (try Server(), try Server())
    let report = try Self.run(
      #"{ "at": 1, "do": "takeover", "how": "stop" }"#, first, second, seconds: 4)
    #expect(first.calls.withLock { $0 } == ["pause", "resume"])
    #expect(report.abortion == nil && report.answered > 250, "\(report.errors)")
    #expect(report.intervals.last { $0.start < 3.5 }?.failed == 0)
    #expect(second.count() > 100)
  }

  @Test("servers take turns: the second one can be replaced by the first")
  func backAndForth() throws {
    let (first, second) = (try Server(), try Server())
    let report = try Self.run(
      #"{ "at": 0.5, "do": "takeover", "how": "stop" }, { "at": 3, "do": "takeover" }"#, first,
      second, seconds: 4.5)
    #expect(second.calls.withLock { $0 } == ["kill", "start"])
    #expect(report.abortion == nil, "\(report.abortion ?? "")")
    #expect(report.intervals.last { $0.start < 4 }?.answered ?? 0 > 50)
  }
}
