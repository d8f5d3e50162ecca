import Base
import Chronology
import DomainCore
import Environment
import Population
import Scenarios
import SimulatedWorld

// What happens to the apps on devices: backups, reinstallations, restorations and clones; and
// devices that are shared within the family.
extension WorkloadGenerator {
  mutating func planInstall(
    of device: Int, _ day: Int32, by clock: DayClock, _ world: borrowing World
  ) {
    let who = world.fleet.devices[device].who
    for fault in InstallFault.allCases {
      guard let moment = behaviorContext.installFaults.moment(of: fault, device: who, on: clock.day)
      else {
        continue
      }
      // Backups that no one restores are not made.
      if fault == .backup && !isBackupNeeded(of: device, on: clock.day, world) { continue }
      schedule.schedule(
        at: clock.instant(at: moment), kind: WorkloadEvent.installChanges.rawValue,
        detail: fault.rawValue,
        target: UInt32(device), payload: UInt32(day))
    }
  }

  // MARK: Versions

  /// A device joins, with its owner's version of the app.
  mutating func setVersion(of device: Int, _ world: inout World) {
    let version = behaviorContext.installFaults.firstVersion(of: world.fleet.devices[device].who)
    guard version != .current else { return }
    change(.update, device, 0, .update(device: device, version), &world)
  }

  mutating func planUpdate(
    of device: Int, _ day: Int32, by clock: DayClock, _ world: borrowing World
  ) {
    guard world.fleet.devices[device].version < .current,
      let moment = behaviorContext.installFaults.update(
        of: world.fleet.devices[device].who, on: clock.day)
    else { return }
    schedule.schedule(
      at: clock.instant(at: moment), kind: WorkloadEvent.appUpdates.rawValue,
      target: UInt32(device),
      payload: UInt32(day))
  }

  mutating func updateApp(on device: Int, day: Int32, _ world: inout World) {
    guard world.fleet.devices[device].version < .current else { return }
    change(.update, device, day, .update(device: device, .current), number: 1, &world)
  }

  private func isBackupNeeded(
    of device: Int, on date: LocalDay, _ world: borrowing World
  ) -> Bool {
    let owner = world.directory.people[world.fleet.devices[device].owner]
    let others = (owner.firstDevice..<owner.firstDevice + owner.deviceCount).filter {
      $0 != device
    }
    let names = others.map { world.fleet.devices[$0].who }
    return behaviorContext.installFaults.isBackupNeeded(
      of: world.fleet.devices[device].who, on: date
    ) { day in
      for (other, name) in zip(others, names)
      where behaviorContext.installFaults.moment(of: .clone, device: name, on: day) != nil {
        if original(of: other, named: name, on: day, owner) == device { return true }
      }
      return false
    }
  }

  mutating func changeInstall(
    of device: Int, _ detail: UInt16, day: Int32, _ world: inout World
  ) {
    let fault = InstallFault(rawValue: detail)
    if fault == .reinstall || fault == .restore { startOver(device, world) }
    switch fault {
    case .backup: change(.backUp, device, day, .backUp(device: device), &world)
    case .reinstall: change(.reinstall, device, day, .reinstall(device: device), &world)
    case .restore:
      change(.restore, device, day, .restore(device: device, from: device), &world)
    case .clone:
      let owner = world.directory.people[world.fleet.devices[device].owner]
      if let original = original(
        of: device, named: world.fleet.devices[device].who, on: date(of: day), owner)
      {
        change(.restore, device, day, .restore(device: device, from: original), number: 1, &world)
      }
    case .sharedDeviceSignIn: signInOther(device, day, &world)
    case .widget: countInWidget(device, day, &world)
    case nil: preconditionFailure("nothing else was scheduled")
    }
  }

  private func change(
    _ verb: StepKind, _ device: Int, _ day: Int32, _ action: StepAction, number: Int = 0,
    _ world: inout World
  ) {
    world.perform(
      Step(id(verb, device: device, day: day, world, number: number), at: world.now, action))
  }

  /// Another device of the same person, if there is one.
  private func original(
    of device: Int, named name: UInt64, on date: LocalDay, _ owner: PersonRecord
  ) -> Int? {
    guard owner.deviceCount > 1 else { return nil }
    let place = behaviorContext.installFaults.choice(
      of: .clone, device: name, on: date, among: owner.deviceCount - 1)
    let other = owner.firstDevice + place
    return other < device ? other : other + 1
  }

  // MARK: Crashes

