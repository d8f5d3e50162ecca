import Foundation
import SyncCore
import Testing

@Suite("Whenever a device or the server stops in the middle of saving")
struct CrashTests {
  /// Before every call, with half of what was not synced gone, and where that may be a whole
  /// transaction, also with all or nothing of it; and after every commit. What else there is,
  /// nobody outside can tell apart, because a part of a transaction is never found again.
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

  /// All points take many minutes without optimisation, so this looks at every ninth of them unless
  /// `SHAKEOUT_EVERY_CRASH` is set.
  static let stride = ProcessInfo.processInfo.environment["SHAKEOUT_EVERY_CRASH"] == nil ? 9 : 1

  @Test(
    "P1, P2, P4, P5, P22: the journey ends as if nothing had happened",
    arguments: Journey.allCases)
  func everyPoint(journey: Journey) throws {
    let calm = try Rehearsal.tell(journey, .counted)
    #expect(calm.calls > 50 && !calm.hasStruck && calm.broken == [])
    let points = Self.points(calm)
    for index in Swift.stride(from: points.count % Self.stride, to: points.count, by: Self.stride) {
      let ended = try Rehearsal.tell(journey, points[index])
      try #require(ended.hasStruck && ended.broken == [], "\(points[index])")
      try #require(ended.lines == calm.lines && ended.feeds == calm.feeds, "\(points[index])")
      try #require(ended.isSame(as: calm), "\(points[index])")
    }
    if Self.stride == 1 {
      print("\(journey.rawValue): \(calm.calls) calls, \(points.count) points")
    }
  }

  @Test(
    "and where there is no room once, it is saved at the second try",
    arguments: Journey.allCases)
  func fullOnce(journey: Journey) throws {
    let calm = try Rehearsal.tell(journey, .counted)
    for call in Swift.stride(from: 1, through: calm.calls, by: 13) {
      let ended = try Rehearsal.tell(journey, .at(call, .isFull))
      try #require(ended.hasStruck && ended.broken == [], "\(call)")
      try #require(ended.feeds == calm.feeds && ended.isSame(as: calm), "\(call)")
    }
  }

  @Test(
    "P2: a server that begins anew from any stale copy gets back what a device still knows",
    arguments: Journey.allCases)
  func failover(journey: Journey) throws {
    let ended = try Rehearsal.tell(journey, .failover)
    #expect(ended.broken == [] && ended.failovers > 0)
  }

  @Test(
    "a storage is the same as memory, and what is opened is what was there",
    arguments: Journey.allCases)
  func parity(journey: Journey) throws {
    let ended = try Rehearsal.tell(journey, .never)
    #expect(ended.broken == [] && ended.calls > 50)
  }
}

extension Rehearsal.Outcome {
  /// Whether all devices have the same, but that one which was told to drop everything may have
  /// been told twice, under a later number: so it would be without a crash, had an answer been
  /// lost.
  fileprivate func isSame(as calm: Rehearsal.Outcome) -> Bool {
    var mine = inventories
    for index in mine.indices where mine[index].head.revocation != nil {
      guard index < calm.inventories.count else { return false }
      let epoch = calm.inventories[index].head.epoch
      guard epoch <= mine[index].head.epoch else { return false }
      mine[index].head.epoch = epoch
    }
    return mine == calm.inventories
  }
}
