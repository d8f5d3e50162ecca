import Base
import Chronology
import DomainCore
import Environment
import Properties
import SyncCore

/// What a backup has of a replica.
final class Backup {
  let copy: ReplicaState
  /// The version of the app that it is a backup of.
  let version: AppVersion

  init(of replica: borrowing MemoryReplica, version: AppVersion) {
    copy = replica.store.copied()
    self.version = version
  }
}

// Devices, installs, replicas, sites. A device has an owner and a clock, and may be in another
// one's hands; the app on it is an install, with a nonce of its own; for each account that was
// signed in there and each scope of theirs it has a replica, which speaks under a site.
extension World {
  func replicas(on device: Int) -> [Int] {
    (0..<replicas.count).filter { links[$0].device == device }
  }

  // MARK: Taken away and put there again

  /// The app is taken away and installed again: it is another install, and has nothing.
  mutating func reinstall(_ device: Int) {
    beginInstall(on: device)
    devices[device].version = max(devices[device].version, .current)
    for replica in replicas(on: device) { startFresh(replica) }
  }

  private mutating func beginInstall(on device: Int) {
    counters.installs += 1
    forgetCalendar(of: device)
    devices[device].install = InstallNonce(
      raw: Digest128.mix(devices[device].who, step.raw, 0, 0).first)
  }

  /// A replica of an install that has nothing, in the place of one that is gone.
  private mutating func startFresh(_ replica: Int) {
    let (scope, site) = (replicas[replica].scope, Int(replicas[replica].site))
    // Who has joined since is whom the log has made of them.
    let isKnown = site < server.sites.count && server.sites[site].scope == scope
    startFresh(replica, as: isKnown ? server.sites[site].member : memberOnServer(replica))
  }

  /// A replica that has nothing and is somebody's, in the place of one that is gone.
  mutating func startFresh(_ replica: Int, as member: MemberHandle) {
    counters.operationsErased += Int64(replicas[replica].store.pendingCount)
    let scope = replicas[replica].scope
    links[replica].member = member
    links[replica].resetForNewInstall()
    let link = links[replica]
    let fresh = register(
      scope: scope, member: link.member, person: link.person, on: link.device, replica: replica)
    replicas[replica] = MemoryReplica(
      site: fresh, scope: scope,
      state: link.member == .newcomer && !link.isGroup
        ? emptyFamily() : firstState(of: Int(scope)),
      policy: settings.sync.policy, install: devices[link.device].install,
      keepsOwnRows: serverLog != nil)
    noteFamily(replica)
  }

  /// The app is ended, and begins again from what it had saved.
  mutating func crash(_ device: Int) {
    counters.crashes += 1
    note(.crashed, on: devices[device].family, device: device)
    for replica in replicas(on: device) {
      links[replica].end()
      hold(replica, until: now)
      Self.restart(&replicas, replica, settings.sync.policy, at: now, &monitor)
    }
  }

  private static func restart(
    _ replicas: inout OwnedReplicas, _ replica: Int, _ policy: ConflictPolicy, at now: Instant,
    _ monitor: inout PropertyMonitor
  ) {
    let before = RestartChecker(replicas[replica])
    replicas[replica] = MemoryReplica(
      restored: replicas[replica].store.copied(), as: replicas[replica].install,
      policy: policy)
    monitor.restarted(replicas[replica], from: before, at: now)
  }

  // MARK: Two on one storage

  /// A second process of the app begins with what the first has saved, and asks for news without
  /// knowing what the first waits for: two exchanges of one site are on their way, and whoever is
  /// there takes what comes of either.
  mutating func wakeWidget(_ device: Int) {
    counters.widgets += 1
    for replica in replicas(on: device) {
      Self.restart(&replicas, replica, settings.sync.policy, at: now, &monitor)
    }
    let replica = devices[device].family
    links[replica].awaited = 0
    startExchange(replica, for: ExchangeCause(step))
  }

  // MARK: Backups

  mutating func backUp(_ device: Int) {
    for replica in replicas(on: device) {
      backups[replica] = Self.backup(of: replicas, replica, version: devices[device].version)
    }
  }

  private static func backup(
    of replicas: borrowing OwnedReplicas, _ replica: Int, version: AppVersion
  ) -> Backup {
    Backup(of: replicas[replica], version: version)
  }

  /// Whether there is a backup of what the user of a device has on another, or on the same one.
  func canRestore(_ device: Int, from source: Int) -> Bool {
    device < devices.count && source < devices.count
      && devices[device].user == devices[source].user && backups[devices[source].family] != nil
  }

  /// A device comes back with a backup, or begins as the clone of another. What the backup has is
  /// another install's; what it does not have begins anew. The app comes back in the version that
  /// it had then.
  mutating func restore(_ device: Int, from source: Int) {
    beginInstall(on: device)
    if let backup = backups[devices[source].family] { devices[device].version = backup.version }
    for replica in replicas(on: device) {
      let isFamily = replica == devices[device].family
      let original = isFamily ? devices[source].family : replica
      let mayRestore = (isFamily || source == device) && links[original].member != .newcomer
      if mayRestore, let backup = backups[original] {
        restore(backup, onto: replica)
      } else {
        startFresh(replica)
      }
    }
    noteVersion(of: device)
  }

