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

  @Test("the same seeds give the same digest")
  func repeated() throws {
    let one = try stress(seeds: 10, faults: [.crashes, .loss])
    #expect(try stress(seeds: 10, faults: [.crashes, .loss]).digest == one.digest)
  }
}
