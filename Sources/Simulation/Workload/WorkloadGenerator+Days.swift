import Base
import Chronology
import Environment
import DomainCore
import Population
import Scenarios
import SimulatedWorld

// Days: what is planned when a household's local day begins, and what happens to its devices.
extension WorkloadGenerator {
  /// A household joins: draws what happens to its devices once in their lifetime.
  mutating func begin(household: Int, _ world: inout World) {
    let record = world.directory.households[household]
    for device in record.firstDevice..<record.firstDevice + record.deviceCount {
      let who = world.fleet.devices[device].who
      if let window = behaviorContext.offlineWindows.longWindow(
        device: who, start: Zone.utc.startOfDay(behaviorContext.firstDay), days: days)
      {
        world.perform(
          Step(
            id(.longOffline, device: device, day: 0, world), at: world.now,
            .offline(device: device, window)))
      }
      setClock(of: device, &world)
      if behaviorContext.installFaults.hasMixedVersions { setVersion(of: device, &world) }
    }
    if household == 0 { setServerClock(&world) }
    scheduleDay(record.joinDay, of: household, world)
  }

  /// Schedules the beginning of a household's local day, if the run still has that day.
  private mutating func scheduleDay(_ day: Int32, of household: Int, _ world: borrowing World) {
    guard Int(day) < days else { return }
    var zone = world.directory.households[household].zone
    schedule.schedule(
      at: zone.startOfDay(date(of: day)), kind: WorkloadEvent.dayBegins.rawValue,
      target: UInt32(household), payload: UInt32(day))
  }

  mutating func beginDay(_ day: Int32, of household: Int, _ world: inout World) {
    let record = world.directory.households[household]
    let date = date(of: day)
    let clock = record.zone.clock(of: date)
    drawUnrelated(household: record.number, day: date)
    wakeUp(household, record, on: date)
    for index in record.firstPerson..<record.firstPerson + record.personCount {
      planDay(day, of: index, &world)
    }
    for device in record.firstDevice..<record.firstDevice + record.deviceCount {
      let joinDay = people[world.fleet.devices[device].owner].joinDay
      if day == joinDay { beginRefreshes(of: device, dayStart: world.now, world) }
      if day >= joinDay { planDevice(device, day, by: clock, &world) }
    }
    exchangeOnceMore(record, day, &world)
    if household == 0 { planServer(day, by: clock, world) }
    if record.calendar >= 0 { planCalendarDay(day, on: date, of: household, &world) }
    scheduleDay(day + 1, of: household, world)
  }

  /// Draws and ignores random numbers, if the scenario enables it: it must change nothing.
  private func drawUnrelated(household: UInt32, day: LocalDay) {
    guard behaviorContext.experiments.unrelatedDraw else { return }
    if let only = behaviorContext.experiments.unrelatedDrawHousehold, only != Int(household) {
      return
    }
    _ = behaviorContext.behavior.randomness.draw(
      PopulationRandomPurpose.unrelated, who: RandomSubject.household(household), day: day.number)
  }

  /// Sends one more message, if the scenario enables it: it must change nothing elsewhere.
  private func exchangeOnceMore(_ record: HouseholdRecord, _ day: Int32, _ world: inout World) {
    guard behaviorContext.experiments.extraSyncHousehold == Int(record.number) else { return }
    for device in record.firstDevice..<record.firstDevice + record.deviceCount {
      world.perform(
        Step(
          id(.exchange, device: device, day: day, world), at: world.now,
          .exchange(ReplicaAddress(device))))
    }
  }

  // MARK: People

  private mutating func planDay(_ day: Int32, of index: Int, _ world: inout World) {
    guard people[index].person.logsForItself, !people[index].state.hasLeft,
      day >= people[index].joinDay
    else { return }
    let person = people[index].person
    let date = date(of: day)
    let home = world.directory.people[index].household
    wakeUp(index, person, at: home, on: date)
    if people[index].state.hasLeft {
      world.perform(
        Step(
          StepID(who: person.index, day: day, session: StepID.byItself, verb: .leave),
          at: world.now, .leave(person: index)))
      guard behaviorContext.behavior.deletesAccount(person) else { return }
      world.perform(
        Step(
          StepID(who: person.index, day: day, session: StepID.byItself, verb: .deleteAccount),
          at: world.now, .deleteAccount(person: index)))
      return
    }
    let plan = plan(index, person, at: home, on: date)
    people[index].plan = plan
    people[index].state.tenure += 1
    var zone = world.directory.households[home].zone
    let behavior = behaviorContext.behavior
    let starts = plan.instants(on: date, in: &zone) {
      behavior.sessionMilliseconds(person, on: date, session: $0)
    }
    for session in 0..<plan.sessionCount {
      schedule.schedule(
        at: Instant(milliseconds: starts[session]),
        kind: WorkloadEvent.sessionOpens.rawValue, detail: UInt16(session), target: UInt32(index),
        payload: UInt32(day))
    }
    if activities[index].hasHealthStore { planTraining(day, on: date, of: index, &world) }
    if !behaviorContext.clockFaults.areExact { travel(index, day, on: date, &world) }
  }

