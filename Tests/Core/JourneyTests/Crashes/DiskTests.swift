import Foundation
import SimulatedDisk
import SyncCore
import Testing

@Suite("A disk under the storages of a journey")
struct DiskTests {
  /// All calls, with four draws each, take minutes without optimization, so this takes every 97th
  /// of them unless `SHAKEOUT_EVERY_CRASH` is set.
  private static let stride = CrashTests.stride == 1 ? 1 : 97

  @Test(
    "P1, P22: has all that was saved, and no half transaction, after a power cut before any call",
    arguments: Journey.allCases)
  func cuts(journey: Journey) throws {
    let ended = try Rehearsal.run(journey, .cuts(draws: 4, stride: Self.stride))
    #expect(ended.broken == [])
    #expect(ended.cuts > 4 * ended.calls / (2 * Self.stride))
    if Self.stride == 1 { print("\(journey.rawValue): \(ended.calls) calls, \(ended.cuts) cuts") }
  }

  @Test("P22: makes no difference to the journey, SQLite or memory", arguments: Journey.allCases)
  func parity(journey: Journey) throws {
    let expected = try Rehearsal.run(journey, .counted)
    let ended = try Rehearsal.run(journey, .disk(nil, atCall: 0, seed: 1))
    #expect(ended.broken == [] && ended.calls > 300)
    #expect(ended.lines == expected.lines && ended.feeds == expected.feeds)
    #expect(ended.inventories == expected.inventories)
  }

  @Test(
    "P1, P2, P4, P5, P22: does not change the outcome of a journey when it fails at a call",
    arguments: Journey.allCases)
  func faults(journey: Journey) throws {
    let baseline = try Rehearsal.run(journey, .disk(nil, atCall: 0, seed: 1))
    let faults: [DiskFault] = [.powerCut, .killed, .failure, .full]
    var number = 0
    let step = Self.stride == 1 ? 41 : baseline.calls / 12 + 1
    for call in Swift.stride(from: 1, through: baseline.calls, by: step) {
      let fault = faults[number % faults.count]
      number += 1
      let ended = try Rehearsal.run(journey, .disk(fault, atCall: call, seed: UInt64(number)))
      try #require(ended.hasTriggered && ended.broken == [], "\(fault) at \(call)")
      try #require(ended.feeds == baseline.feeds, "\(fault) at \(call)")
      try #require(ended.isSame(as: baseline), "\(fault) at \(call)")
    }
  }
}
