import Engines
import Testing

@testable import CoreEngine

@Suite("Shakeout's own engine behind the protocol")
struct CoreEngineTests {
  private func start() throws(EngineFailure) -> any EngineLink { ShakeoutEngine(version: "1") }

  private func stress(seeds: Int, faults: Set<EngineFault>) throws -> EngineReport {
    var request = EngineStressRequest(command: "")
    request.seedCount = seeds
    request.faults = faults
    request.shrinkSeconds = 0
    return try EngineStress(request, start: start).run()
  }

  @Test("it follows the protocol")
  func conformance() throws {
    let findings = try EngineConformance(start).check { _ in }.findings
    #expect(findings.count > 8)
    for finding in findings { #expect(finding.mistake == nil, "\(finding)") }
  }

  @Test("nothing is violated, whatever fails")
  func sound() throws {
    let report = try stress(seeds: 60, faults: Set(EngineFault.allCases))
    #expect(report.failures.map(\.signature) == [])
    #expect(report.problem == nil && report.seeds == 60)
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
    let one = try stress(seeds: 10, faults: [.crashes, .loss])
    #expect(try stress(seeds: 10, faults: [.crashes, .loss]).digest == one.digest)
  }
}
