import Base
public import Chronology
public import DomainCore
import Environment
import Properties
public import SyncCore

// What a device shows its owner. Step sources that simulate people read this and nothing else.
extension World {
  /// The confirmed state of the family or group at an address. While salvaged data waits for the
  /// server, people act on what they remember; the app accepts nothing then.
  public subscript(copyAt place: ReplicaAddress) -> ScopeState {
    unsafeAddress {
      if let phones { return phones.stateAddress(at: place) }
      guard let replica = replica(at: place) else {
        preconditionFailure("the device has a replica at this address")
      }
      if fleet.isStored, let remembered = fleet.remembered[replica] { return remembered.address }
      return fleet.replicas[replica].store.stateAddress
    }
  }

  /// The number of the replica at an address, or nil when the device has none.
  @inline(__always)
  func replica(at place: ReplicaAddress) -> Int? {
    guard place.isGroup else { return fleet.devices[place.device].family }
    let user = fleet.devices[place.device].user
    return directory.people[user].hasGroup ? directory.people[user].groupReplica : nil
  }

  /// The scope of the replica at an address.
  public func scope(at place: ReplicaAddress) -> UInt32 {
    let user = fleet.devices[place.device].user
    let replica =
      place.isGroup ? directory.people[user].groupReplica : fleet.devices[place.device].family
    return fleet.replicas[replica].scope
  }

  public func hasReplica(at place: ReplicaAddress) -> Bool {
    if let phones { return phones.hasReplica(at: place) }
    return replica(at: place) != nil
  }

  /// The member that a device's user is in the scope of an address; a newcomer until they have
  /// access.
  public func member(at place: ReplicaAddress) -> MemberHandle {
    if let phones { return phones.member(at: place) }
    guard let replica = replica(at: place) else { return .newcomer }
    let member = fleet.placements[replica].member
    // Salvaged data may not have them until the server sends the rest.
    if fleet.isStored, fleet.remembered[replica] != nil,
      Int(member.index) >= fleet.replicas[replica].store.state.memberCount
    {
      return .newcomer
    }
    return member
  }

  /// Why a device has dropped all of its data, or nil.
  public func revocation(at place: ReplicaAddress) -> Refusal? {
    if let phones { return phones.revocation(at: place) }
    return replica(at: place).flatMap { fleet.replicas[$0].store.revocation }
  }

  /// The operations submitted at an address that the server rejected, oldest first.
  public func rejections(at place: ReplicaAddress) -> [Rejection] {
    if let phones { return phones.rejections(at: place) }
    return replica(at: place).map { fleet.replicas[$0].rejections } ?? []
  }

  /// How many operations submitted at an address the server has rejected.
  public func rejectedCount(at place: ReplicaAddress) -> Int {
    if let phones { return phones.rejectedCount(at: place) }
    return replica(at: place).map { fleet.replicas[$0].rejectedCount } ?? 0
  }

  /// How many operations submitted at an address are still pending.
  public func pendingCount(at place: ReplicaAddress) -> Int {
    if let phones { return phones.pendingCount(at: place) }
    return replica(at: place).map { fleet.replicas[$0].store.pendingCount } ?? 0
  }

  public func isOnline(_ device: Int) -> Bool {
    if let phones { return phones.isOnline(device) }
    return fleet.offlineUntil(device, at: now) == nil
  }

  /// Whether the device would accept a command, asked before it becomes part of a transaction.
  public mutating func accepts(_ command: Command, at place: ReplicaAddress) -> Bool {
    if let phones { return phones.accepts(command, at: place, now: now) }
    guard let replica = replica(at: place) else { return false }
    let device = place.device
    let shownDay = shownDay(on: device)
    let command = settings.hasOwnTexts ? inTable(of: replica, command) : command
    return fleet.replicas[replica].refusal(
      of: command, author: fleet.placements[replica].member, day: shownDay,
      zone: fleet.devices[device].zone.zone, now: deviceTime(device)) == nil
  }

  // MARK: Clocks

  /// What a device's clock shows.
  public func deviceTime(_ device: Int) -> Instant { fleet.devices[device].clock.shows(now) }

  /// What the server's clock shows.
  var serverTime: Instant { backend.time(at: now) }

  /// The local day that a device shows.
  public mutating func shownDay(on device: Int) -> LocalDay {
    let time = deviceTime(device)
    return fleet.devices[device].zone.localDay(at: time)
  }

  /// The local day of a household's people, whatever their devices show.
  public mutating func day(of household: Int) -> LocalDay {
    let now = self.now
    return directory.households[household].zone.localDay(at: now)
  }

  /// The minute of that day.
  public mutating func minuteOfDay(of household: Int) -> Int {
    let now = self.now
    return Int(directory.households[household].zone.millisecondOfDay(at: now) / 60_000)
  }

  // MARK: Devices

  /// Whether a device has a fault; after the run all faults have ended.
  @inline(__always) func isIn(_ deviceFault: DeviceFault, _ device: Int) -> Bool {
    fleet.hasDeviceFaults && !isHealing && fleet.devices[device].isIn(deviceFault, now)
  }

  /// Whether a device has a network, and the server can be reached.
  @inline(never) func isConnected(_ device: Int) -> Bool {
    fleet.offlineUntil(device, at: now) == nil && backend.isUp(at: now)
      && !isIn(.captivePortal, device)
  }

  /// Whether a device still acts in the background in its owner's name: until the owner has left
  /// the app, another person has signed in, or the run has ended for them.
  mutating func actsByItself(_ device: Int) -> Bool {
    let owner = fleet.devices[device].owner
    guard fleet.devices[device].user == owner, !directory.people[owner].hasLeft,
      !isIn(.storageFull, device)
    else { return false }
    return isHealing || runDay(day(of: fleet.devices[device].household)) < settings.days
  }

  // MARK: The server

  /// COST-1: the server's work, by the days of its clock.
  public var backendUse: [(day: LocalDay, use: BackendUse)] {
    (0..<backend.server.meter.dayCount).map {
      (backend.server.meter.day($0), backend.server.meter.use($0))
    }
  }
}
