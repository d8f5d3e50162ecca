import Base
import Foundation
import SyncCore
import Testing

@testable import Simulator

@Suite("A recorded plan of one household, stopped at any point")
struct PlanCrashTests {
  /// Five plans, or as many as `SHAKEOUT_CRASH_PLANS` says. Every crash point costs a run of the
  /// plan, so with few plans only every fifth point is checked, and with more of them all.
  static let wanted = ProcessInfo.processInfo.environment["SHAKEOUT_CRASH_PLANS"].flatMap {
    Int($0)
  }
  static let stride = wanted == nil ? 5 : 1
  static let homes = RecordedHousehold.first(wanted ?? 5)

  /// A crash before every call, with half of the unsynced data lost, and around a whole transaction
  /// also with all or none of it lost; and after every commit. Other crashes look the same from
  /// outside, because a part of a transaction is never restored.
  static func points(_ counted: StorageFault) -> [StorageFault] {
    var points = (1...counted.calls).map { StorageFault(.stopsBefore(.half), atCall: $0) }
    for call in counted.commits {
      points += [
        StorageFault(.stopsBefore(.nothing), atCall: call),
        StorageFault(.stopsBefore(.everything), atCall: call),
        StorageFault(.stopsAfter(.half), atCall: call),
      ]
    }
    return points
  }

  @Test("P1, P2, P4, P5, P22: ends as if nothing had happened", arguments: homes.indices)
  func everyPoint(index: Int) throws {
    let home = Self.homes[index]
    let uncrashed = CrashTestHousehold(home, fault: StorageFault())
    uncrashed.plays()
    try #require(
      uncrashed.broken == [] && uncrashed.fault.calls <= RecordedHousehold.callsMax, "\(home.seed)")
    #expect(uncrashed.fault.calls > 100 && uncrashed.feed.count > 10, "\(home.seed)")
    let points = Self.points(uncrashed.fault)
    var count = 0
    for place in Swift.stride(from: index % Self.stride, to: points.count, by: Self.stride) {
      let stage = CrashTestHousehold(home, fault: points[place])
      stage.plays()
      let what = "plan \(home.seed), call \(points[place].call), \(points[place].kind!)"
      try #require(stage.fault.hasTriggered, "\(what)")
      try #require(stage.broken == [], "\(what)")
      try #require(stage.outcome == uncrashed.outcome, "\(what)")
      count += 1
    }
    if Self.wanted != nil {
      print("plan \(home.seed): \(uncrashed.fault.calls) calls, \(count) points")
    }
  }

  @Test(
    "P2: a failover to any prefix of the journal recovers everything that a device still knows",
    arguments: homes.indices)
  func everyPrefix(index: Int) throws {
    let home = Self.homes[index]
    let stage = CrashTestHousehold(home, fault: StorageFault())
    stage.plays(home.lines)
    var resent = 0
    for transactions in stage.founded...Int(stage.log.revision) {
      let after = stage.failsOver(to: transactions)
      try #require(after.broken == [], "plan \(home.seed), \(transactions) transactions")
      resent += after.resent
    }
    #expect(resent > 0 || stage.feed.count == stage.rowsFounded)
    if Self.wanted != nil {
      let prefixes = Int(stage.log.revision) - stage.founded + 1
      print("plan \(home.seed): \(prefixes) prefixes, \(resent) operations sent again")
    }
  }
}
