public import Base
import Chronology
import DomainCore
import Environment
public import SyncCore

/// The devices of a world and what is on them.
///
/// A device has an owner and a clock, and somebody else may have signed in there. The app on it is
/// an install with a nonce of its own. For each account that was signed in there, and each scope of
/// that account, it has a replica, which speaks under a site.
///
/// Owns: devices, replicas, where each replica lies, sites, backups, versions of the app. What
/// connects replicas with the server is in `Network`.
public struct Fleet: ~Copyable {
  public internal(set) var devices: FlatArray<DeviceRecord>
  /// The copies of families and groups. The install of a replica may change, and with it its site.
  public internal(set) var replicas: OwnedArray<MemoryReplica>
  /// For each replica, where it lies and for whom.
  var placements: FlatArray<ReplicaPlacement>
  /// For each site, the replica that speaks under it, or has last.
  var replicaBySite: FlatArray<Int>
  /// For each replica, what a backup of it has.
  var backups: [Int: Backup] = [:]
  /// Makes every replica of this world.
  let factory: ReplicaFactory
  /// Whether some device has, or had, another version of the app than the current one.
  var hasMixedVersions = false
  /// Whether a device was ever given a trouble. As long as none was, nothing has to be searched.
  var hasDeviceFaults = false
  let anchor = AddressOnlyMarker()

  init(people: Int, _ factory: ReplicaFactory) {
    devices = FlatArray(capacity: people * 2)
    replicas = OwnedArray(capacity: people * 2)
    placements = FlatArray(capacity: people * 2)
    replicaBySite = FlatArray(capacity: people * 2)
    self.factory = factory
  }

  // MARK: Devices

  /// When a device has network again, or nil if it has network now.
  @inline(__always) func offlineUntil(_ device: Int, at now: Instant) -> Instant? {
    devices[device].isOnlineForGood(now) ? nil : searchWindows(of: device, at: now)
  }

  /// Of its own: it is asked for with each message, and mostly there is nothing to search.
  @inline(never) private func searchWindows(of device: Int, at now: Instant) -> Instant? {
    devices[device].offlineUntil(now)
  }

  mutating func set(_ deviceFault: DeviceFault, on device: Int, during window: OfflineWindow) {
    hasDeviceFaults = true
    devices[device].meet(deviceFault, window)
  }

  /// The number by which draws for messages know a device and the scope that it speaks of.
  @inline(__always) func shortName(of replica: Int) -> Int32 {
    let device = placements[replica].device
    let isGroup: UInt64 = placements[replica].isGroup ? 8 : 0
    return Int32(truncatingIfNeeded: devices[device].who & 0xFFF_FFFF | isGroup)
  }

  // MARK: Replicas

  func replicas(on device: Int) -> [Int] {
    (0..<replicas.count).filter { placements[$0].device == device }
  }

  /// The device that a replica lies on, and whether it is the copy of a group.
  public func place(ofReplica replica: Int) -> ReplicaAddress {
    ReplicaAddress(placements[replica].device, isGroup: placements[replica].isGroup)
  }

  /// Makes room for a replica, and returns its number. `fillPlace` must follow.
  mutating func place(_ placement: ReplicaPlacement) -> Int {
    placements.append(placement)
    return replicas.count
  }

  /// Puts a new replica onto the place that was made last.
  mutating func fillPlace(site: UInt32, scope: UInt32, _ state: consuming ScopeState) {
    precondition(placements.count == replicas.count + 1, "a replica has a place of its own")
    let install = devices[placements[replicas.count].device].install
    replicas.append(factory.empty(site: site, scope: scope, state: state, install: install))
  }

  /// Puts an empty replica into the place of one that is gone.
  mutating func replace(_ replica: Int, site: UInt32, _ state: consuming ScopeState) {
    replicas[replica] = factory.empty(
      site: site, scope: replicas[replica].scope, state: state,
      install: devices[placements[replica].device].install)
  }

  /// Ends the process of a replica and starts another one from what it has saved.
  mutating func restart(_ replica: Int) {
    replicas[replica] = factory.restored(
      replicas[replica].store.copied(), install: replicas[replica].install)
  }

  /// The place that the copy on a replica gives to the person who has joined there.
  func membership(_ replica: Int) -> MemberHandle? {
    guard placements[replica].mayHaveJoined else { return nil }
    for sequence in 1..<max(2, replicas[replica].store.sequence + 1) {
      let joined = replicas[replica].store.state.member(
        joinedBy: Entity(site: replicas[replica].site, sequence: sequence))
      if let joined { return joined }
    }
    return nil
  }

  // MARK: Sites

  /// How many sites there are, including those that no replica speaks under any more.
  public var siteCount: Int { replicaBySite.count }

  /// Who speaks under a site, or has last, and on which device.
  public func speaker(at site: UInt32) -> (person: Int, device: Int) {
    let placement = placements[replicaBySite[Int(site)]]
    return (placement.person, placement.device)
  }

  mutating func give(_ site: UInt32, to replica: Int) {
    replicaBySite.extend(to: Int(site) + 1, repeating: replica)
    replicaBySite[Int(site)] = replica
  }

  /// What an operation says, if it still waits on the replica that speaks under its site.
  func pendingKind(ofOperation sequence: UInt32, at site: UInt32) -> FactKind? {
    let replica = replicaBySite[Int(site)]
    for place in 0..<replicas[replica].store.pendingCount {
      let operation = replicas[replica].store.pending(place)
      if operation.site == site && operation.sequence == sequence { return operation.fact.kind }
    }
    return nil
  }

  // MARK: Backups

  mutating func backUp(_ device: Int) {
    for replica in replicas(on: device) {
      backups[replica] = replicas.with(replica) {
        Backup(of: $0, version: devices[device].version)
      }
    }
  }

  /// Whether there is a backup of what the user of a device has on another device, or on the same.
  func canRestore(_ device: Int, from source: Int) -> Bool {
    device < devices.count && source < devices.count
      && devices[device].user == devices[source].user && backups[devices[source].family] != nil
  }

  /// Puts a copy from a backup onto a replica, for the install that is on the device now.
  mutating func restore(_ backup: Backup, onto replica: Int) {
    replicas[replica] = factory.restored(
      backup.copy.copied(), install: devices[placements[replica].device].install)
  }

  /// How many operations that wait on a replica a backup does not have.
  func erased(by backup: Backup, on replica: Int) -> Int64 {
    var count: Int64 = 0
    let isOfSite = backup.copy.head.site == replicas[replica].site
    for index in 0..<replicas[replica].store.pendingCount {
      let sequence = replicas[replica].store.pending(index).sequence
      if !isOfSite || sequence > backup.copy.head.sequence { count += 1 }
    }
    return count
  }
}
