import Base
import Foundation
import TestKit
import Testing

@testable import Engines

@Suite("Engines with a real server, in real time")
struct RealTimeTests {
  private let folder: TemporaryFolder
  private let toy: String

  init() throws {
    folder = try TemporaryFolder()
    toy = "'\(try BuiltProgram.url("toy-adapter").path)'"
  }

  private func request(server: String, seconds: Double = 10) -> EngineStressRequest {
    var request = EngineStressRequest(command: "\(toy) rest-client")
    var realTime = EngineRealTime(server: server)
    realTime.speed = 60
    realTime.serverSeconds = seconds
    request.realTime = realTime
    return request
  }

  private func add(_ id: Int, at time: Int, by replica: Int) -> EngineStep {
    EngineStep(
      id: id, time: time, replica: replica,
      .write([.add(EngineKey(.counter, 0), isNegative: false)]))
  }

  private func outcome(_ request: EngineStressRequest, _ plan: EnginePlan) throws -> EngineOutcome {
    let runner = try EngineRunner(request.start, realTime: request.realTime)
    defer { runner.dismiss() }
    var options = EngineWorld.Options()
    options.recordsTimeline = true
    return runner.run(plan, options)
  }

  // MARK: What works

  @Test("a correct client and server pass with all faults")
  func correct() throws {
    var request = request(server: "\(toy) rest-server")
    request.seedCount = 5
    let report = try EngineStress(request).run()
    #expect(report.failures.isEmpty && report.problem == nil, "\(report.text)")
    #expect(report.acknowledged > 0 && report.messages > 0 && report.isDeterministic == nil)
    #expect(report.checks[.counterExactness] ?? 0 > 0)
    #expect(report.occurred[.loss] ?? 0 > 0)
    #expect(report.text.contains("In real time, at 60 times its speed"))
  }

