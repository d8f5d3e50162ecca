public import Base
public import Chronology
public import SyncCore

// P8: monotonic reads. (incarnation, epoch, position) of a copy never goes back: a position may
// only where the copy starts again with a later feed, and an epoch where the server has begun anew.
// Nor does what a device knows of its session: a late word of one that is over ends none that was
// begun since (FAM-8).
//
// Checked whenever a page or a snapshot is applied, and at each answer that a device hears.
@usableFromInline struct MonotonicReadsChecker: ~Copyable {
  /// Per site, how far its copy has come.
  @usableFromInline var reached = FlatArray<FeedProgress>()
  /// Per site, the latest session that its device has heard of: by which server in the upper half,
  /// and which one in the lower.
  private var sessions = FlatArray<UInt64>()

  @usableFromInline init() {}

  mutating func addSite() {
    reached.append(FeedProgress())
    sessions.append(0)
  }

  /// A device has heard an answer, and may have to sign in for it.
  @usableFromInline mutating func checkSession(
    _ response: ResponseHeader, mustSignIn: Bool, at now: Instant, _ shared: inout MonitorState
  ) {
    let site = Int(response.site)
    let session = UInt64(response.incarnation) << 32 | UInt64(response.signIns)
    if sessions[site] <= session {
      sessions[site] = session
    } else if mustSignIn {
      shared.reportSite(
        .monotonicReads, response.site, response.scope, now,
        "a response of an earlier session has ended a later one",
        expected: "session \(UInt32(truncatingIfNeeded: sessions[site]))",
        found: "session \(response.signIns)")
    }
    if mustSignIn { shared.tally.count(.monotonicReads) }
  }

  /// How far a site's copy had come when it was last looked at.
  @inlinable func reached(by site: UInt32) -> FeedProgress { reached[Int(site)] }

  @inlinable mutating func checkMovedOn<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, at now: Instant, _ shared: inout MonitorState
  ) {
    let (before, site) = (reached[Int(replica.site)], Int(replica.site))
    let after = FeedProgress(replica)
    shared.tally.count(.monotonicReads)
    if after.isBehind(before) {
      shared.reportSite(
        .monotonicReads, replica.site, replica.scope, now, "a replica has gone back",
        expected: "at least \(before)", found: "\(after)")
    }
    reached[site] = after
  }
}

/// How far a copy has come: of which incarnation of the server, which feed it is of, and the
/// position there.
@usableFromInline struct FeedProgress: BitwiseCopyable, CustomStringConvertible {
  @usableFromInline var incarnation: UInt32 = 0
  @usableFromInline var epoch: UInt32 = 1
  @usableFromInline var position: UInt32 = 0

  init() {}

  @inlinable init<Storage: ReplicaStorage & ~Copyable>(_ replica: borrowing Replica<Storage>) {
    incarnation = replica.store.head.incarnation
    epoch = replica.store.epoch
    position = replica.store.position
  }

  @inlinable func isBehind(_ before: FeedProgress) -> Bool {
    (incarnation, epoch, position) < (before.incarnation, before.epoch, before.position)
  }

  /// Whether a copy has started again since with a server that has begun anew.
  @inlinable func isOfAnEarlierServer<Storage: ReplicaStorage & ~Copyable>(
    than replica: borrowing Replica<Storage>
  ) -> Bool {
    replica.store.head.incarnation > incarnation
  }

  /// Whether a copy reads the same feed still.
  @inlinable func isOfSameFeed<Storage: ReplicaStorage & ~Copyable>(
    as replica: borrowing Replica<Storage>
  ) -> Bool {
    replica.store.epoch == epoch && replica.store.head.incarnation == incarnation
  }

  @usableFromInline var description: String {
    "row \(position) of feed \(epoch) of server \(incarnation)"
  }
}
