import Base
import Chronology
import DomainCore
import Faults
import Properties
import SyncCore

/// What a backup has of a replica.
final class Backup {
  let copy: ReplicaCopy

  init(of replica: borrowing MemoryReplica) {
    copy = replica.store.copied()
  }
}

// Devices, installs, replicas, sites. A device has an owner and a clock, and may be in another
// one's hands; the app on it is an install, with a nonce of its own; for each account that was
// signed in there and each scope of theirs it has a replica, which speaks under a site.
extension World {
  private func replicas(on device: Int) -> [Int] {
    (0..<replicas.count).filter { links[$0].device == device }
  }

  // MARK: Taken away and put there again

  /// The app is taken away and installed again: it is another install, and has nothing.
  mutating func reinstall(_ device: Int) {
    beginInstall(on: device)
    for replica in replicas(on: device) { startFresh(replica) }
  }

  private mutating func beginInstall(on device: Int) {
    counters.installs += 1
    devices[device].install = InstallNonce(
      raw: Digest128.mix(devices[device].who, step.raw, 0, 0).first)
  }

  /// A replica of an install that has nothing, in the place of one that is gone.
  private mutating func startFresh(_ replica: Int) {
    counters.operationsErased += Int64(replicas[replica].store.pendingCount)
    let (scope, site) = (replicas[replica].scope, Int(replicas[replica].site))
    // Who has joined since is whom the log has made of them.
    let isKnown = site < server.sites.count && server.sites[site].scope == scope
    links[replica].member = isKnown ? server.sites[site].member : memberOnServer(replica)
    links[replica].startAnew()
    let link = links[replica]
    let fresh = register(
      scope: scope, member: link.member, person: link.person, on: link.device, replica: replica)
    replicas[replica] = MemoryReplica(
      site: fresh, scope: scope, state: firstState(of: Int(scope)), policy: settings.sync.policy,
      install: devices[link.device].install, keepsOwnRows: serverLog != nil)
  }

  /// The app is ended, and begins again from what it had saved.
  mutating func crash(_ device: Int) {
    counters.crashes += 1
    note(.crashed, on: devices[device].family, device: device)
    for replica in replicas(on: device) {
      links[replica].end()
      hold(replica, until: now)
      Self.restart(&replicas, replica, settings.sync.policy, at: now, &watch)
    }
  }

  private static func restart(
    _ replicas: inout OwnedReplicas, _ replica: Int, _ policy: ConflictPolicy, at now: Instant,
    _ watch: inout PropertyWatch
  ) {
    let before = RestartChecker(replicas[replica])
    replicas[replica] = MemoryReplica(
      restored: replicas[replica].store.copied(), as: replicas[replica].install,
      policy: policy)
    before.check(replicas[replica], at: now, &watch)
  }

  // MARK: Backups

  mutating func backUp(_ device: Int) {
    for replica in replicas(on: device) { backups[replica] = Self.backup(of: replicas, replica) }
  }

  private static func backup(of replicas: borrowing OwnedReplicas, _ replica: Int) -> Backup {
    Backup(of: replicas[replica])
  }

  /// Whether there is a backup of what the user of a device has on another, or on the same one.
  func canRestore(_ device: Int, from source: Int) -> Bool {
    device < devices.count && source < devices.count
      && devices[device].user == devices[source].user && backups[devices[source].family] != nil
  }

  /// A device comes back with a backup, or begins as the clone of another. What the backup has is
  /// another install's; what it does not have begins anew.
  mutating func restore(_ device: Int, from source: Int) {
    beginInstall(on: device)
    for replica in replicas(on: device) {
      let isFamily = replica == devices[device].family
      let original = isFamily ? devices[source].family : replica
      let mayRestore = isFamily || (source == device && links[replica].member != .newcomer)
      if mayRestore, let backup = backups[original] {
        restore(backup, onto: replica)
      } else {
        startFresh(replica)
      }
    }
  }

  private mutating func restore(_ backup: Backup, onto replica: Int) {
    counters.operationsErased += erased(by: backup, on: replica)
    links[replica].startAnew()
    replicas[replica] = MemoryReplica(
      restored: backup.copy.copied(), as: devices[links[replica].device].install,
      policy: settings.sync.policy)
  }

  /// How much of what waits on a replica a backup does not have.
  private func erased(by backup: Backup, on replica: Int) -> Int64 {
    var count: Int64 = 0
    let isOfSite = backup.copy.head.site == replicas[replica].site
    for index in 0..<replicas[replica].store.pendingCount {
      let sequence = replicas[replica].store.pending(index).sequence
      if !isOfSite || sequence > backup.copy.head.sequence { count += 1 }
    }
    return count
  }

  /// An install gets a number of its own, or back the one that its server has forgotten.
  mutating func registerAnew(_ replica: Int) {
    links[replica].member = memberOnServer(replica)
    let link = links[replica]
    let former = replicas[replica].site
    let site = register(
      scope: replicas[replica].scope, member: link.member, person: link.person, on: link.device,
      replica: replica, claiming: replicas[replica].isForeign ? nil : former)
    replicas[replica].register(as: site)
  }

  /// What the server has whoever uses a replica for: it may have forgotten that they joined.
  private func memberOnServer(_ replica: Int) -> MemberHandle {
    let (member, scope) = (links[replica].member, Int(replicas[replica].scope))
    guard member != .newcomer else { return member }
    let place = Int(member.index)
    let knows = place < server.scopes[scope].state.memberCount
    guard place < replicas[replica].store.state.memberCount else {
      return knows ? member : .newcomer
    }
    let joined = replicas[replica].store.state.member(member).entity
    if knows && server.scopes[scope].state.member(member).entity == joined { return member }
    return joined == .none
      ? .newcomer : server.scopes[scope].state.member(joinedBy: joined) ?? .newcomer
  }

  // MARK: Accounts

  /// P12: somebody signs in on a device. What the one before had there stays theirs: it is not
  /// shown, not said in another's name, and goes on its way when they are back.
  mutating func signIn(_ person: Int, on device: Int) {
    guard devices[device].user != person else { return }
    devices[device].user = person
    let own = replicas(on: device).first { links[$0].person == person && !links[$0].isGroup }
    if let own { devices[device].family = own } else { addFamily(of: person, on: device) }
    if households[devices[device].household].isNotified { registerToken(of: device) }
  }
}
