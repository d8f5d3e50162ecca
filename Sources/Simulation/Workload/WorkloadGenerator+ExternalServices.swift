import Base
import Chronology
import Environment
import DomainCore
import Population
import Scenarios
import SimulatedWorld

// External services that people use: calendars of other companies, which others edit too, and the
// watches that record their workouts.
extension WorkloadGenerator {
  // MARK: Calendars, in the app

  /// The first parent's first session: connects a calendar, if the family has a sport to show.
  mutating func openCalendar(_ session: AppSession, _ world: inout World) {
    let record = world.directory.households[world.directory.people[session.author].household]
    var hasPractice = false
    for index in record.firstPerson..<record.firstPerson + record.personCount
    where activities[index].practice != .none { hasPractice = true }
    guard hasPractice, behaviorContext.behavior.linksCalendar(record.number) else { return }
    world.perform(
      Step(session.id(.calendarLink), at: world.now, .linkCalendar(device: session.device)))
    connectCalendar(true, session, &world)
    submit(
      .setCalendarMode(
        LinkedCalendar.number, behaviorContext.behavior.calendarMode(record.number),
        by: world.directory.people[session.author].member),
      .calendarMode, session, &world)
  }

  private mutating func connectCalendar(
    _ isConnected: Bool, _ session: AppSession, _ world: inout World
  ) {
    submit(
      .connectCalendar(
        LinkedCalendar.number, isConnected, by: world.directory.people[session.author].member),
      .calendarConnect, session, &world)
  }

  /// A parent's first session of a day: disconnects the calendar, connects it again, or starts a
  /// sync.
  mutating func keepCalendar(_ session: AppSession, _ world: inout World) {
    let household = world.directory.people[session.author].household
    let index = Int(world.directory.households[household].calendar)
    guard index >= 0,
      let connection = world[copyAt: session.family].calendar.calendarConnection(
        LinkedCalendar.number)
    else { return }
    let (person, day) = (people[session.author].person, session.plannedDay)
    let device = world.integrations.calendars[index].device
    if !connection.isConnected {
      if session.author == world.fleet.devices[device].owner {
        connectCalendar(true, session, &world)
      }
    } else if behaviorContext.behavior.disconnectsCalendar(person, on: day) {
      connectCalendar(false, session, &world)
    } else if session.device == device, behaviorContext.behavior.asksCalendar(person, on: day) {
      world.perform(
        Step(session.id(.calendarAsk), at: world.now, .askCalendar(household: household)))
    }
    if behaviorContext.behavior.restoresCancelled(person, on: day),
      let cancelled = Self.nextCancelled(world[copyAt: session.family], at: world.now)
    {
      submit(.cancelOccurrence(cancelled, false), .practiceRestore, session, &world)
    }
  }

  /// The next occurrence that was canceled, here or by deleting its event.
  private static func nextCancelled(
    _ state: borrowing ScopeState, at now: Instant
  ) -> OccurrenceID? {
    state.occurrences(
      in: now..<now + 7 * Span.day, now: now, filter: ScheduleFilter(showsCancelled: true)
    ).first(where: \.isCancelled)?.id
  }

  // MARK: Edits in the calendar

  /// A day of edits in a family's calendar, by people who do not know the app: grandparents,
  /// coaches, the parents themselves.
  mutating func planCalendarDay(
    _ day: Int32, on date: LocalDay, of household: Int, _ world: inout World
  ) {
    let number = world.directory.households[household].number
    if behaviorContext.externalServiceFaults.expiresTokens(
      RandomSubject.household(number), on: date)
    {
      let id = StepID(who: number, day: day, session: StepID.ofHousehold, verb: .calendarTokens)
      world.perform(Step(id, at: world.now, .expireCalendarTokens(household: household)))
    }
    var zone = world.directory.households[household].zone
    for place in 0..<Behavior.calendarEditsPerDayMax {
      guard let edit = behaviorContext.behavior.calendarEdit(number, on: date, number: place) else {
        continue
      }
      schedule.schedule(
        at: zone.instant(of: date, millisecondOfDay: edit.millisecondOfDay),
        kind: WorkloadEvent.calendarEdited.rawValue, detail: UInt16(place),
        target: UInt32(household), payload: UInt32(day))
    }
  }

  func editCalendar(of household: Int, number: Int, day: Int32, _ world: inout World) {
    let who = world.directory.households[household].number
    guard let edit = behaviorContext.behavior.calendarEdit(who, on: date(of: day), number: number)
    else {
      return
    }
    let id = StepID(
      who: who, day: day, session: StepID.ofHousehold, verb: .calendarEdit, number: number)
    world.perform(Step(id, at: world.now, .editCalendar(household: household, edit)))
  }

  // MARK: Health stores

  mutating func openHealthStore(_ session: AppSession, _ world: inout World) {
    guard behaviorContext.behavior.hasHealthStore(people[session.author].person) else { return }
    activities[session.author].hasHealthStore = true
    world.perform(
      Step(session.id(.healthStore), at: world.now, .openHealthStore(person: session.author)))
  }

  /// A day of a person with a health store: its faults, and the workout that the person does not
  /// log.
  mutating func planTraining(
    _ day: Int32, on date: LocalDay, of index: Int, _ world: inout World
  ) {
    let person = people[index].person
    let healthFault = behaviorContext.externalServiceFaults.healthFault(
      of: RandomSubject.person(person.index), on: date)
    let id = StepID(who: person.index, day: day, session: StepID.byItself, verb: .healthStoreFault)
    world.perform(Step(id, at: world.now, .healthStoreFault(person: index, healthFault)))
    guard let alone = behaviorContext.behavior.recordedAlone(person, on: date) else { return }
    var zone = world.directory.households[world.directory.people[index].household].zone
    let start = zone.instant(of: date, millisecondOfDay: Int32(alone.minuteOfDay) * 60_000)
    let name = StepID(
      who: person.index, day: day, session: StepID.byItself, verb: .watchOnlyWorkout)
    record(alone.done, from: start, as: alone.recorded, of: index, name, &world)
  }

  /// The watch records a workout, which reaches the store when it ends or later.
  func record(
    _ done: PerformedWorkout, from start: Instant, as recorded: RecordedWorkout, of person: Int,
    _ id: StepID, _ world: inout World
  ) {
    let worn = WearableWorkout(
      start: start + Int64(recorded.startShift) * Span.minute,
      end: start + Int64(done.minutes + recorded.endShift) * Span.minute,
      kilocalories: UInt16(done.kilocalories), recorded: recorded)
    world.perform(Step(id, at: world.now, .recordWorkout(person: person, worn)))
  }
}
