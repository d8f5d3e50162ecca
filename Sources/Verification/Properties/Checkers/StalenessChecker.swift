public import Base
public import Chronology
public import SyncCore

/// What a device was told there is, and has not shown yet.
@usableFromInline struct PendingUpdate: BitwiseCopyable {
  /// How far the feed went then, zero when there is nothing to wait for.
  @usableFromInline var through: UInt32 = 0
  @usableFromInline var since = Instant(milliseconds: 0)
  /// What it was told of while it fetched that, zero for nothing.
  @usableFromInline var throughNext: UInt32 = 0
  @usableFromInline var sinceNext = Instant(milliseconds: 0)
  /// Until when something outside of the engine keeps its messages up.
  @usableFromInline var heldUntil = Instant(milliseconds: .min)

  @usableFromInline init() {}

  /// What was told first is shown; whatever came after it is waited for now.
  @usableFromInline mutating func goOn() {
    (through, since) = (throughNext, sinceNext)
    throughNext = 0
  }

  /// There is nothing more to wait for.
  @usableFromInline mutating func end() {
    through = 0
    throughNext = 0
  }
}

// P23: bounded staleness. A device that is online shows its group's news within five seconds (FT
// 24), and one that has network again shows within that time whatever there was when it came back.
//
// The harness tells when a device is told, and what keeps its messages up: a lost or slow one, a
// server that is down. Only what nothing has kept up is counted. Where more is to be read or sent
// than a few pages hold, nothing is promised.
@usableFromInline struct StalenessChecker: ~Copyable {
  /// Per site, what it has still to hear.
  @usableFromInline var news = FlatArray<PendingUpdate>()

  @usableFromInline init() {}

  mutating func addSite() { news.append(PendingUpdate()) }

  @usableFromInline static var stalenessMax: Int64 { 5_000 }

  /// How many exchanges still end in time.
  @usableFromInline static var exchangesInTime: Int { 4 }

  /// A device that is online hears how far the feed goes, and begins to fetch that.
  mutating func feedHasGrown<Storage: ReplicaStorage & ~Copyable>(
    to replica: borrowing Replica<Storage>, through end: Int, pageRowsMax: Int,
    pushOperationsMax: Int, at now: Instant, _ shared: borrowing MonitorState
  ) {
    guard shared.isSampled(scope: replica.scope) else { return }
    let site = Int(replica.site)
    let exchanges =
      (end - Int(replica.store.position)) / pageRowsMax
      + replica.store.pendingCount / pushOperationsMax
    guard news[site].throughNext == 0, Int(replica.store.position) < end,
      news[site].through < end, shared.isOfThisServer(replica),
      !replica.isForeign, exchanges < Self.exchangesInTime,
      // Who stands at the door hears nothing of what is inside.
      !shared.isOutside(replica)
    else { return }
    news[site].throughNext = UInt32(end)
    news[site].sinceNext = now
    if news[site].through == 0 { news[site].goOn() }
  }

  /// Something outside of the engine keeps a device from hearing, until then.
  mutating func feedUpdateIsDelayed(from site: UInt32, until end: Instant) {
    news[Int(site)].heldUntil = max(news[Int(site)].heldUntil, end)
  }

  @inlinable mutating func checkFresh<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, at now: Instant, _ shared: inout MonitorState
  ) {
    let site = Int(replica.site)
    while news[site].through != 0, news[site].through <= replica.store.position {
      let (since, held) = (news[site].since, news[site].heldUntil)
      news[site].goOn()
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

  /// Whoever has lost access has nothing more to hear.
  @usableFromInline mutating func forgetNews(of site: UInt32) {
    news[Int(site)].end()
  }

  /// The server has begun anew, and what there was may be gone.
  mutating func forgetNews() {
    for site in 0..<news.count { news[site].end() }
  }
}
