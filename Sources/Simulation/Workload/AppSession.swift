import Base
import Chronology
import DomainCore
import Environment
import Population
import Scenarios
import SimulatedWorld

/// The context of one app session: the person, the device, and the time.
struct AppSession {
  var author: Int
  var device: Int
  /// The planned day of the session, and the local day on which it happens: a session that runs
  /// past midnight happens on the next day.
  var plannedDay: LocalDay
  var day: LocalDay
  /// The day that the device shows, whatever its clock is set to.
  var shownDay: LocalDay
  var number: Int
  /// The person's number of sessions on that day.
  var count: Int
  /// The author's number in the whole population, and the planned day of the run.
  var who: UInt32
  var runDay: Int32

  /// The name of a step in the session.
  func id(_ verb: StepKind, place: Int = 0, number: Int = 0) -> StepID {
    StepID(
      who: who, day: runDay, session: UInt8(self.number), verb: verb, place: place,
      number: number)
  }

  var family: ReplicaAddress { ReplicaAddress(device) }
}

extension WorkloadGenerator {
  mutating func openSession(_ session: Int, of index: Int, day: Int32, _ world: inout World) {
    let person = people[index].person
    let date = date(of: day)
    let device = device(of: index, session: session, on: date, world)
    takeUp(device, by: index, day: day, session: session, number: 0, &world)
    let id = StepID(who: person.index, day: day, session: UInt8(session), verb: .open)
    notice(device, by: index, world)
    world.perform(Step(id, at: world.now, .open(device: device)))
    if !isOfFamily(index, on: device, world) { joinFamily(session, of: index, day: day, &world) }
    let length = behaviorContext.behavior.sessionMilliseconds(person, on: date, session: session)
    schedule.schedule(
      at: world.now + length, kind: WorkloadEvent.sessionActs.rawValue, detail: UInt16(session),
      target: UInt32(index), payload: UInt32(day))
  }

  /// The session of a person on a day.
  func appSession(
    _ number: Int, of index: Int, on device: Int, day: Int32, _ world: inout World
  ) -> AppSession {
    AppSession(
      author: index, device: device, plannedDay: date(of: day),
      day: world.day(of: world.directory.people[index].household),
      shownDay: world.shownDay(on: device), number: number,
      count: people[index].plan.sessionCount, who: people[index].person.index, runDay: day)
  }

  func device(
    of index: Int, session: Int, on date: LocalDay, _ world: borrowing World
  ) -> Int {
    if let tablet = tablet(for: index, session: session, on: date, world) { return tablet }
    return world.directory.people[index].firstDevice
      + behaviorContext.behavior.device(people[index].person, on: date, session: session)
  }

  mutating func actInSession(_ number: Int, of index: Int, day: Int32, _ world: inout World) {
    guard !people[index].state.hasLeft else { return }
    let planned = date(of: day)
    let device = device(of: index, session: number, on: planned, world)
    takeUp(device, by: index, day: day, session: number, number: 1, &world)
    let session = appSession(number, of: index, on: device, day: day, &world)
    // A run records its own days only; a last session that runs past its end is not part of it.
    guard Int(runDay(session.day)) < days else { return }
    guard isOfFamily(index, on: device, world) else {
      world.perform(Step(session.id(.close), at: world.now, .close(device: device)))
      return
    }
    maybeTerminateApp(before: 0, of: session, &world)
    if !people[index].hasSetUp { setUp(session, &world) }
    switch people[index].person.role {
    case .observer: break
    case .coach: if number == 0 { coach(session, &world) }
    default: logDay(of: index, session, &world)
    }
    maybeTerminateApp(before: 1, of: session, &world)
    let isFirstParent =
      people[index].person.role == .parent && world.directory.people[index].member.index == 0
    if isFirstParent {
      logForSmallChildren(session, &world)
      if number == 0 { inviteFamily(session, &world) }
    }
    maybeTerminateApp(before: 2, of: session, &world)
    if number == 0 {
      setClockBackForStreak(session, &world)
      let keepsOwnHabits = [.parent, .athlete].contains(people[index].person.role)
      if keepsOwnHabits { manage(session, &world) }
      pursueActivities(session, &world)
      if people[index].person.isYoung { followCoach(session, &world) }
      joinGroup(session, &world)
      leaveGroup(session, &world)
      refuseReminders(session, &world)
      performOccasionalCommand(session, &world)
    }
    if behaviorContext.behavior.isContended { contend(session, &world) }
    maybeTerminateApp(before: 3, of: session, &world)
    world.perform(
      Step(session.id(.close), at: world.now, .close(device: session.device)))
    if behaviorContext.installFaults.terminatesApps { planEnd(of: session, world) }
  }

  // MARK: Submitting

  /// Submits a command on the session's device, or in the author's group; returns what it created,
  /// or nil if the device rejected it.
  @discardableResult
  mutating func submit(
    _ command: Command, _ verb: StepKind, place: Int = 0, number: Int = 0, inGroup: Bool = false,
    _ session: AppSession, _ world: inout World
  ) -> Fact? {
    let outcome = world.perform(
      session.id(verb, place: place, number: number), at: world.now, saying: command,
      at: ReplicaAddress(session.device, isGroup: inGroup))
    if behaviorContext.behavior.mayTapTwice && !inGroup {
      maybeSubmitTwice(command, verb, place: place, number: number, session, &world)
    }
    guard case .done(let made?) = outcome else { return nil }
    if made.fact.isCoreAction { people[session.author].state.wasActive = true }
    return made.fact
  }

  /// A finger may tap twice. Separate from `submit`, which is hot and must be inlined.
  @inline(never) private mutating func maybeSubmitTwice(
    _ command: Command, _ verb: StepKind, place: Int, number: Int, _ session: AppSession,
    _ world: inout World
  ) {
    guard let again = verb.again,
      behaviorContext.behavior.tapsTwice(
        people[session.author].person, on: session.plannedDay, session: session.number,
        verb: verb.rawValue, place: place, number: number)
    else { return }
    world.perform(
      Step(
        session.id(again, place: place, number: number), at: world.now,
        .submit(command, session.family)))
  }

  /// Lets the author's group sync after the operations submitted in it.
  func exchangeInGroup(_ session: AppSession, number: Int, _ world: inout World) {
    world.perform(
      Step(
        session.id(.exchange, number: number), at: world.now,
        .exchange(ReplicaAddress(session.device, isGroup: true))))
  }
}