  private mutating func restore(_ backup: Backup, onto replica: Int) {
    counters.operationsErased += erased(by: backup, on: replica)
    links[replica].resetForNewInstall()
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
  mutating func reregister(_ replica: Int) {
    links[replica].member = memberOnServer(replica)
    let link = links[replica]
    let former = replicas[replica].site
    let site = register(
      scope: replicas[replica].scope, member: link.member, person: link.person, on: link.device,
      replica: replica, claiming: replicas[replica].isForeign ? nil : former)
    replicas[replica].register(as: site)
    noteFamily(replica)
  }

  /// What the server has whoever uses a replica for: it may have forgotten that they joined.
  private func memberOnServer(_ replica: Int) -> MemberHandle {
    let (member, scope) = (links[replica].member, Int(replicas[replica].scope))
    guard member != .newcomer else { return member }
    let place = Int(member.index)
    let knows = place < server.scopes[scope].state.memberCount
    guard place < replicas[replica].store.state.memberCount else {
      return knows && isServersMember(member, links[replica].person, in: scope)
        ? member : .newcomer
    }
    let joined = replicas[replica].store.state.member(member).entity
    if knows && server.scopes[scope].state.member(member).entity == joined { return member }
    return joined == .none
      ? .newcomer : server.scopes[scope].state.member(joinedBy: joined) ?? .newcomer
  }

  /// Whether the server has a person for a member of a scope: one that has begun anew may have
  /// given the place to somebody else since.
  private func isServersMember(_ member: MemberHandle, _ person: Int, in scope: Int) -> Bool {
    if server.scopes[scope].state.member(member).entity == .none { return true }
    let account = people[person].account
    return (0..<server.sites.count).contains {
      Int(server.sites[$0].scope) == scope && server.sites[$0].member == member
        && server.sites[$0].account == account
    }
  }

  // MARK: Accounts

  /// P12: somebody signs in on a device. What the one before had there stays theirs: it is not
  /// shown, not said in another's name, and goes on its way when they are back.
  mutating func signIn(_ person: Int, on device: Int) {
    guard devices[device].user != person else { return }
    devices[device].user = person
    let own = replicas(on: device).first { links[$0].person == person && !links[$0].isGroup }
    if let own { devices[device].family = own } else { addFamily(of: person, on: device) }
    noteVersion(of: device)
    if households[devices[device].household].isNotified { registerToken(of: device) }
  }
}

// Fleets: devices have versions of the app, and go on from one to the next at a time of their own
// (P19).
//
// The engine at hand is the current version. An app of the version before reads what it does not
// know as unknown and keeps it; one of the version that comes next writes a field more into what is
// said there, which nobody else knows and all must pass on.
extension World {
  /// Whether a device can have a version: one that comes later than its own; an earlier one only
  /// as long as nothing was done there, for no app opens what a later one has written.
  func canHave(_ version: AppVersion, _ device: Int) -> Bool {
    guard device < devices.count else { return false }
    if version > devices[device].version { return true }
    return version < devices[device].version
      && (0..<replicas.count).allSatisfy { links[$0].device != device || isUntouched($0) }
  }

  private func isUntouched(_ replica: Int) -> Bool {
    replicas[replica].store.position == 0 && replicas[replica].store.sequence == 0
  }

  mutating func update(_ device: Int, to version: AppVersion) {
    let former = devices[device].version
    devices[device].version = version
    hasMixedVersions = true
    counters.updates += 1
    for replica in replicas(on: device) {
      // What was on its way to the app that is gone is not heard.
      links[replica].end()
      hold(replica, until: now)
      if former == .before {
        Self.reread(&replicas, replica, settings.sync.policy)
        monitor.readsFullyAgain(replicas[replica].install, scope: replicas[replica].scope)
      }
    }
    noteVersion(of: device)
  }

  /// Whoever keeps books is to know which apps do not read all there is.
  mutating func noteVersion(of device: Int) {
    guard hasMixedVersions, devices[device].version == .before else { return }
    for replica in replicas(on: device) {
      let scope = replicas[replica].scope
      monitor.readsPartially(
        replicas[replica].install, scope: scope, founded: firstState(of: Int(scope)))
    }
  }

  /// A later app opens what an earlier one has left. It has the rows only as the earlier one read
  /// them, and says so by its digest; the server gives it a snapshot then.
  private static func reread(
    _ replicas: inout OwnedReplicas, _ replica: Int, _ policy: ConflictPolicy
  ) {
    replicas[replica] = MemoryReplica(
      restored: replicas[replica].store.copied(), as: replicas[replica].install, policy: policy)
  }

  /// The run is over: everybody gets the current version.
  mutating func updateAll() {
    guard hasMixedVersions else { return }
    for device in 0..<devices.count where devices[device].version == .before {
      update(device, to: .current)
    }
  }

  // MARK: What is said and read

  /// Whether the app on a replica's device has such a thing.
  @inline(__always) func has(_ kind: FactKind, _ replica: Int) -> Bool {
    !hasMixedVersions || kind.since <= devices[links[replica].device].version.format
  }

  /// What the version that comes next writes into what is said on a device.
  mutating func writeNewFields(on replica: Int, since first: Int) {
    guard devices[links[replica].device].version == .next else { return }
    for index in first..<replicas[replica].store.pendingCount {
      let sequence = replicas[replica].store.pending(index).sequence
      NextVersionFields.of(sequence).withUnsafeBufferPointer {
        replicas[replica].store.unknown.keep($0, of: .operation, Int(sequence))
      }
      monitor.committedWithNewFields(replicas[replica].site, sequence)
    }
  }

  /// An answer as the app on a device reads it.
  mutating func read(_ handle: UInt32, as version: AppVersion) {
    for index in 0..<responses[handle].rows.count {
      responses[handle].rows[index].operation =
        responses[handle].rows[index].operation.read(asOf: version.format)
    }
  }
}

extension AppVersion {
  /// The version of the format that its apps know.
  var format: UInt8 { self == .before ? Fact.schemaCurrent - 1 : Fact.schemaCurrent }
}
