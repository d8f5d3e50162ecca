import Base
import Chronology
import DomainCore
import Population
import Scenarios
import SimulatedWorld

// What families do beyond habits and meals: profiles, sports with their rides, goals and rewards,
// schoolwork and workouts.
extension WorkloadGenerator {
  /// These activities in the first session of a day.
  mutating func pursueActivities(_ session: AppSession, _ world: inout World) {
    let author = session.author
    let role = people[author].person.role
    if role == .parent { manageChildren(session, &world) }
    // An athlete of a team, or on a coach's roster at home.
    let isAthlete = isStudentAthlete(author) && roleInFamily(session, world) == .athlete
    if role == .parent || isAthlete { train(session, &world) }
    if role == .parent { keepCalendar(session, &world) }
  }

  /// What parents do about each child's sport, school and rewards, and managers about trainings.
  private mutating func manageChildren(_ session: AppSession, _ world: inout World) {
    let household = world.directory.households[world.directory.people[session.author].household]
    for young in household.firstPerson..<household.firstPerson + household.personCount
    where people[young].person.isYoung {
      // Athletes of a team come on their own.
      let isChild = people[young].person.role == .child
      if isChild { claimDuties(of: young, session, &world) }
      guard world.directory.people[session.author].member.index == 0 else { continue }
      updatePractices(of: young, session, &world)
      guard isChild else { continue }
      keepSchoolwork(of: young, session, &world)
      claimReward(for: young, session, &world)
    }
  }

  func isStudentAthlete(_ index: Int) -> Bool {
    people[index].person.traits.persona == .studentAthlete
  }

  /// The author's role as their device shows it.
  func roleInFamily(_ session: AppSession, _ world: borrowing World) -> Role {
    let member = world.directory.people[session.author].member
    // A device that has just started over may not know them yet.
    guard Int(member.index) < world[copyAt: session.family].memberCount else { return .observer }
    return world[copyAt: session.family].member(member).role
  }

  /// A person's index in their family, which distinguishes the people that a session's steps are
  /// about.
  private func place(_ person: Int, _ world: borrowing World) -> Int {
    Int(world.directory.people[person].member.index)
  }

  // MARK: Setting up

  /// The first parent's first session: bodies, sports, goals, schoolwork, a reward.
  mutating func setUpActivities(_ session: AppSession, _ world: inout World) {
    let household = world.directory.households[world.directory.people[session.author].household]
    for index in household.firstPerson..<household.firstPerson + household.personCount
    where world.directory.people[index].member != .newcomer {
      setUpProfile(of: index, session, &world)
      if people[index].person.isYoung { setUpChild(index, session, &world) }
    }
    // NOT-2: no notifications at night.
    submit(
      .setQuietHours(
        QuietHours(from: 22 * 60, until: 7 * 60),
        of: world.directory.people[session.author].member),
      .quietHours, session, &world)
    if behaviorContext.behavior.offersReward(people[session.author].person),
      let offer = submit(
        .offerReward(
          behaviorContext.sampleTexts.reward, price: 100,
          by: world.directory.people[session.author].member),
        .offer, session, &world)
    {
      activities[session.author].reward = offer.identity
    }
    openCalendar(session, &world)
  }

  private mutating func setUpProfile(of index: Int, _ session: AppSession, _ world: inout World) {
    let person = people[index].person
    guard behaviorContext.behavior.hasProfile(person) else { return }
    let member = world.directory.people[index].member
    let body = behaviorContext.behavior.body(person, on: session.day)
    let sex: Sex = person.isFemale ? .female : .male
    submit(.setSex(sex, of: member), .sex, place: Int(member.index), session, &world)
    submit(
      .setWeight(of: member, on: session.day, grams: body.grams), .weight, place: Int(member.index),
      session, &world)
    submit(
      .setHeight(of: member, on: session.day, millimeters: body.millimeters), .height,
      place: Int(member.index),
      session, &world)
  }

