import Base
import DomainCore
import Environment
import Properties
import SyncCore

// Shared bases: in a run for metrics, most rows that devices fold lead to states that are there
// already, on the server. So the copies of most scopes read those (`SharedBase`). The copies of the
// other scopes fold their rows by themselves, as all devices do, and prove that the states are the
// same (P5).
extension World {
  /// Whether the devices of a scope fold all of their rows: in the sample of the scopes that are
  /// checked at each step, so that P5 is among these checks. The scopes whose logs are folded again
  /// are among them.
  func foldsItself(_ scope: Int) -> Bool {
    !settings.sharesBases || events.monitor.shared.checksSteps(of: UInt32(scope))
  }

  /// Has a copy share its base with the server, if it is the same: the copy is of the feed as it is
  /// now, and has the state that the row at its position has.
  mutating func share(_ replica: Int) {
    guard settings.sharesBases else { return }
    let (scope, position) = (fleet.replicas[replica].scope, fleet.replicas[replica].store.position)
    let source = fleet.replicas[replica].store.source
    if canShare(replica) {
      fleet.replicas[replica].store.source = source.sharing(
        backend.server.scopes.address(of: Int(scope)),
        trailedBy: trailing.address(of: Int(scope)), rowsFolded: position)
    } else if !source.isFounded {
      fleet.replicas[replica].store.state = founded(Int(scope))
    }
  }

  /// Whether a copy of a scope that is made now will share from its first row on, so that it needs
  /// no state of its own yet. Then `share` follows before it is read.
  func willShare(_ scope: Int) -> Bool { settings.sharesBases && !foldsItself(scope) }

  private func canShare(_ replica: Int) -> Bool {
    let scope = Int(fleet.replicas[replica].scope)
    let (site, head) = (Int(fleet.replicas[replica].site), fleet.replicas[replica].store.head)
    guard fleet.replicas[replica].store.source.foldsRows, !foldsItself(scope),
      fleet.devices[fleet.placements[replica].device].version != .before,
      !backend.server.scopes[scope].isDeleted, head.revocation == nil,
      !fleet.replicas[replica].isForeign, head.incarnation == backend.server.incarnation,
      site < backend.server.sites.count, Int(backend.server.sites[site].scope) == scope,
      !backend.server.sites[site].isNewcomer, head.epoch == backend.server.sites[site].epoch,
      Int(head.position) <= backend.server.scopes[scope].feed.count
    else { return false }
    // Without a state of its own it is as the scope was founded.
    return !fleet.replicas[replica].store.source.isFounded
      || fleet.replicas[replica].store.state.digest == digest(of: scope, at: Int(head.position))
  }

  /// The digest of a scope's state at a position of its feed.
  private func digest(of scope: Int, at position: Int) -> Digest128 {
    if position > 0 { return backend.server.scopes[scope].feed[position - 1].digest }
    return backend.server.scopes[scope].feed.isEmpty
      ? backend.server.scopes[scope].state.digest : backend.server.scopes[scope].founded().digest
  }

  /// Has the copies of some scopes fold what they left unfolded, and share no more: the feeds may
  /// be rewritten or deleted.
  mutating func stopSharing(in isConcerned: (UInt32) -> Bool) {
    guard settings.sharesBases else { return }
    for replica in 0..<fleet.replicas.count where isConcerned(fleet.replicas[replica].scope) {
      fleet.replicas[replica].store.foldByItself()
    }
    for scope in 0..<trailing.count where isConcerned(UInt32(scope)) { trailing[scope].forget() }
  }

  /// Has the copies of some scopes share again, except for those of a feed that there is no more.
  mutating func shareAgain(in isConcerned: (UInt32) -> Bool) {
    guard settings.sharesBases else { return }
    for replica in 0..<fleet.replicas.count where isConcerned(fleet.replicas[replica].scope) {
      share(replica)
    }
  }

  /// Whether a request may end its scope (GRP-2): a group's last member leaves, or its admin
  /// deletes it.
  func mayEndScope(_ request: UInt32, _ scope: UInt32) -> Bool {
    guard settings.sharesBases, directory.isGroup(scope) else { return false }
    let count = network.requests[request].operations.count
    return (0..<count).contains {
      network.requests[request].operations[$0].fact.kind.mayEndAccess
    }
  }
}
