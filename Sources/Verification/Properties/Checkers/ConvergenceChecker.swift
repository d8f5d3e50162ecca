public import Base
public import Chronology
public import DomainCore
public import SyncCore

// P5: strong convergence. Replicas of a scope at the same position are byte-identical.
//
// Checked by digest whenever a page is applied and at quiescence, and then byte by byte in the
// scopes whose logs are folded again. A copy that leaves rows unfolded and reads the server's state
// is compared with nothing: it would be equal to itself.
@usableFromInline struct ConvergenceChecker: ~Copyable {
  /// Per scope, whether its log was folded again; its replicas are then compared byte by byte.
  private var isSampledScope = FlatArray<Bool>()

  @usableFromInline init() {}

  mutating func samplesClosely(at scope: UInt32) {
    isSampledScope.extend(to: Int(scope) + 1, repeating: false)
    isSampledScope[Int(scope)] = true
  }

  /// Whether a replica differs from the server's state at its position.
  @inlinable func differs<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, on server: borrowing Server, at now: Instant,
    _ shared: inout MonitorState
  ) -> Bool {
    let position = Int(replica.store.position)
    let scope = Int(replica.scope)
    // A response owns its rows, so one that was in flight when a group was deleted, or when its
    // feed was rewritten, still arrives; the server then has nothing to compare it with.
    if server.scopes[scope].isDeleted
      || replica.store.epoch != server.sites[Int(replica.site)].epoch
    {
      return false
    }
    if replica.store.source.foldsRows { shared.tally.count(.convergence) }
    if position > server.scopes[scope].feed.count {
      shared.reportSite(
        .convergence, replica.site, replica.scope, now, "a replica is beyond the end of the feed",
        expected: "at most \(server.scopes[scope].feed.count) rows", found: "\(position) rows")
      return false
    }
    return position > 0 && replica.store.source.foldsRows
      && replica.store.state.digest != server.scopes[scope].feed[position - 1].digest
  }

  func checkIdentical<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, wasUpdated: Bool, to server: borrowing Server,
    at now: Instant, _ shared: inout MonitorState
  ) {
    let scope = Int(replica.scope)
    guard !shared.isOutside(replica), replica.revocation == nil,
      replica.store.source.foldsRows,
      Int(replica.store.position) == server.scopes[scope].feed.count
    else { return }
    let property: Property = wasUpdated ? .versions : .convergence
    shared.tally.count(property)
    let isSame =
      isSampledScope.count > scope && isSampledScope[scope]
      ? replica.store.state.isIdentical(to: server.scopes[scope].state)
      : replica.store.state.digest == server.scopes[scope].state.digest
    if !isSame {
      let difference = StateDifference(
        of: replica.store.state, from: server.scopes[scope].state)
      shared.reportSite(
        property, replica.site, replica.scope, now,
        "a replica at the end of the feed differs from the server",
        expected: difference?.expected, found: difference?.found)
    } else if let own = replica.store.texts, let texts = server.scopes[scope].texts,
      own.ofFeed != texts.ofFeed
    {
      shared.reportSite(
        property, replica.site, replica.scope, now,
        "a replica at the end of the feed has other texts than the server")
    }
  }
}
