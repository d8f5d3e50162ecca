import Base
import Chronology
import DomainCore
import Environment
import Properties
import SyncCore

// How a world begins: its families with their members, a replica for every device.
extension World {
  mutating func found() {
    for household in 0..<setup.households.count { createHousehold(household) }
    counters.households = Int64(households.count)
    counters.people = Int64(people.count)
    counters.replicas = Int64(replicas.count)
    for number in 0..<setup.groupCount { openGroup(number) }
    for person in 0..<people.count where people[person].deviceCount > 0 {
      reserveGroupReplica(of: person)
    }
  }

  private mutating func createHousehold(_ index: Int) {
    let household = setup.households[index]
    var record = HouseholdRecord(
      number: household.number, scope: UInt32(index), zone: ZoneCursor(household.zone),
      firstPerson: people.count, personCount: household.people.count,
      founderCount: household.founders.count, firstDevice: devices.count, deviceCount: 0,
      joinDay: household.joinDay, isNotified: household.isNotified)
    var place: UInt16 = 0
    for resident in household.people {
      let isFounder = resident.joinDay == nil
      people.append(
        PersonRecord(
          number: resident.number, household: index,
          member: isFounder ? MemberHandle(place) : .newcomer,
          joinDay: resident.joinDay ?? household.joinDay, isFounder: isFounder,
          hasFamily: isFounder, firstDevice: devices.count, deviceCount: resident.deviceCount,
          usesApp: resident.usesApp, account: openAccount(AccountKind(of: resident.role))))
      if isFounder { place += 1 }
      for number in 0..<resident.deviceCount {
        devices.append(
          DeviceRecord(
            who: DeviceKey(resident.number, number).who, owner: people.count - 1,
            household: index, zone: record.zone))
      }
    }
    record.deviceCount = devices.count - record.firstDevice
    let scope = openScope(founded(index), rowsExpected: household.people.count * 512)
    precondition(scope == record.scope, "a household and its scope have one number")
    householdByScope.append(index)
    for device in record.firstDevice..<devices.count {
      addFamily(of: devices[device].owner, on: device)
    }
    households.append(record)
    notifiers.append(Notifier())
    notificationScans.append(NotificationScan())
    beginNotifications(of: index)
  }

  /// Gives a device a replica of somebody's family, on which they have signed in.
  mutating func addFamily(of person: Int, on device: Int) {
    let household = people[person].household
    devices[device].family = replicas.count
    addReplica(
      of: UInt32(household), member: people[person].member, person: person, on: device,
      state: people[person].member == .newcomer ? emptyFamily() : founded(household))
  }

  /// Registers an install of a scope on a device with the server, and gives it a replica.
  mutating func addReplica(
    of scope: UInt32, member: MemberHandle, person: Int, on device: Int, isGroup: Bool = false,
    state: consuming ScopeState
  ) {
    let replica = replicas.count
    links.append(LinkState(device: device, person: person, member: member, isGroup: isGroup))
    let site = register(
      scope: scope, member: member, person: person, on: device, replica: replica)
    replicas.append(
      MemoryReplica(
        site: site, scope: scope, state: state, policy: settings.sync.policy,
        install: devices[device].install, keepsOwnRows: serverLog != nil))
  }

  /// A family as the server and every device know it on the first day; FAM-7: as far as they may
  /// know it, where a founder has deleted their account since.
  func founded(_ household: Int) -> ScopeState {
    let founders = setup.households[household].founders
    var members = FlatArray<Member>(capacity: founders.count)
    for (place, resident) in founders.enumerated() {
      members.append(
        isDeleted(founder: place, of: household)
          ? .blank : Member(role: resident.role, born: resident.born))
    }
    return ScopeState(
      members: members, firstDay: settings.firstDay, dayCapacity: settings.days + 2)
  }

  private func isDeleted(founder place: Int, of household: Int) -> Bool {
    guard hasDeletions else { return false }
    let record = households[household]
    return (record.firstPerson..<record.firstPerson + record.personCount).contains {
      people[$0].isDeleted && people[$0].isFounder && Int(people[$0].member.index) == place
    }
  }

  /// A family as whoever is not let in has it: nothing.
  func emptyFamily() -> ScopeState {
    ScopeState(members: FlatArray(), firstDay: settings.firstDay)
  }

  /// A group as it begins on the server and on every phone.
  func emptyGroup() -> ScopeState { .emptyGroup(openedOn: settings.firstDay) }

  private mutating func openGroup(_ number: Int) {
    let scope = openScope(emptyGroup(), rowsExpected: 0)
    householdByScope.append(number * WorldSetup.householdsPerGroup)
    groups.append(GroupRecord(scope: scope))
  }
}

/// A person's device, counted from zero, as draws know it.
public struct DeviceKey: BitwiseCopyable, Hashable, Sendable {
  public let who: UInt64

  /// No person has more than eight; the fourth bit is that of a group's replica.
  @inlinable public init(_ person: UInt32, _ number: Int) {
    who = 3 << 56 | UInt64(person) << 4 | UInt64(number)
  }
}
