import Base
import Chronology
import DomainCore
import Environment
import Properties
import SyncCore

// Builds the first state of a world: families with their members, and a replica for every device.
extension World {
  mutating func found() {
    for household in 0..<setup.households.count { createHousehold(household) }
    events.counters.households = Int64(directory.households.count)
    events.counters.people = Int64(directory.people.count)
    events.counters.replicas = Int64(fleet.replicas.count)
    for number in 0..<setup.groupCount { openGroup(number) }
    for person in 0..<directory.people.count where directory.people[person].deviceCount > 0 {
      reserveGroupReplica(of: person)
    }
    // Now all scopes are where they stay.
    if settings.sharesBases {
      for _ in 0..<backend.server.scopes.count { trailing.append(TrailingState()) }
    }
    for replica in 0..<fleet.replicas.count { share(replica) }
  }

  private mutating func createHousehold(_ index: Int) {
    let household = setup.households[index]
    var record = HouseholdRecord(
      number: household.number, scope: UInt32(index), zone: ZoneCursor(household.zone),
      firstPerson: directory.people.count, personCount: household.people.count,
      founderCount: household.founders.count, firstDevice: fleet.devices.count, deviceCount: 0,
      joinDay: household.joinDay, isNotified: household.isNotified)
    var place: UInt16 = 0
    for resident in household.people {
      let isFounder = resident.joinDay == nil
      let account = backend.openAccount(AccountKind(of: resident.role), at: now)
      directory.people.append(
        PersonRecord(
          number: resident.number, household: index,
          member: isFounder ? MemberHandle(place) : .newcomer,
          joinDay: resident.joinDay ?? household.joinDay, isFounder: isFounder,
          hasFamily: isFounder, firstDevice: fleet.devices.count,
          deviceCount: resident.deviceCount, usesApp: resident.usesApp, account: account))
      if isFounder { place += 1 }
      for number in 0..<resident.deviceCount {
        fleet.addDevice(
          DeviceRecord(
            who: DeviceKey(resident.number, number).who, owner: directory.people.count - 1,
            household: index, zone: record.zone))
      }
    }
    record.deviceCount = fleet.devices.count - record.firstDevice
    let scope = backend.openScope(
      founded(index), rowsExpected: household.people.count * 512, at: now)
    precondition(scope == record.scope, "a household and its scope have one number")
    directory.householdByScope.append(index)
    sampleSteps(of: scope, household.number, isGroup: false)
    for device in record.firstDevice..<fleet.devices.count {
      addFamily(of: fleet.devices[device].owner, on: device)
    }
    directory.households.append(record)
    notifications.addHousehold()
    beginNotifications(of: index)
  }

  /// Gives a device a replica of a person's family, on which they have signed in.
  mutating func addFamily(of person: Int, on device: Int) {
    let (household, member) = (directory.people[person].household, directory.people[person].member)
    fleet.devices[device].family = fleet.replicas.count
    let isUnfounded = member != .newcomer && willShare(household)
    addReplica(
      of: UInt32(household),
      ReplicaPlacement(device: device, person: person, member: member, isGroup: false),
      isUnfounded || member == .newcomer ? emptyFamily() : founded(household))
    if isUnfounded { fleet.replicas[fleet.devices[device].family].store.source = .unfounded }
  }

  /// Registers an install of a scope with the server, and gives it a replica.
  mutating func addReplica(
    of scope: UInt32, _ placement: ReplicaPlacement, _ state: consuming ScopeState
  ) {
    let replica = fleet.place(placement)
    network.links.append(LinkState())
    let site = register(replica, in: scope)
    fleet.fillPlace(site: site, scope: scope, state)
  }

  /// A family as the server and every device know it on the first day; FAM-7: without founders who
  /// have deleted their account since.
  func founded(_ household: Int) -> ScopeState {
    let founders = setup.households[household].founders
    var members = FlatArray<Member>(capacity: founders.count)
    for (place, resident) in founders.enumerated() {
      members.append(
        directory.isDeleted(founder: place, of: household)
          ? .blank : Member(role: resident.role, born: resident.born))
    }
    return ScopeState(
      members: members, firstDay: settings.firstDay, dayCapacity: settings.days + 2)
  }

  /// A family's state for a person without access: empty.
  func emptyFamily() -> ScopeState {
    ScopeState(members: FlatArray(), firstDay: settings.firstDay)
  }

  /// A group's first state on the server and on every phone.
  func emptyGroup() -> ScopeState { .emptyGroup(openedOn: settings.firstDay) }

  private mutating func openGroup(_ number: Int) {
    let scope = backend.openScope(emptyGroup(), rowsExpected: 0, at: now)
    directory.householdByScope.append(number * WorldSetup.householdsPerGroup)
    directory.groups.append(GroupRecord(scope: scope))
    let first = directory.households[number * WorldSetup.householdsPerGroup].number
    sampleSteps(of: scope, first, isGroup: true)
  }

  /// Checks a new scope at each step if it is in the sample.
  private mutating func sampleSteps(of scope: UInt32, _ household: UInt32, isGroup: Bool) {
    events.counters.scopes += 1
    if settings.sample.checksSteps(ofHousehold: household, isGroup: isGroup) {
      events.counters.scopesCheckedAtEachStep += 1
    } else {
      events.monitor.shared.leaveOut(scope)
    }
  }
}

/// The key of a person's device for random draws; devices are counted from zero.
public struct DeviceKey: BitwiseCopyable, Hashable, Sendable {
  public let who: UInt64

  /// No person has more than eight devices; the fourth bit marks a group's replica.
  @inlinable public init(_ person: UInt32, _ number: Int) {
    who = 3 << 56 | UInt64(person) << 4 | UInt64(number)
  }
}
