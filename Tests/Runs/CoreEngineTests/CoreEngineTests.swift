import Engines
import Testing

@testable import CoreEngine

@Suite("Shakeout's own engine behind the protocol")
struct CoreEngineTests {
  private func start() throws(EngineFailure) -> any EngineLink {
    EngineLoop(ShakeoutEngine(version: "1"))
  }

  private func stress(
    seeds: Int, faults: Set<EngineFault>,
    start: @escaping () throws(EngineFailure) -> any EngineLink
  ) throws -> EngineReport {
    var request = EngineStressRequest(command: "")
    request.seedCount = seeds
    request.faults = faults
    request.shrinkSeconds = 0
    return try EngineStress(request, start: start).run()
  }

  private func startOwn() throws(EngineFailure) -> any EngineLink {
    EngineLoop(ShakeoutEngine(version: "1", types: [.own]))
  }

  @Test(
    "it follows the protocol, with the generic types and with its own", arguments: [true, false])
  func conformance(isOwn: Bool) throws {
    let conformance = EngineConformance { () throws(EngineFailure) in
      isOwn ? try startOwn() : try start()
    }
    let findings = try conformance.check { _ in }.findings
    #expect(findings.count > (isOwn ? 6 : 8))
    for finding in findings { #expect(finding.mistake == nil, "\(finding)") }
  }

  @Test("nothing is violated, whatever fails")
  func sound() throws {
    let report = try stress(seeds: 60, faults: Set(EngineFault.allCases), start: start)
    #expect(report.failures.map(\.signature) == [])
    #expect(report.problem == nil && report.seeds == 60)
    #expect(report.occurred[.cuts] ?? 0 > 5)
  }

  @Test("families with habits, goals and rewards are identical in the end, whatever fails")
  func own() throws {
    let report = try stress(seeds: 60, faults: Set(EngineFault.allCases), start: startOwn)
    #expect(report.failures.map(\.text) == [])
    #expect(report.problem == nil && report.seeds == 60 && report.acknowledged > 500)
    #expect(report.checks[.convergence] ?? 0 >= 60 && report.checks[.durability] ?? 0 > 60)
  }

  @Test("what no 'save' returned, and a replica that no one named, are errors")
  func malformed() throws {
    let engine = ShakeoutEngine(version: "1")
    func open(_ replica: String, _ role: EngineOpening.Role, _ saved: [UInt8]?) throws
      -> EngineReply
    {
      try engine.perform(
        EngineCall(
          id: 2,
          .open(
            EngineOpening(
              replica: replica, role: role, incarnation: 1, seed: 1, now: 0, saved: saved))))
    }
    _ = try engine.perform(EngineCall(id: 1, .begin(seed: 1, replicas: ["r1", "server"])))
    #expect(try open("r1", .client, nil).error == nil)
    let saved = try #require(
      try engine.perform(EngineCall(id: 3, .save(replica: "r1", now: 0))).saved)
    #expect(try open("r1", .client, saved).error == nil)
    for count in [0, 7, 8, 100, saved.count / 2, saved.count - 1] {
      #expect(try open("r1", .client, Array(saved.prefix(count))).error?.code == .crash)
      #expect(try open("server", .server, Array(saved.prefix(min(count, 100)))).error != nil)
    }
    #expect(try open("r1", .client, [UInt8](repeating: 255, count: 64)).error?.code == .crash)
    #expect(try open("r9", .client, nil).error?.code == .malformedRequest)
  }

  @Test("the same seeds give the same digest")
  func repeated() throws {
    let one = try stress(seeds: 10, faults: [.crashes, .loss], start: start)
    #expect(try stress(seeds: 10, faults: [.crashes, .loss], start: start).digest == one.digest)
    #expect(try stress(seeds: 10, faults: [.loss], start: start).digest != one.digest)
  }
}