  /// When the app of a session crashes, if it does.
  private func end(of session: AppSession) -> AppTermination? {
    behaviorContext.installFaults.end(
      of: session.number, of: UInt64(session.who), on: session.plannedDay)
  }

  /// The app may crash in the middle of a session, before a part of it; its owner goes on.
  mutating func maybeTerminateApp(before part: Int, of session: AppSession, _ world: inout World) {
    guard behaviorContext.installFaults.terminatesApps, end(of: session) == .within(part: part)
    else { return }
    terminateApp(of: session.author, session: session.number, day: session.runDay, &world)
  }

  /// The app may crash after a session.
  mutating func planEnd(of session: AppSession, _ world: borrowing World) {
    guard case .after(let delay) = end(of: session) else { return }
    schedule.schedule(
      at: world.now + delay, kind: WorkloadEvent.appEnds.rawValue, detail: UInt16(session.number),
      target: UInt32(session.author), payload: UInt32(session.runDay))
  }

  mutating func terminateApp(of index: Int, session: Int, day: Int32, _ world: inout World) {
    let device = device(of: index, session: session, on: date(of: day), world)
    let id = StepID(
      who: people[index].person.index, day: day, session: UInt8(session), verb: .crash)
    world.perform(Step(id, at: world.now, .crash(device: device)))
    behaviorContext.course?.crash(&engagementStates[index])
  }

  // MARK: Shared devices

  /// Another family member signs in on a device and logs a drink. The owner's unsent operations
  /// stay there until they return.
  private func signInOther(_ device: Int, _ day: Int32, _ world: inout World) {
    let record = world.directory.households[world.fleet.devices[device].household]
    let owner = world.fleet.devices[device].owner
    let others = (record.firstPerson..<record.firstPerson + record.personCount).filter {
      $0 != owner && world.directory.people[$0].usesApp && !world.directory.people[$0].hasLeft
        && world.directory.people[$0].isFounder
    }
    guard !others.isEmpty, world.directory.people[owner].member != .newcomer else { return }
    let borrower = others[
      behaviorContext.installFaults.choice(
        of: .sharedDeviceSignIn, device: world.fleet.devices[device].who, on: date(of: day),
        among: others.count)]
    change(.signIn, device, day, .signIn(person: borrower, device: device), &world)
    change(.open, device, day, .open(device: device), number: 1, &world)
    countGlass(on: device, day, number: 1, &world)
    change(.close, device, day, .close(device: device), number: 1, &world)
  }

  /// The family's tablet, if a person other than its owner uses it. A person who joins later by
  /// invitation has the family's data only on their own phone.
  func tablet(
    for index: Int, session: Int, on date: LocalDay, _ world: borrowing World
  ) -> Int? {
    guard let tablets = behaviorContext.tablets, world.directory.people[index].isFounder else {
      return nil
    }
    let home = world.directory.people[index].household
    guard tablets.isTaken(by: world.directory.people[index].number, on: date, session: session),
      tablets.areShared(by: world.directory.households[home].number),
      let tablet = world.directory.secondDevice(ofHousehold: home),
      world.fleet.devices[tablet].owner != index
    else { return nil }
    return tablet
  }

  /// A widget logs a drink, whatever state the app is in.
  private func countInWidget(_ device: Int, _ day: Int32, _ world: inout World) {
    let user = world.directory.people[world.fleet.devices[device].user]
    guard user.usesApp, !user.hasLeft else { return }
    change(.widget, device, day, .wakeWidget(device: device), &world)
    countGlass(on: device, day, number: 2, &world)
    change(.widget, device, day, .exchange(ReplicaAddress(device)), number: 1, &world)
  }

  private func countGlass(on device: Int, _ day: Int32, number: Int, _ world: inout World) {
    let member = world.member(at: ReplicaAddress(device))
    let minute = UInt16(world.minuteOfDay(of: world.fleet.devices[device].household))
    let water = WaterAmount(tenthOunces: 80, source: .bottle, minuteOfDay: minute)
    change(
      .water, device, day, .submit(.logWater(for: member, water), ReplicaAddress(device)),
      number: number,
      &world)
  }

  /// A person who uses a device on which another person is signed in signs in first.
  func takeUp(
    _ device: Int, by person: Int, day: Int32, session: Int, number: Int, _ world: inout World
  ) {
    guard world.fleet.devices[device].user != person else { return }
    let id = StepID(
      who: world.directory.people[person].number, day: day, session: UInt8(session), verb: .signIn,
      number: number)
    world.perform(Step(id, at: world.now, .signIn(person: person, device: device)))
  }
}
