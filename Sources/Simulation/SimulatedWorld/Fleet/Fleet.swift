public import Base
import Chronology
import DomainCore
import Environment
public import SyncCore

/// The devices of a world and what is on them.
///
/// A device has an owner and a clock; another person may be signed in there. The app on it is an
/// install with its own nonce. For each account that was signed in there and each scope of that
/// account it has a replica, which sends under a site.
///
/// Owns: devices, replicas and their placements, sites, backups, versions of the app. What connects
/// replicas with the server is in `Network`.
public struct Fleet: ~Copyable {
  public internal(set) var devices: FlatArray<DeviceRecord>
  /// The replicas of families and groups. The install of a replica may change, and with it its
  /// site.
  public internal(set) var replicas: OwnedArray<FleetReplica>
  /// For each replica, its device and its user.
  var placements: FlatArray<ReplicaPlacement>
  /// For each site, the replica that uses it or used it last.
  var replicaBySite: FlatArray<Int>
  /// For each replica, its backup.
  var backups: [Int: Backup] = [:]
  /// Makes every replica of this world.
  let factory: ReplicaFactory
  /// Whether any device has or had another version of the app than the current one.
  var hasMixedVersions = false
  /// By replica, how many of its first rows an earlier version of the app has read, until a
  /// snapshot comes.
  var readPartially: [Int: Int] = [:]
  /// By replica whose data was salvaged, what it showed before.
  var remembered: [Int: RememberedState] = [:]
  /// By replica, the site whose operations a salvaged copy hands over.
  var salvagedSites: [Int: UInt32] = [:]
  /// Whether any device ever had a fault. Until then there is nothing to search.
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
    devices[device].staysOnline(now) ? nil : searchWindows(of: device, at: now)
  }

  /// A function of its own: every message calls it, and usually there is nothing to search.
  @inline(never) private func searchWindows(of device: Int, at now: Instant) -> Instant? {
    devices[device].offlineUntil(now)
  }

  mutating func set(_ deviceFault: DeviceFault, on device: Int, during window: OfflineWindow) {
    hasDeviceFaults = true
    devices[device].meet(deviceFault, window)
  }

  /// The key by which message draws identify a device and the scope of its replica.
  @inline(__always) func shortName(of replica: Int) -> Int32 {
    let device = placements[replica].device
    let isGroup: UInt64 = placements[replica].isGroup ? 8 : 0
    return Int32(truncatingIfNeeded: devices[device].who & 0xFFF_FFFF | isGroup)
  }

  // MARK: Replicas

  func replicas(on device: Int) -> [Int] {
    (0..<replicas.count).filter { placements[$0].device == device }
  }

  /// The device of a replica, and whether it is the replica of a group.
  public func place(ofReplica replica: Int) -> ReplicaAddress {
    ReplicaAddress(placements[replica].device, isGroup: placements[replica].isGroup)
  }

  /// Reserves a replica's slot and returns its number. `fillPlace` must follow.
  mutating func place(_ placement: ReplicaPlacement) -> Int {
    placements.append(placement)
    return replicas.count
  }

  /// Puts a new replica into the slot that was reserved last.
  mutating func fillPlace(site: UInt32, scope: UInt32, _ state: consuming ScopeState) {
    precondition(placements.count == replicas.count + 1, "a replica has a place of its own")
    let install = devices[placements[replicas.count].device].install
    end(replicas.count)
    replicas.append(
      factory.empty(
        at: spot(replicas.count), site: site, scope: scope, state: state, install: install))
  }

  /// Replaces a replica with an empty one.
  mutating func replace(_ replica: Int, site: UInt32, _ state: consuming ScopeState) {
    end(replica)
    readPartially[replica] = nil
    replicas[replica] = factory.empty(
      at: spot(replica), site: site, scope: replicas[replica].scope, state: state,
      install: devices[placements[replica].device].install)
  }

  /// Ends the process of a replica and starts another one from its saved state. It throws when that
  /// is damaged; then the replica stays as it was and cannot save.
  mutating func restart(_ replica: Int, as install: InstallNonce? = nil) throws(StorageError) {
    let install = install ?? replicas[replica].install
    guard factory.disks != nil else {
      replicas[replica] = factory.inMemory(
        replicas[replica].store.copied(), install: install)
      return
    }
    end(replica)
    replicas[replica] = try factory.opened(at: spot(replica), install: install)
  }

  /// The member that the person who joined on a replica is, according to its state.
  func membership(_ replica: Int) -> MemberHandle? {
    guard placements[replica].mayHaveJoined else { return nil }
    for sequence in 1..<max(2, replicas[replica].store.sequence + 1) {
      let joined = replicas[replica].store.state.shared.member(
        joinedBy: Entity(site: replicas[replica].site, sequence: sequence))
      if let joined { return joined }
    }
    return nil
  }

  // MARK: Sites

  /// How many sites there are, including those that no replica uses any more.
  public var siteCount: Int { replicaBySite.count }

  /// The person and device that use a site or used it last.
  public func speaker(at site: UInt32) -> (person: Int, device: Int) {
    let placement = placements[replicaBySite[Int(site)]]
    return (placement.person, placement.device)
  }

  mutating func give(_ site: UInt32, to replica: Int) {
    replicaBySite.extend(to: Int(site) + 1, repeating: replica)
    replicaBySite[Int(site)] = replica
  }

  /// The kind of an operation that is pending on the replica of its site.
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
      let files = factory.disks?.image(of: spot(replica).name, on: device)
      backups[replica] = replicas.with(replica) {
        Backup(
          of: $0, files: files, version: devices[device].version,
          rowsReadPartially: readPartially[replica])
      }
    }
  }

  /// Whether there is a backup of the data that a device's user has on `source`.
  func canRestore(_ device: Int, from source: Int) -> Bool {
    device < devices.count && source < devices.count
      && devices[device].user == devices[source].user && backups[devices[source].family] != nil
  }

  /// Restores a replica from a backup, for the device's current install.
  mutating func restore(_ backup: Backup, onto replica: Int) throws(StorageError) {
    let install = devices[placements[replica].device].install
    readPartially[replica] = backup.rowsReadPartially
    switch backup.content {
    case .memory(let copy):
      replicas[replica] = factory.inMemory(copy.copied(), install: install)
    case .files(let image):
      end(replica)
      let spot = spot(replica)
      factory.disks?.restore(image, as: spot.name, on: spot.device)
      replicas[replica] = try factory.opened(at: spot, install: install)
    }
  }

  /// How many pending operations of a replica a backup does not have.
  func erased(by backup: Backup, on replica: Int) -> Int64 {
    var count: Int64 = 0
    let isOfSite = backup.head.site == replicas[replica].site
    for index in 0..<replicas[replica].store.pendingCount {
      let sequence = replicas[replica].store.pending(index).sequence
      if !isOfSite || sequence > backup.head.sequence { count += 1 }
    }
    return count
  }
}
