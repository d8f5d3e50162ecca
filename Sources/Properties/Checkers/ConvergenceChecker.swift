public import Base
public import Chronology
public import DomainCore
public import SyncCore

// P5: strong convergence. Same scope and position, same bytes.
//
// Checked by digest whenever a page is applied and at quiescence, and byte for byte then in the
// scopes whose logs are folded once more.
extension PropertyWatch {
  @inlinable mutating func checkSamePosition<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, on server: borrowing Server, at now: Instant
  ) {
    let position = Int(replica.store.position)
    let scope = Int(replica.scope)
    // An answer owns its rows, so one that was on its way when a group was deleted, or its feed
    // written anew, still arrives; there is nothing on the server any more to hold it against.
    if server.scopes[scope].isDeleted
      || replica.store.epoch != server.sites[Int(replica.site)].epoch
    {
      return
    }
    tally.count(.convergence)
    if position > server.scopes[scope].feed.count {
      reportSite(
        .convergence, replica.site, replica.scope, now, "a copy is beyond the end of the feed")
    } else if position > 0,
      replica.store.state.digest != server.scopes[scope].feed[position - 1].digest
    {
      checkDifference(of: replica, on: server, at: now)
    }
  }

  mutating func checkIdentical<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, to server: borrowing Server, at now: Instant
  ) {
    let scope = Int(replica.scope)
    guard !isOutside(replica),
      Int(replica.store.position) == server.scopes[scope].feed.count
    else { return }
    let property: Property = wasUpdated(replica) ? .versions : .convergence
    tally.count(property)
    let isSame =
      isLookedAt.count > scope && isLookedAt[scope]
      ? replica.store.state.isIdentical(to: server.scopes[scope].state)
      : replica.store.state.digest == server.scopes[scope].state.digest
    if !isSame {
      reportSite(
        property, replica.site, replica.scope, now,
        "a copy at the end of the feed is not the server's byte for byte")
    }
  }
}