  private mutating func setUpChild(_ child: Int, _ session: AppSession, _ world: inout World) {
    let person = people[child].person
    if person.role == .child, behaviorContext.behavior.keepsSchoolwork(person),
      let course = submit(
        .createCourse(
          for: world.directory.people[child].member, name: behaviorContext.sampleTexts.course),
        .course,
        place: place(child, world),
        session, &world)
    {
      activities[child].course = course.identity
    }
    guard let plan = behaviorContext.behavior.practice(person) else { return }
    let season = Season(first: session.day, last: date(of: Int32(days)).adding(days: 30))
    guard
      let sport = submit(
        .createSport(
          for: world.directory.people[child].member,
          SportCreation(name: behaviorContext.sampleTexts.sport, season: season)),
        .sport, place: place(child, world), session, &world)
    else { return }
    setUpPractice(of: child, plan, sport: sport.identity, session, &world)
    guard behaviorContext.behavior.hasGoal(person) else { return }
    let goal = GoalCreation(
      .attendance, title: behaviorContext.sampleTexts.sport, target: 6,
      unit: behaviorContext.sampleTexts.practices,
      from: session.day, through: session.day.adding(days: 27), priority: .medium)
    submit(
      .createGoal(for: world.directory.people[child].member, goal), .goal,
      place: place(child, world),
      session, &world)
  }

  private mutating func setUpPractice(
    of child: Int, _ plan: PracticePlan, sport: Entity, _ session: AppSession, _ world: inout World
  ) {
    var first = session.day
    while first.weekday != plan.weekday { first = first.adding(days: 1) }
    let start = ClassStart(
      day: first, minute: UInt16(plan.startMinute),
      zone: world.directory.households[world.directory.people[child].household].zone.zone)
    let creation = ClassCreation(
      sport: sport, type: .practice, start: start, durationMinutes: UInt16(plan.durationMinutes))
    guard
      let made = submit(
        .createClass(for: world.directory.people[child].member, creation), .practice,
        place: place(child, world), session, &world)
    else { return }
    submit(
      .setRecurrence(
        of: made.identity, to: behaviorContext.practiceRules[plan.weekday - 1]), .practiceRule,
      place: place(child, world),
      session, &world)
    activities[child].practice = made.identity
    activities[child].weekday = plan.weekday
    activities[child].practiceUpdatedDay = runDay(session.day) - 1
  }

  // MARK: Practices

  private func practises(_ child: Int, on day: LocalDay) -> Bool {
    activities[child].practice != .none
      && (day.weekday == activities[child].weekday || day.weekday == activities[child].weekday + 3)
  }

  /// Both parents check tomorrow's rides, so they sometimes take the same one.
  private mutating func claimDuties(of child: Int, _ session: AppSession, _ world: inout World) {
    let tomorrow = session.day.adding(days: 1)
    guard practises(child, on: tomorrow) else { return }
    let occurrence = OccurrenceID(activities[child].practice, tomorrow)
    let parent = people[session.author].person
    for kind in DutyKind.allCases {
      let duty = Duty(kind, of: occurrence)
      let ride = child * 2 + Int(kind.rawValue)
      guard behaviorContext.behavior.claimsDuty(parent, on: session.plannedDay, ride: ride),
        !shows(duty, on: session.device, world)
      else { continue }
      submit(
        .claim(duty, by: world.directory.people[session.author].member), .ride,
        place: place(child, world),
        number: Int(kind.rawValue), session, &world)
    }
  }

  /// Whether the duty is taken already, as far as the device's replica knows.
  private func shows(_ duty: Duty, on device: Int, _ world: borrowing World) -> Bool {
    world[copyAt: ReplicaAddress(device)][duty].isHeld
  }