  @Test("a server that does a request twice after a lost answer is found, and replayed")
  func doneTwice() throws {
    var request = request(server: "\(toy) rest-server counts-twice")
    request.seedCount = 20
    request.failuresMax = 1
    request.faults = [.loss]
    let report = try EngineStress(request).run()
    let failure = try #require(report.failures.first)
    #expect(failure.property == .counterExactness)
    #expect(failure.violation.what == "an addition counts more than once")
    #expect(failure.repeats?.runs == EngineRepeats.runsMax)
    #expect(failure.text.contains("an answer is lost: the server did the request"))
    let written = try #require(failure.reproduction)
    let read = try EngineReproduction(reading: Array(written.text.utf8))
    #expect(read.plan == written.plan && read.realTime == request.realTime)
    #expect(read.repeats == failure.repeats)
    #expect {
      try read.shrunk(seconds: 1)
    } throws: { ("\($0)").contains("cannot be shrunk") }
    let mended = try EngineReplay(read, server: "\(toy) rest-server")
    #expect(!mended.stillFails && mended.runs == EngineReplay.runsMax)
    #expect(mended.verdict.contains("It did not fail in 5 runs, in real time"))
  }

  @Test("a server survives its kill: it starts again in the same directory at the same port")
  func killed() throws {
    var plan = EnginePlan(seed: 1, shape: .clientServer, replicaCount: 2)
    plan.steps = [
      add(1, at: 1_000, by: 1), EngineStep(id: 2, time: 20_000, replica: 0, .crash(for: 2_000)),
      add(3, at: 21_000, by: 2), add(4, at: 50_000, by: 1),
    ]
    let outcome = try outcome(request(server: "\(toy) rest-server"), plan)
    #expect(outcome.failure == nil && outcome.violations.isEmpty, "\(outcome.violations)")
    #expect(outcome.faults[.crashes] == 1 && outcome.acknowledged == 3)
    let texts = outcome.timeline.filter { $0.replica == "server" }.map(\.text)
    #expect(texts.contains("is killed") && texts.contains("runs again"), "\(texts)")
    #expect(outcome.timeline.map(\.time) == outcome.timeline.map(\.time).sorted())
  }

  @Test("a replica without network reaches no one, and catches up")
  func offline() throws {
    var plan = EnginePlan(seed: 1, shape: .clientServer, replicaCount: 2)
    plan.steps = [
      EngineStep(id: 1, time: 500, replica: 1, .offline(for: 40_000)), add(2, at: 1_000, by: 1),
      EngineStep(id: 3, time: 30_000, replica: 2, .read),
      EngineStep(id: 4, time: 58_000, replica: 2, .read),
    ]
    let outcome = try outcome(request(server: "\(toy) rest-server"), plan)
    #expect(outcome.violations.isEmpty && outcome.faults[.offline] == 1)
    let shown = try #require(
      outcome.timeline.first { $0.replica == "r2" && $0.text.contains("counter-0 1") })
    #expect(shown.time > 40_000)
  }

  @Test("an adapter conforms, with its server")
  func conforms() throws {
    let request = request(server: "\(toy) rest-server")
    let findings = try EngineConformance(request.start, realTime: request.realTime)
      .check { _ in }.findings
    #expect(findings.allSatisfy { $0.mistake == nil }, "\(findings.map(\.line))")
    #expect(findings.contains { $0.part == "wake, with the server" })
  }

  // MARK: What does not

  @Test(
    "a server that does not serve is a sentence, in bounded time",
    arguments: [
      ("sleep 100", "did not accept connections at 127.0.0.1:"),
      ("yes", "The end of its output:\ny"),
      ("yes >&2", "did not accept connections"),
      ("echo 'address already in use' >&2; exit 3", "(exit 3). The end of its output:\naddress al"),
      ("exit 0", "ended before it accepted a connection (exit 0). It printed nothing."),
      ("/nowhere/server", "(exit 127)"),
      ("kill -9 $$", "(signal 9)"),
    ])
  func deaf(server: String, sentence: String) throws {
    let begun = ContinuousClock.now
    var request = request(server: server, seconds: 0.5)
    request.seedCount = 1
    let report = try EngineStress(request).run()
    #expect(ContinuousClock.now - begun < .seconds(10))
    #expect(report.problem?.contains(sentence) == true, "\(report.problem ?? "")")
    #expect(report.failures.isEmpty)
  }

  @Test("a server that ends by itself, or does not start again, breaks a property")
  func ends() throws {
    var plan = EnginePlan(seed: 1, shape: .clientServer, replicaCount: 2)
    plan.steps = [add(1, at: 1_000, by: 1)]
    let dying = try outcome(
      request(server: "\(toy) rest-server & sleep 0.4; echo why; exit 3"), plan)
    #expect(dying.violation?.property == .liveness)
    #expect(dying.violation?.what == "the server ends by itself")
    #expect(dying.violation?.detail.contains("(exit 3). The end of its output:\nwhy") == true)
    plan.steps = [EngineStep(id: 2, time: 20_000, replica: 0, .crash(for: 2_000))]
    let once = try outcome(
      request(server: "mkdir \"$DIRECTORY/once\" || exit 4; exec \(toy) rest-server"), plan)
    #expect(once.violation?.what == "the server does not start again after it was killed")
    #expect(once.violation?.detail.contains("(exit 4)") == true)
  }

  @Test("no process of a server and no directory stays behind")
  func remains() throws {
    let server =
      "sleep 100 & echo $! >\(folder.path)/child; echo \"$DIRECTORY\" >\(folder.path)/directory; "
      + "exec \(toy) rest-server"
    var plan = EnginePlan(seed: 1, shape: .clientServer, replicaCount: 2)
    plan.steps = [add(1, at: 1_000, by: 1)]
    #expect(try outcome(request(server: server), plan).violations.isEmpty)
    let child = try folder.text("child").trimmingCharacters(in: .whitespacesAndNewlines)
    let directory = try folder.text("directory").trimmingCharacters(in: .whitespacesAndNewlines)
    #expect(directory.hasPrefix("/") && !FileManager.default.fileExists(atPath: directory))
    var status = ""
    for _ in 0..<200 {
      status = (try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8)) ?? ") Z"
      if status.contains(") Z") { break }
      usleep(20_000)
    }
    #expect(status.contains(") Z"), "\(status)")
  }

  @Test("a server where there is no use for one, or none where one is needed, is a sentence")
  func refused() throws {
    #expect {
      var request = request(server: "\(toy) rest-server")
      request.command = "\(toy) client-server"
      _ = try EngineStress(request)
    } throws: { error in
      (error as? EngineFailure)?.sentence.contains("no use for '--server'") == true
    }
    #expect {
      _ = try EngineStress(EngineStressRequest(command: "\(toy) rest-client"))
    } throws: { error in
      (error as? EngineFailure)?.sentence.contains("with '--server'") == true
    }
  }

  // MARK: Exchanges

  @Test("only a whole request of HTTP is sent a second time")
  func requests() {
    func isWhole(_ text: String) -> Bool { EngineExchange.isWholeRequest(Array(text.utf8)) }
    #expect(isWhole("GET / HTTP/1.1\r\nHost: x\r\n\r\n"))
    #expect(isWhole("POST /a HTTP/1.0\r\ncontent-length: 3\r\n\r\nabc"))
    #expect(!isWhole("POST /a HTTP/1.1\r\nContent-Length: 4\r\n\r\nabc"))
    #expect(!isWhole("POST /a HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"))
    #expect(!isWhole("GET /chat HTTP/1.1\r\nUpgrade: websocket\r\n\r\n"))
    #expect(!isWhole("GET / HTTP/1.1\r\nHost: x\r\n"))
    #expect(!isWhole("hello there you\r\n\r\n"))
    #expect(!isWhole(""))
    #expect(EngineExchange.isReading(Array("GET / HTTP/1.1\r\n".utf8)[...]))
    #expect(!EngineExchange.isReading(Array("POST / HTTP/1.1\r\n".utf8)[...]))
  }

  @Test("as much is lost, delayed and doubled as the plan says, and the same for the same seed")
  func draws() {
    let network = EnginePlan.Network(
      delayMin: 20, delayMax: 100, lossPerMille: 300, duplicatePerMille: 200, detourPerMille: 100,
      detourMax: 5_000)
    func draw(_ number: Int, _ seed: UInt64 = 4) -> EngineExchange {
      EngineExchange.draw(network, Randomness(seed: seed), replica: 1, number: number)
    }
    let all = (1...2_000).map { draw($0) }
    #expect(all == (1...2_000).map { draw($0) } && all != (1...2_000).map { draw($0, 5) })
    #expect((500...700).contains(all.count { $0.loss == .request }))
    #expect((340...500).contains(all.count { $0.loss == .answer }))
    #expect((330...470).contains(all.count { $0.copyAfter != nil }))
    #expect((130...270).contains(all.count { $0.requestDelay + $0.answerDelay > 300 }))
    let calm = EngineExchange.draw(
      EnginePlan.Network(), Randomness(seed: 1), replica: 0, number: 1)
    #expect(calm == EngineExchange())
  }
}