  /// A household's day begins; its members know whether the others were active yesterday.
  private mutating func wakeUp(
    _ household: Int, _ record: HouseholdRecord, on date: LocalDay
  ) {
    guard let course = behaviorContext.course else { return }
    var home = homes[household]
    (home.users, home.activeYesterday) = (0, 0)
    for index in record.firstPerson..<record.firstPerson + record.personCount
    where people[index].person.logsForItself && runDay(date) >= people[index].joinDay {
      home.users += 1
      if people[index].state.wasActive { home.activeYesterday += 1 }
    }
    course.begin(date, of: record.number, &home)
    homes[household] = home
  }

  private mutating func wakeUp(_ index: Int, _ person: Person, at home: Int, on date: LocalDay) {
    guard let course = behaviorContext.course else {
      return behaviorContext.behavior.wakeUp(person, &people[index].state, on: date)
    }
    course.wakeUp(person, &people[index].state, &engagementStates[index], at: homes[home], on: date)
  }

  private mutating func plan(_ index: Int, _ person: Person, at home: Int, on date: LocalDay)
    -> DayPlan
  {
    guard let course = behaviorContext.course else {
      return behaviorContext.behavior.plan(person, people[index].state, on: date)
    }
    let opening = course.openProbability(
      person, &engagementStates[index], people[index].state, at: homes[home], on: date)
    if behaviorContext.recordsStates {
      states.append(
        StateRecord(
          person: index, day: runDay(date), people[index].state, engagementStates[index],
          at: homes[home],
          opening: opening, course.hazards(person, engagementStates[index], on: date)))
    }
    return behaviorContext.behavior.plan(person, opening: opening, on: date)
  }

  // MARK: Devices

  private mutating func planDevice(
    _ device: Int, _ day: Int32, by clock: DayClock, _ world: inout World
  ) {
    let who = world.fleet.devices[device].who
    if !behaviorContext.clockFaults.areExact,
      let jump = behaviorContext.clockFaults.jump(of: who, on: clock.day)
    {
      schedule.schedule(
        at: clock.instant(at: jump.milliseconds), kind: WorkloadEvent.clockJumps.rawValue,
        target: UInt32(device), payload: UInt32(day))
    }
    if !behaviorContext.installFaults.areDisabled {
      planInstall(of: device, day, by: clock, world)
    }
    if behaviorContext.installFaults.hasMixedVersions {
      planUpdate(of: device, day, by: clock, world)
    }
    if !behaviorContext.deviceFaultModel.areDisabled {
      for deviceFault in DeviceFault.allCases {
        plan(deviceFault, of: device, day, by: clock, &world)
      }
    }
    if !behaviorContext.diskFaults.areDisabled { planDisk(of: device, day, by: clock, world) }
    guard let window = behaviorContext.offlineWindows.window(device: who, by: clock) else { return }
    world.perform(
      Step(
        id(.offline, device: device, day: day, world), at: world.now,
        .offline(device: device, window)))
  }

  private func plan(
    _ deviceFault: DeviceFault, of device: Int, _ day: Int32, by clock: DayClock,
    _ world: inout World
  ) {
    guard
      let window = behaviorContext.deviceFaultModel.window(
        of: deviceFault, device: world.fleet.devices[device].who, by: clock)
    else { return }
    world.perform(
      Step(
        id(.deviceFault, device: device, day: day, world, number: Int(deviceFault.rawValue)),
        at: world.now, .deviceFault(device: device, deviceFault, window)))
  }

  /// A dormant device syncs in the background so often, from its first day on, whatever the clocks
  /// do.
  private mutating func beginRefreshes(
    of device: Int, dayStart: Instant, _ world: borrowing World
  ) {
    let phase = behaviorContext.behavior.refreshMillisecond(device: world.fleet.devices[device].who)
    scheduleRefresh(device, at: dayStart + phase % behaviorContext.refreshMilliseconds)
  }

  private mutating func scheduleRefresh(_ device: Int, at moment: Instant) {
    schedule.schedule(at: moment, kind: WorkloadEvent.refresh.rawValue, target: UInt32(device))
  }

  mutating func refresh(_ device: Int, _ world: inout World) {
    let hours = (world.now - world.settings.start) / Span.hour
    world.perform(
      Step(
        id(.refresh, device: device, day: Int32(hours / 24), world, number: Int(hours % 24)),
        at: world.now, .refresh(device: device)))
    scheduleRefresh(device, at: world.now + behaviorContext.refreshMilliseconds)
  }

  /// The name of a step that a device does on its own, or that happens to it.
  func id(
    _ verb: StepKind, device: Int, day: Int32, _ world: borrowing World, number: Int = 0
  ) -> StepID {
    let owner = world.fleet.devices[device].owner
    return StepID(
      who: world.directory.people[owner].number, day: day, session: StepID.byItself, verb: verb,
      place: device - world.directory.people[owner].firstDevice, number: number)
  }
}
