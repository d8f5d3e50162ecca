import Base
import Chronology
import DomainCore
import Faults
import Population
import Properties
import SimulationKernel
import SyncCore

// How a community begins: its families with their members, a replica for every device.
extension Community {
  mutating func found() {
    var firstPerson = place.firstPerson
    for number in 0..<place.householdCount {
      let index = place.firstHousehold + UInt32(number)
      let size = simulation.map.size(
        of: index, firstPerson: firstPerson, households: simulation.households)
      foundHousehold(index, size: size, firstPerson: firstPerson)
      firstPerson += UInt32(size.people)
    }
    precondition(people.count == place.personCount)
    counters.households = Int64(households.count)
    counters.people = Int64(people.count)
    counters.replicas = Int64(replicas.count)
    groupDevicesStart = devices.count
    let neighbourhoods =
      (households.count + Self.householdsPerGroup - 1) / Self.householdsPerGroup
    groups = FlatArray(repeating: GroupRecord(), count: neighbourhoods)
  }

  private mutating func foundHousehold(
    _ index: UInt32, size: HouseholdSize, firstPerson: UInt32
  ) {
    let household = households.count
    let joinDay = min(simulation.households.joinDay(of: index), Int32(days - 1))
    var record = HouseholdRecord(
      index: index, scope: UInt32(household),
      zone: ZoneCursor(simulation.households.zone(of: index)), firstPerson: people.count,
      personCount: size.people, firstDevice: devices.count, deviceCount: 0, joinDay: joinDay)
    var members = FlatArray<Member>(capacity: size.people)
    for place in 0..<size.people {
      let person = simulation.households.person(
        firstPerson + UInt32(place), place: place, in: size)
      members.append(Member(role: person.role, born: person.born))
      people.append(
        PersonRecord(
          person: person, household: household, member: MemberHandle(UInt16(place)),
          firstDevice: devices.count, account: server.directory.open()))
      addDevices(of: person, household: household)
    }
    record.deviceCount = devices.count - record.firstDevice
    let scope = server.open(Scope(state: founded(members), rowsExpected: size.people * 512))
    precondition(scope == record.scope)
    householdByScope.append(household)
    for device in record.firstDevice..<devices.count {
      let owner = devices[device].owner
      let site = server.register(
        scope: scope, member: people[owner].member, account: people[owner].account)
      precondition(Int(site) == device, "a device and its site have one number")
      replicas.append(
        Replica(site: site, scope: scope, store: MemoryReplicaStore(state: founded(members))))
      watch.addSite()
    }
    households.append(record)
    notifiers.append(Notifier())
    scheduleDay(joinDay, of: household)
  }

  private mutating func addDevices(of person: Person, household: Int) {
    for number in 0..<person.deviceCount {
      let who = Who.device(person.index, number)
      var device = DeviceRecord(
        who: who, owner: people.count - 1, household: household, phone: devices.count,
        member: people[people.count - 1].member,
        refreshMillisecond: simulation.behaviour.refreshMillisecond(device: who))
      let start = Zone.utc.startOfDay(simulation.households.startDay)
      if let spell = simulation.offlineWeather.longSpell(
        device: device.who, start: start, days: days)
      {
        device.longSpell = spell
        counters.offlineSpells += 1
      }
      devices.append(device)
    }
  }

  /// A family as the server and every device know it on the first day.
  func founded(_ members: borrowing FlatArray<Member>) -> ScopeState {
    ScopeState(
      members: members, firstDay: simulation.households.startDay, dayCapacity: days + 2)
  }

  /// The same for a household that has lived: its members without what has become of them.
  func refounded(_ household: Int) -> ScopeState {
    let record = households[household]
    var members = FlatArray<Member>(capacity: record.personCount)
    for index in record.firstPerson..<record.firstPerson + record.personCount {
      members.append(Member(role: people[index].person.role, born: people[index].person.born))
    }
    return founded(members)
  }

  /// Schedules the beginning of a household's local day, if the run still has that day.
  mutating func scheduleDay(_ day: Int32, of household: Int) {
    guard Int(day) < days else { return }
    let date = simulation.households.startDay.adding(days: Int(day))
    let start = households[household].zone.startOfDay(date)
    queue.schedule(
      at: start, kind: CommunityEvent.dayBegins.rawValue, target: UInt32(household),
      payload: UInt32(day))
  }
}
