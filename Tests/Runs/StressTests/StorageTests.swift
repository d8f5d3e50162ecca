import Base
import Chronology
import Environment
import Foundation
import Plans
import Population
import Properties
import Scenarios
import SimulatedWorld
import Simulator
import Stress
import Testing

@Suite("Replicas and server over SQLite")
struct StorageTests {
  private static func scenario(seed: UInt64) throws -> Scenario {
    try SmallSeed.troubledScenario(seed: seed).setting(["installs.storageFullPerDeviceYear=60"])
  }

  /// The seeds of the plans: `PARITY_PLANS` of them from `PARITY_FROM` on, or a few. In 60 and 87
  /// apps are updated, their disks are full, and backups come back from before a snapshot.
  private static var seeds: [UInt64] {
    let environment = ProcessInfo.processInfo.environment
    guard let count = environment["PARITY_PLANS"].flatMap({ UInt64($0) }) else {
      return [1, 2, 60, 87]
    }
    let first = environment["PARITY_FROM"].flatMap { UInt64($0) } ?? 1
    return Array(first..<first + count)
  }

  @Test("do step by step what they do in memory, by recorded plans")
  func parity() throws {
    for seed in Self.seeds {
      var plan = SeedRun.plan(try Self.scenario(seed: seed))
      let memory = Self.events(of: plan)
      plan.scenario.storage.kind = .sqlite
      let stored = Self.events(of: plan)
      let first = zip(memory.trace, stored.trace).first { $0 != $1 }
      #expect(first == nil, "seed \(seed)")
      #expect(memory.trace.count == stored.trace.count && memory.trace.count > 100)
      #expect(memory.digests == stored.digests, "seed \(seed)")
      #expect(memory.violations + stored.violations == [], "seed \(seed)")
    }
  }

  private static func events(
    of plan: Plan
  ) -> (trace: [String], digests: [Digest128], violations: [Violation], diskFaults: Int64) {
    let run = PlannedRun(plan)
    var trace: [String] = []
    var digests: [Digest128] = []
    var violations: [Violation] = []
    var diskFaults: Int64 = 0
    for index in plan.communities.indices {
      let community = run.simulated(index, recording: .trace)
      trace += (community.world.events.trace ?? []).map { "\($0)" }
      digests.append(community.digest)
      violations += community.violations
      diskFaults += community.world.events.counters.diskFaults
    }
    return (trace, digests, violations, diskFaults)
  }

  @Test("do what they do in memory while widgets have the databases of apps open, too")
  func secondProcesses() throws {
    for seed in [1, 2] as [UInt64] {
      var plan = SeedRun.plan(
        try Self.scenario(seed: seed).setting([
          "storage.kind=sqlite", "storage.secondProcessesPerDeviceYear=300",
          "storage.logFramesMax=2",
        ]))
      let stored = Self.events(of: plan)
      plan.scenario.storage.kind = .memory
      let memory = Self.events(of: plan)
      #expect(stored.diskFaults > 10 && memory.diskFaults == 0, "seed \(seed)")
      #expect(stored.digests == memory.digests, "seed \(seed)")
      #expect(memory.violations + stored.violations == [], "seed \(seed)")
    }
  }

  @Test("lose nothing on honest disks that fail, and report what dishonest disks have done")
  func disks() throws {
    var faults: [FaultOccurrence: Int] = [:]
    var honesty: UInt64 = 0
    for seed in 1...8 as ClosedRange<UInt64> {
      let outcome = SeedRun.simulated(
        try Self.scenario(seed: seed).setting([
          "storage.kind=sqlite", "storage.powerCutsPerDeviceYear=120",
          "storage.diskFailuresPerDeviceYear=120", "storage.serverPowerCutsPerYear=300",
          "storage.serverDiskFailuresPerYear=300",
          "storage.lyingSyncsPerDeviceYear=\(seed % 2 == 0 ? 100 : 0)",
          "storage.flippedBitsPerDeviceYear=\(seed % 2 == 0 ? 100 : 0)",
          "storage.misdirectedWritesPerDeviceYear=\(seed % 2 == 0 ? 100 : 0)",
          "storage.secondProcessesPerDeviceYear=120", "storage.logFramesMax=\(1 + seed)",
        ]))
      #expect(outcome.violations == [], "seed \(seed)")
      faults.merge(outcome.faults) { $0 + $1 }
      honesty += outcome.checks[.storageHonesty] ?? 0
    }
    for kind in DiskFaultKind.allCases { #expect(faults[kind.occurrence, default: 0] > 3) }
    #expect(faults[.serverPowerCut, default: 0] > 3 && faults[.serverDiskFailure, default: 0] > 3)
    #expect(honesty > 10)
  }
}
