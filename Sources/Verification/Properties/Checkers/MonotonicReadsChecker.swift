public import Base
public import Chronology
public import SyncCore

// P8: monotonic reads. (incarnation, epoch, position) of a replica never goes back: a position may
// only if the replica starts over with a later feed, and an epoch only after a failover. Nor does a
// device's knowledge of its session: a late response of an earlier session does not end a later one
// (FAM-8).
//
// Checked whenever a page or a snapshot is applied, and at each response that a device receives.
@usableFromInline struct MonotonicReadsChecker: ~Copyable {
  /// Per site, the progress of its replica.
  @usableFromInline var reached = FlatArray<FeedProgress>()
  /// Per site, the latest session that its device has received: the server's incarnation in the
  /// upper half, and the session in the lower.
  private var sessions = FlatArray<UInt64>()

  @usableFromInline init() {}

  mutating func addSite() {
    reached.append(FeedProgress())
    sessions.append(0)
  }

  /// A device has received a response, and may have to sign in because of it.
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

  /// The progress of a site's replica when it was last checked.
  @inlinable func reached(by site: UInt32) -> FeedProgress { reached[Int(site)] }

  /// Records the progress of a replica whose steps are not checked.
  @inlinable mutating func noteReached<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>
  ) {
    reached[Int(replica.site)] = FeedProgress(replica)
  }

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

/// The progress of a replica: the server's incarnation, its feed, and the position there.
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

  /// Whether the replica has started over since with another server after a failover.
  @inlinable func isOfAnEarlierServer<Storage: ReplicaStorage & ~Copyable>(
    than replica: borrowing Replica<Storage>
  ) -> Bool {
    replica.store.head.incarnation > incarnation
  }

  /// Whether a replica still reads the same feed.
  @inlinable func isOfSameFeed<Storage: ReplicaStorage & ~Copyable>(
    as replica: borrowing Replica<Storage>
  ) -> Bool {
    replica.store.epoch == epoch && replica.store.head.incarnation == incarnation
  }

  @usableFromInline var description: String {
    "row \(position) of feed \(epoch) of server \(incarnation)"
  }
}
