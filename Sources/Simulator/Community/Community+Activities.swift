import Base
import Chronology
import DomainCore
import Population
import SyncCore

// What families do beside habits and meals: profiles, sports with their rides, goals and rewards,
// schoolwork and workouts.
extension Community {
  /// What one first session of the day does about all that.
  mutating func pursueActivities(_ tapping: Tapping) {
    let author = tapping.author
    guard people[author].person.role == .parent else { return }
    let household = households[people[author].household]
    for child in household.firstPerson..<household.firstPerson + household.personCount
    where people[child].person.role == .child {
      claimRides(of: child, tapping)
      guard people[author].member.index == 0 else { continue }
      tellPractices(of: child, tapping)
      keepSchoolwork(of: child, tapping)
      claimReward(for: child, tapping)
    }
    train(tapping)
    keepCalendar(tapping)
  }

  // MARK: Setting up

  /// The first parent's first session: bodies, sports, goals, schoolwork, a reward.
  mutating func setUpActivities(_ tapping: Tapping) {
    let household = households[people[tapping.author].household]
    for index in household.firstPerson..<household.firstPerson + household.personCount {
      setUpProfile(of: index, tapping)
      if people[index].person.role == .child { setUpChild(index, tapping) }
    }
    // NOT-2: nobody wants to be woken.
    tap(
      .setQuietHours(QuietHours(from: 22 * 60, until: 7 * 60), of: people[tapping.author].member),
      about: tapping.author, tapping)
    if simulation.behaviour.offersReward(people[tapping.author].person),
      let offer = tap(
        .offerReward(simulation.rewardTitle, price: 100, by: people[tapping.author].member),
        about: tapping.author, tapping)
    {
      activities[tapping.author].reward = offer.fact.identity
    }
    openCalendar(tapping)
  }

  private mutating func setUpProfile(of index: Int, _ tapping: Tapping) {
    let person = people[index].person
    guard simulation.behaviour.hasProfile(person) else { return }
    let member = people[index].member
    let body = simulation.behaviour.body(person, on: tapping.day)
    let sex: Sex = simulation.behaviour.isFemale(person) ? .female : .male
    tap(.setSex(sex, of: member), about: index, tapping)
    tap(.setWeight(of: member, on: tapping.day, grams: body.grams), about: index, tapping)
    tap(
      .setHeight(of: member, on: tapping.day, millimetres: body.millimetres), about: index,
      tapping)
  }

  private mutating func setUpChild(_ child: Int, _ tapping: Tapping) {
    let person = people[child].person
    if simulation.behaviour.keepsSchoolwork(person),
      let course = tap(
        .createCourse(for: people[child].member, name: simulation.courseName), about: child,
        tapping)
    {
      activities[child].course = course.fact.identity
    }
    guard let plan = simulation.behaviour.practice(person) else { return }
    let season = Season(first: tapping.day, last: date(of: Int32(days)).adding(days: 30))
    guard
      let sport = tap(
        .createSport(
          for: people[child].member, SportCreation(name: simulation.sportName, season: season)),
        about: child, tapping)
    else { return }
    setUpPractice(of: child, plan, sport: sport.fact.identity, tapping)
    guard simulation.behaviour.hasGoal(person) else { return }
    let goal = GoalCreation(
      .attendance, title: simulation.sportName, target: 6, unit: simulation.practiceUnit,
      from: tapping.day, through: tapping.day.adding(days: 27), priority: .medium)
    tap(.createGoal(for: people[child].member, goal), about: child, tapping)
  }

  private mutating func setUpPractice(
    of child: Int, _ plan: PracticePlan, sport: Entity, _ tapping: Tapping
  ) {
    var first = tapping.day
    while first.weekday != plan.weekday { first = first.adding(days: 1) }
    let start = ClassStart(
      day: first, minute: UInt16(plan.startMinute),
      zone: households[people[child].household].zone.zone)
    let creation = ClassCreation(
      sport: sport, type: .practice, start: start, durationMinutes: UInt16(plan.durationMinutes))
    guard
      let made = tap(
        .createClass(for: people[child].member, creation), about: child, tapping)
    else { return }
    tap(
      .setRecurrence(
        of: made.fact.identity, to: simulation.practiceRules[plan.weekday - 1]), about: child,
      tapping)
    activities[child].practice = made.fact.identity
    activities[child].weekday = plan.weekday
    activities[child].practiceToldDay = Int32(runDay(tapping.day)) - 1
  }

  // MARK: Practices

  private func practises(_ child: Int, on day: LocalDay) -> Bool {
    activities[child].practice != .none
      && (day.weekday == activities[child].weekday || day.weekday == activities[child].weekday + 3)
  }

  /// Both parents look at tomorrow's rides, so they sometimes take the same one.
  private mutating func claimRides(of child: Int, _ tapping: Tapping) {
    let tomorrow = tapping.day.adding(days: 1)
    guard practises(child, on: tomorrow) else { return }
    let occurrence = OccurrenceID(activities[child].practice, tomorrow)
    let parent = people[tapping.author].person
    for kind in DutyKind.allCases {
      let duty = Duty(kind, of: occurrence)
      let ride = child * 2 + Int(kind.rawValue)
      guard simulation.behaviour.claimsDuty(parent, on: tapping.plannedDay, ride: ride),
        !shows(duty, on: tapping.device)
      else { continue }
      tap(.claim(duty, by: people[tapping.author].member), about: child, tapping)
    }
  }