  /// Reports the attendance of recent practices, and changes tomorrow's.
  private mutating func updatePractices(of child: Int, _ session: AppSession, _ world: inout World)
  {
    guard activities[child].practice != .none else { return }
    let person = people[child].person
    let today = runDay(session.day)
    let told = activities[child].practiceUpdatedDay + 1
    for day in stride(from: max(told, today - 7), to: max(0, today), by: 1) {
      let date = date(of: day)
      guard practises(child, on: date) else { continue }
      let occurrence = OccurrenceID(activities[child].practice, date)
      guard behaviorContext.behavior.change(person, on: date) != .cancelled else { continue }
      let attended = behaviorContext.behavior.attends(person, on: date)
      submit(
        .setAttendance(of: world.directory.people[child].member, at: occurrence, to: attended),
        .attendance,
        place: place(child, world), number: Int(day) & 1023,
        session, &world)
    }
    activities[child].practiceUpdatedDay = max(
      activities[child].practiceUpdatedDay, today - 1)
    let tomorrow = session.day.adding(days: 1)
    guard practises(child, on: tomorrow) else { return }
    let occurrence = OccurrenceID(activities[child].practice, tomorrow)
    switch behaviorContext.behavior.change(person, on: tomorrow) {
    case .none: return
    case .cancelled:
      submit(
        .cancelOccurrence(occurrence, true), .practiceChange, place: place(child, world), session,
        &world)
    case .moved:
      submit(
        .moveOccurrence(occurrence, to: MovedStart(day: tomorrow, minute: 18 * 60)),
        .practiceChange, place: place(child, world),
        session, &world)
    }
  }

  // MARK: School, rewards, training

  /// A piece of schoolwork every Monday, due on Friday, and done or not.
  private mutating func keepSchoolwork(of child: Int, _ session: AppSession, _ world: inout World) {
    guard activities[child].course != .none else { return }
    let member = world.directory.people[child].member
    let task = activities[child].task
    if task == .none, session.day.weekday == 1 {
      let due = DueTime(day: session.day.adding(days: 4), minuteOfDay: 8 * 60)
      let draft = AcademicItemDraft(
        .assignment, title: behaviorContext.sampleTexts.course, course: activities[child].course,
        due: due)
      if let made = submit(
        .createAcademicItem(for: member, draft), .task, place: place(child, world), session, &world)
      {
        activities[child].task = made.identity
        activities[child].taskDue = due.day
      }
    } else if task != .none, session.day >= activities[child].taskDue {
      if behaviorContext.behavior.doesTask(people[child].person, dueOn: activities[child].taskDue) {
        submit(
          .setAcademicItemDone(task, of: member, true), .taskDone, place: place(child, world),
          session, &world)
      }
      activities[child].task = .none
    }
  }

  /// On Saturdays, if the points are enough as the device shows them.
  private mutating func claimReward(for child: Int, _ session: AppSession, _ world: inout World) {
    let reward = activities[session.author].reward
    guard reward != .none, session.day.weekday == 6,
      world[copyAt: session.family].rewards.balance(of: world.directory.people[child].member) >= 100
    else { return }
    submit(
      .claimReward(reward, for: world.directory.people[child].member, price: 100), .claim,
      place: place(child, world), session, &world)
  }

  /// An adult's or an athlete's own training: a finished workout, and on template days the planned
  /// session.
  private mutating func train(_ session: AppSession, _ world: inout World) {
    let person = people[session.author].person
    let member = world.directory.people[session.author].member
    if behaviorContext.behavior.trainsByTemplate(person) { followTemplate(session, &world) }
    let factor = trainingFactor(session, world)
    guard let done = behaviorContext.behavior.workout(person, times: factor, on: session.plannedDay)
    else { return }
    let length = Int64(done.minutes) * Span.minute
    let start = world.now - length - Span.minute
    var zone = world.directory.households[world.directory.people[session.author].household].zone
    let day = zone.localDay(at: start)
    let log = WorkoutLog(
      .running, start: start, duration: UInt32(length), calories: UInt16(done.kilocalories),
      day: day)
    guard let workout = submit(.logWorkout(for: member, log), .workout, session, &world) else {
      return
    }
    shareWorkout(workout.identity, on: day, kilocalories: done.kilocalories, session, &world)
    if activities[session.author].hasHealthStore,
      let recorded = behaviorContext.behavior.recorded(person, on: session.plannedDay)
    {
      record(
        done, from: start, as: recorded, of: session.author, session.id(.sample), &world)
    }
  }

