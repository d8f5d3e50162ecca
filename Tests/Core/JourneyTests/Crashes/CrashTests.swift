import Foundation
import SyncCore
import Testing

@Suite("A device or the server that stops in the middle of saving")
struct CrashTests {
  /// Before every call, with half of the unsynced data lost, and where that may be a whole
  /// transaction, also with all or nothing of it; and after every commit. Other crashes are
  /// indistinguishable from outside, because a part of a transaction is never found again.
  static func points(_ counted: Rehearsal.Outcome) -> [Rehearsal.Fault] {
    var points = (1...counted.calls).map { Rehearsal.Fault.at($0, .stopsBefore(.half)) }
    for call in counted.commits {
      points += [
        .at(call, .stopsBefore(.nothing)), .at(call, .stopsBefore(.everything)),
        .at(call, .stopsAfter(.half)),
      ]
    }
    return points
  }

  /// All points take many minutes without optimization, so this checks every ninth of them unless
  /// `SHAKEOUT_EVERY_CRASH` is set.
  static let stride = ProcessInfo.processInfo.environment["SHAKEOUT_EVERY_CRASH"] == nil ? 9 : 1

  @Test(
    "P1, P2, P4, P5, P22: does not change the outcome of a journey",
    arguments: Journey.allCases)
  func everyPoint(journey: Journey) throws {
    let baseline = try Rehearsal.run(journey, .counted)
    #expect(baseline.calls > 50 && !baseline.hasTriggered && baseline.broken == [])
    let points = Self.points(baseline)
    for index in Swift.stride(from: points.count % Self.stride, to: points.count, by: Self.stride) {
      let ended = try Rehearsal.run(journey, points[index])
      try #require(ended.hasTriggered && ended.broken == [], "\(points[index])")
      try #require(ended.lines == baseline.lines, "\(points[index])")
      try #require(ended.feeds == baseline.feeds, "\(points[index])")
      try #require(ended.isSame(as: baseline), "\(points[index])")
    }
    if Self.stride == 1 {
      print("\(journey.rawValue): \(baseline.calls) calls, \(points.count) points")
    }
  }

  @Test(
    "saves at the second try after one full storage",
    arguments: Journey.allCases)
  func fullOnce(journey: Journey) throws {
    let baseline = try Rehearsal.run(journey, .counted)
    for call in Swift.stride(from: 1, through: baseline.calls, by: 13) {
      let ended = try Rehearsal.run(journey, .at(call, .isFull))
      try #require(ended.hasTriggered && ended.broken == [], "\(call)")
      try #require(ended.feeds == baseline.feeds && ended.isSame(as: baseline), "\(call)")
    }
  }

  @Test(
    "P2: a server that fails over to any stale replica gets back all that a device still has",
    arguments: Journey.allCases)
  func failover(journey: Journey) throws {
    let ended = try Rehearsal.run(journey, .failover)
    #expect(ended.broken == [] && ended.failovers > 0)
  }

  @Test(
    "has a storage that equals memory, and reopens with the same content",
    arguments: Journey.allCases)
  func parity(journey: Journey) throws {
    let ended = try Rehearsal.run(journey, .never)
    #expect(ended.broken == [] && ended.calls > 50)
  }
}

extension Rehearsal.Outcome {
  /// Whether all devices are the same, except that one which dropped everything may have received
  /// the purge twice, under a later epoch: without a crash, a lost response would have the same
  /// effect.
  func isSame(as baseline: Rehearsal.Outcome) -> Bool {
    var mine = inventories
    for index in mine.indices where mine[index].head.revocation != nil {
      guard index < baseline.inventories.count else { return false }
      let epoch = baseline.inventories[index].head.epoch
      guard epoch <= mine[index].head.epoch else { return false }
      mine[index].head.epoch = epoch
    }
    return mine == baseline.inventories
  }
}