  /// Whether somebody has the duty already, as far as the device's copy knows.
  private func shows(_ duty: Duty, on device: Int) -> Bool {
    replicas[device].store.state[duty].isHeld
  }

  /// What became of the practices since they were last told, and what changes about tomorrow's.
  private mutating func tellPractices(of child: Int, _ tapping: Tapping) {
    guard activities[child].practice != .none else { return }
    let person = people[child].person
    let today = runDay(tapping.day)
    for day in max(Int(activities[child].practiceToldDay) + 1, today - 7)..<max(0, today) {
      let date = date(of: Int32(day))
      guard practises(child, on: date) else { continue }
      let occurrence = OccurrenceID(activities[child].practice, date)
      guard simulation.behaviour.change(person, on: date) != .cancelled else { continue }
      let attended = simulation.behaviour.attends(person, on: date)
      tap(
        .setAttendance(of: people[child].member, at: occurrence, to: attended), about: child,
        tapping)
    }
    activities[child].practiceToldDay = max(
      activities[child].practiceToldDay, Int32(today) - 1)
    let tomorrow = tapping.day.adding(days: 1)
    guard practises(child, on: tomorrow) else { return }
    let occurrence = OccurrenceID(activities[child].practice, tomorrow)
    switch simulation.behaviour.change(person, on: tomorrow) {
    case .none: return
    case .cancelled: tap(.cancelOccurrence(occurrence, true), about: child, tapping)
    case .moved:
      tap(
        .moveOccurrence(occurrence, to: MovedStart(day: tomorrow, minute: 18 * 60)), about: child,
        tapping)
    }
  }

  // MARK: School, rewards, training

  /// A piece of schoolwork every Monday, due on Friday, and done or not.
  private mutating func keepSchoolwork(of child: Int, _ tapping: Tapping) {
    guard activities[child].course != .none else { return }
    let member = people[child].member
    let task = activities[child].task
    if task == .none, tapping.day.weekday == 1 {
      let due = DueTime(day: tapping.day.adding(days: 4), minuteOfDay: 8 * 60)
      let draft = AcademicItemDraft(
        .assignment, title: simulation.courseName, course: activities[child].course, due: due)
      if let made = tap(.createAcademicItem(for: member, draft), about: child, tapping) {
        activities[child].task = made.fact.identity
        activities[child].taskDue = due.day
      }
    } else if task != .none, tapping.day >= activities[child].taskDue {
      if simulation.behaviour.doesTask(people[child].person, dueOn: activities[child].taskDue) {
        tap(.setAcademicItemDone(task, of: member, true), about: child, tapping)
      }
      activities[child].task = .none
    }
  }

  /// On Saturdays, if the points are there as the device shows them.
  private mutating func claimReward(for child: Int, _ tapping: Tapping) {
    let reward = activities[tapping.author].reward
    guard reward != .none, tapping.day.weekday == 6,
      replicas[tapping.device].store.state.balance(of: people[child].member) >= 100
    else { return }
    tap(.claimReward(reward, for: people[child].member, price: 100), about: child, tapping)
  }

  /// An adult's own training: a finished workout, and on template days the planned session.
  private mutating func train(_ tapping: Tapping) {
    let person = people[tapping.author].person
    let member = people[tapping.author].member
    if simulation.behaviour.trainsByTemplate(person) { followTemplate(tapping) }
    guard let done = simulation.behaviour.workout(person, on: tapping.plannedDay) else { return }
    let length = Int64(done.minutes) * Span.minute
    let start = now - length - Span.minute
    let day = households[people[tapping.author].household].zone.localDay(at: start)
    let log = WorkoutLog(
      .running, start: start, duration: UInt32(length), calories: UInt16(done.kilocalories),
      day: day)
    guard let workout = tap(.logWorkout(for: member, log), about: tapping.author, tapping) else {
      return
    }
    shareWorkout(workout.fact.identity, on: day, kilocalories: done.kilocalories, tapping)
    if activities[tapping.author].healthStore >= 0,
      let recorded = simulation.behaviour.recorded(person, on: tapping.plannedDay)
    {
      record(done, from: start, as: recorded, of: tapping.author)
    }
  }

  private mutating func followTemplate(_ tapping: Tapping) {
    let member = people[tapping.author].member
    if activities[tapping.author].template == .none {
      let blueprint = TemplateBlueprint(
        title: simulation.sportName, minuteOfDay: 18 * 60, minutes: 45,
        character: SessionCharacter(.strength),
        recurrence: TemplateRecurrence(on: WeekdaySet(rawValue: 0b000_1001), from: tapping.day))
      if let made = tap(
        .createTemplate(for: member, blueprint), about: tapping.author, tapping)
      {
        activities[tapping.author].template = made.fact.identity
      }
      return
    }
    let template = activities[tapping.author].template
    guard tapping.day.weekday == 1 || tapping.day.weekday == 4 else { return }
    tap(
      .generateSession(for: member, from: template, on: tapping.day), about: tapping.author,
      tapping)
    tap(
      .completeSession(
        SessionKey(template: template, on: tapping.day), of: member,
        EffortReport(isDone: true, effort: 7)), about: tapping.author, tapping)
  }
}