  private mutating func followTemplate(_ session: AppSession, _ world: inout World) {
    let member = world.directory.people[session.author].member
    if activities[session.author].template == .none {
      let blueprint = TemplateBlueprint(
        title: behaviorContext.sampleTexts.sport, minuteOfDay: 18 * 60, minutes: 45,
        character: SessionCharacter(.strength),
        recurrence: TemplateRecurrence(on: WeekdaySet(rawValue: 0b000_1001), from: session.day))
      if let made = submit(
        .createTemplate(for: member, blueprint), .template, session, &world)
      {
        activities[session.author].template = made.identity
      }
      return
    }
    let template = activities[session.author].template
    guard session.day.weekday == 1 || session.day.weekday == 4 else { return }
    submit(
      .generateSession(for: member, from: template, on: session.day), .session,
      session, &world)
    submit(
      .completeSession(
        SessionKey(template: template, on: session.day), of: member,
        EffortReport(isDone: true, effort: 7)), .sessionDone, session, &world)
  }

  // MARK: Coaches

  func hasCoach(_ household: HouseholdRecord) -> Bool {
    (household.firstPerson..<household.firstPerson + household.personCount).contains {
      people[$0].person.role == .coach
    }
  }

  /// FAM-10, TRN-2: a coach adds the family's athletes to the roster, and assigns each of them
  /// their workouts of the week when it begins, on Tuesday and on Friday.
  mutating func coach(_ session: AppSession, _ world: inout World) {
    let household = world.directory.households[world.directory.people[session.author].household]
    let coach = world.directory.people[session.author].member
    for index in household.firstPerson..<household.firstPerson + household.personCount
    where people[index].person.isYoung {
      let athlete = world.directory.people[index].member
      guard Int(athlete.index) < world[copyAt: session.family].memberCount,
        world[copyAt: session.family].member(athlete).role == .athlete
      else { continue }
      let place = index - household.firstPerson
      if !world[copyAt: session.family].shared.isOnRoster(coach: coach, athlete: athlete) {
        submit(
          .setRoster(of: coach, athlete: athlete, to: true), .roster, place: place, session,
          &world)
      }
      guard activities[index].assignedWeek < session.day.weekStart.number else { continue }
      activities[index].assignedWeek = session.day.weekStart.number
      for weekday in [2, 5] where session.day.weekday <= weekday {
        let time = SessionTime(
          day: session.day.weekStart.adding(days: weekday - 1), minuteOfDay: 17 * 60, minutes: 60)
        submit(
          .assignWorkout(
            to: athlete,
            SessionPlan(
              title: behaviorContext.sampleTexts.sport, time: time,
              character: SessionCharacter(.conditioning))),
          .assign, place: place, number: weekday, session, &world)
      }
    }
  }

  /// TRN-2: an athlete reports the workouts that were due since yesterday as done.
  mutating func followCoach(_ session: AppSession, _ world: inout World) {
    let member = world.directory.people[session.author].member
    // A device that has just started over may not know them yet.
    guard Int(member.index) < world[copyAt: session.family].memberCount,
      world[copyAt: session.family].member(member).role == .athlete
    else { return }
    let person = people[session.author].person
    for day in [session.day.adding(days: -1), session.day] {
      let due = world[copyAt: session.family].training.assignments(of: member, dueOn: day)
      for (number, assignment) in due.enumerated()
      where !assignment.report.isDone && behaviorContext.behavior.doesAssigned(person, dueOn: day) {
        submit(
          .completeAssignment(
            assignment.entity, of: member, EffortReport(isDone: true, effort: 6)),
          .assignmentDone, place: Int(day.number & 1), number: number, session, &world)
      }
    }
  }
}
