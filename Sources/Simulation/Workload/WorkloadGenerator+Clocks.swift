import Base
import Chronology
import DomainCore
import Environment
import Population
import Scenarios
import SimulatedWorld

// Clocks that are wrong, drift, jump or are set by hand; devices that show another time zone,
// because it is set wrong or their owner travels.
extension WorkloadGenerator {
  /// Sets the initial error of a device's clock.
  mutating func setClock(of device: Int, _ world: inout World) {
    guard !behaviorContext.clockFaults.areExact else { return }
    let who = world.fleet.devices[device].who
    if let setting = behaviorContext.clockFaults.setting(of: who) {
      world.perform(
        Step(
          id(.clock, device: device, day: 0, world, number: 1), at: world.now,
          .setClock(device: device, setting)))
    }
    if let zone = behaviorContext.clockFaults.wrongZone(of: who, among: behaviorContext.zones.count)
    {
      world.perform(
        Step(
          id(.zone, device: device, day: 0, world, number: 1), at: world.now,
          .setZone(device: device, behaviorContext.zones[zone])))
    }
  }

  func setServerClock(_ world: inout World) {
    let community = UInt64(world.setup.community)
    guard let setting = behaviorContext.clockFaults.serverSetting(of: community) else { return }
    let id = StepID(
      who: world.directory.households[0].number, day: 0, session: StepID.ofHousehold,
      verb: .serverClock)
    world.perform(Step(id, at: world.now, .setServerClock(setting)))
  }

  func jumpClock(of device: Int, day: Int32, _ world: inout World) {
    let who = world.fleet.devices[device].who
    guard let jump = behaviorContext.clockFaults.jump(of: who, on: date(of: day)) else { return }
    world.perform(
      Step(
        id(.clock, device: device, day: day, world), at: world.now,
        .setClock(device: device, jump.setting)))
  }

  /// A person starts or ends a journey; their devices show the time there.
  mutating func travel(_ index: Int, _ day: Int32, on date: LocalDay, _ world: inout World) {
    if day == activities[index].homeDay {
      let home = world.directory.households[world.directory.people[index].household].zone.zone
      setZone(home, of: index, day, number: 2, &world)
    }
    guard day >= activities[index].homeDay,
      let journey = behaviorContext.clockFaults.travel(
        of: RandomSubject.person(people[index].person.index), on: date,
        among: behaviorContext.zones.count)
    else { return }
    activities[index].homeDay = day + Int32(journey.days)
    setZone(behaviorContext.zones[journey.zone], of: index, day, number: 3, &world)
  }

  private func setZone(
    _ zone: Zone, of person: Int, _ day: Int32, number: Int, _ world: inout World
  ) {
    let first = world.directory.people[person].firstDevice
    for device in first..<first + world.directory.people[person].deviceCount {
      world.perform(
        Step(
          id(.zone, device: device, day: day, world, number: number), at: world.now,
          .setZone(device: device, zone)))
    }
  }

  /// A person forgot a habit yesterday: they set the clock back by a day, mark it, and correct the
  /// clock. People whose clock is wrong anyway do not do this.
  mutating func setClockBackForStreak(_ session: AppSession, _ world: inout World) {
    let person = people[session.author].person
    guard behaviorContext.behavior.setsClockBackForStreak(person, on: session.plannedDay),
      world.fleet.devices[session.device].clock.setting == ClockDeviation(),
      let habit = forgottenHabit(session, world)
    else { return }
    set(ClockDeviation(offsetMilliseconds: -Span.day), number: 1, session, &world)
    let member = world.directory.people[session.author].member
    submit(
      .setCompletion(
        of: habit, owner: member, on: session.shownDay.adding(days: -1), done: true),
      .mark, place: Int(member.index), number: 1022, session, &world)
    set(ClockDeviation(), number: 2, session, &world)
  }

  /// A habit of the person's own that the device does not show as done yesterday.
  private func forgottenHabit(_ session: AppSession, _ world: borrowing World) -> Entity? {
    let yesterday = session.shownDay.adding(days: -1)
    guard world[copyAt: session.family].covers(yesterday) else { return nil }
    let place = world[copyAt: session.family].index(of: yesterday)
    var habit = people[session.author].firstHabit
    while habit >= 0 {
      let record = habitRecords[habit]
      if record.isLive, let slot = world[copyAt: session.family].slot(of: record.entity),
        !world[copyAt: session.family].isDone(slot, place)
      {
        return record.entity
      }
      habit = record.next
    }
    return nil
  }

  private func set(
    _ setting: ClockDeviation, number: Int, _ session: AppSession, _ world: inout World
  ) {
    world.perform(
      Step(
        session.id(.clock, number: number), at: world.now,
        .setClock(device: session.device, setting)))
  }
}
