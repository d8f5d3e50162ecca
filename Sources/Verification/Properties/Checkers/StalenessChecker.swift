public import Base
public import Chronology
public import SyncCore

/// Rows that a device was notified of and has not shown yet.
@usableFromInline struct PendingUpdate: BitwiseCopyable {
  /// The end of the feed then, zero if nothing is pending.
  @usableFromInline var through: UInt32 = 0
  @usableFromInline var since = Instant(milliseconds: 0)
  /// The end that it was notified of during the fetch, zero for none.
  @usableFromInline var throughNext: UInt32 = 0
  @usableFromInline var sinceNext = Instant(milliseconds: 0)
  /// Until when something outside the engine delays its messages.
  @usableFromInline var heldUntil = Instant(milliseconds: .min)

  @usableFromInline init() {}

  /// The first rows are shown; the rows that came during the fetch are pending now.
  @usableFromInline mutating func startNext() {
    (through, since) = (throughNext, sinceNext)
    throughNext = 0
  }

  /// Nothing is pending any more.
  @usableFromInline mutating func end() {
    through = 0
    throughNext = 0
  }
}

// P23: bounded staleness. A device that is online shows its group's new rows within five seconds
// (FT 24), and a device that comes online shows within that time all rows that existed then.
//
// The harness reports when a device is notified, and what delays its messages: a lost or slow one,
// or a server outage. Only notices without a delay count. Nothing is guaranteed if more than a few
// pages must be read or sent.
@usableFromInline struct StalenessChecker: ~Copyable {
  /// Per site, the rows that it has yet to receive.
  @usableFromInline var updates = FlatArray<PendingUpdate>()

  @usableFromInline init() {}

  mutating func addSite() { updates.append(PendingUpdate()) }

  @usableFromInline static var stalenessMax: Int64 { 5_000 }

  /// How many exchanges fit in the time limit.
  @usableFromInline static var exchangesInTime: Int { 4 }

  /// A device that is online is notified of the feed's end, and begins to fetch it.
  @inlinable mutating func feedHasGrown<Storage: ReplicaStorage & ~Copyable>(
    to replica: borrowing Replica<Storage>, through end: Int, pageRowsMax: Int,
    pushOperationsMax: Int, at now: Instant, _ shared: borrowing MonitorState
  ) {
    guard shared.checksSteps(of: replica.scope) else { return }
    let site = Int(replica.site)
    let exchanges =
      (end - Int(replica.store.position)) / pageRowsMax
      + replica.store.pendingCount / pushOperationsMax
    guard updates[site].throughNext == 0, Int(replica.store.position) < end,
      updates[site].through < end, shared.isOfThisServer(replica),
      !replica.isForeign, exchanges < Self.exchangesInTime,
      // A newcomer without access is not notified of the scope's rows.
      !shared.isOutside(replica)
    else { return }
    updates[site].throughNext = UInt32(end)
    updates[site].sinceNext = now
    if updates[site].through == 0 { updates[site].startNext() }
  }

  /// Something outside the engine delays a device's messages until then.
  mutating func feedUpdateIsDelayed(from site: UInt32, until end: Instant) {
    updates[Int(site)].heldUntil = max(updates[Int(site)].heldUntil, end)
  }

  @inlinable mutating func checkFresh<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, at now: Instant, _ shared: inout MonitorState
  ) {
    let site = Int(replica.site)
    while updates[site].through != 0, updates[site].through <= replica.store.position {
      let (since, held) = (updates[site].since, updates[site].heldUntil)
      updates[site].startNext()
      guard held < since else { continue }
      shared.tally.count(.boundedStaleness)
      if now - since > Self.stalenessMax {
        shared.reportSite(
          .boundedStaleness, replica.site, replica.scope, now,
          "a device that was online did not receive new rows in time",
          expected: "within \(Self.stalenessMax) ms", found: "after \(now - since) ms")
      }
    }
  }

  /// A device without access has nothing more to receive.
  @usableFromInline mutating func forgetUpdates(of site: UInt32) {
    updates[Int(site)].end()
  }

  /// After a failover, the pending rows may not exist any more.
  mutating func forgetUpdates() {
    for site in 0..<updates.count { updates[site].end() }
  }
}
