public import Base
public import Chronology
public import SyncCore

// P8: monotonic reads. (incarnation, epoch, position) of a copy never goes back: a position may
// only where the copy starts again with a later feed, and an epoch where the server has begun anew.
//
// Checked whenever a page or a snapshot is applied.
@usableFromInline struct MonotonicReadsChecker: ~Copyable {
  /// Per site, how far its copy has come.
  @usableFromInline var reached = FlatArray<Reached>()

  @usableFromInline init() {}

  mutating func addSite() { reached.append(Reached()) }

  /// How far a site's copy had come when it was last looked at.
  @inlinable func reached(by site: UInt32) -> Reached { reached[Int(site)] }

  @inlinable mutating func checkMovedOn<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, at now: Instant, _ books: inout WatchBooks
  ) {
    let (before, site) = (reached[Int(replica.site)], Int(replica.site))
    let after = Reached(replica)
    books.tally.count(.monotonicReads)
    if after.isBehind(before) {
      books.reportSite(
        .monotonicReads, replica.site, replica.scope, now, "a copy has gone back",
        expected: "not before \(before)", found: "\(after)")
    }
    reached[site] = after
  }
}

/// How far a copy has come: of which incarnation of the server, which feed it is of, and the
/// position there.
@usableFromInline struct Reached: BitwiseCopyable, CustomStringConvertible {
  @usableFromInline var incarnation: UInt32 = 0
  @usableFromInline var epoch: UInt32 = 1
  @usableFromInline var position: UInt32 = 0

  init() {}

  @inlinable init<Storage: ReplicaStorage & ~Copyable>(_ replica: borrowing Replica<Storage>) {
    incarnation = replica.store.head.incarnation
    epoch = replica.store.epoch
    position = replica.store.position
  }

  @inlinable func isBehind(_ before: Reached) -> Bool {
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
