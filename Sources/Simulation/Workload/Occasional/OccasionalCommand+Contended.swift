import Base
import Chronology
import DomainCore

// The commands with which a whole family conflicts on the same records: a few kinds, always about
// the same things.
extension OccasionalCommand {
  /// One of the commands of the kinds that the family currently uses.
  func contended(_ commands: [Command], kinds: Int) -> Command? {
    guard let subject, !commands.isEmpty else { return nil }
    func place(_ kind: FactKind) -> UInt64 {
      Digest128.mix(subject.first, UInt64(kind.rawValue), 0, 0).first
    }
    var places: [UInt64] = []
    for command in commands where !places.contains(place(command.kind)) {
      places.append(place(command.kind))
    }
    places.sort()
    let last = places[min(kinds, places.count) - 1]
    let chosen = commands.filter { place($0.kind) <= last }
    return chosen[roll(chosen.count, 7)]
  }

  /// The possible commands in the areas that the family currently uses: one area, or all at once.
  func contendedCommands(on state: borrowing ScopeState) -> [Command] {
    let areas: [FactKind.Area] = [
      .families, .habits, .nutrition, .training, .academics, .schedule, .schedule, .goals,
      .rewards, .notifications, .families, .nutrition, .goals,
    ]
    // Salvaged data may not have the author until the server sends the rest.
    guard let subject, Int(author.index) < state.memberCount else { return [] }
    // A parent whom the others have made a coach does what coaches do.
    if state.member(author).role == .coach { return coachCommands(state) }
    switch areas[subject.first.bits(24, from: 40).choice(of: areas.count)] {
    case .families: return familyCommands(state) + contendedMembers(state)
    case .habits: return habitCommands(state) + contendedHabits(state)
    case .nutrition:
      let past = state.occurrences(in: now - 6 * Span.day..<now, now: now)
      // The activity level determines nutrition targets, also on days that were judged already.
      switch subject.first.bits(2, from: 48) {
      case 0:
        return contendedDays(state) + contendedTurns(past, state) + contendedActivity(state)
      case 1: return contendedDays(state) + contendedMoves(state)
      default:
        return nutritionCommands() + foodCommands(state) + contendedFood(state)
          + contendedAttendance(past) + contendedActivity(state)
      }
    case .training: return trainingCommands(state) + contendedTraining(state)
    case .academics: return academicCommands(state)
    case .schedule: return scheduleCommands(state) + contendedSchedule(state)
    case .goals where subject.first.bits(2, from: 48) == 0: return contendedShares(state)
    case .goals: return goalCommands(state) + contendedGoals(state) + contendedSchedule(state)
    case .rewards: return rewardCommands(state) + contendedRewards(state)
    case .notifications: return notificationCommands(state)
    case .calendar, .groups: return []
    }
  }

  // MARK: People

  /// Any family member may be deactivated, and activated again.
  private func contendedMembers(_ state: borrowing ScopeState) -> [Command] {
    let someone = pick(Array(0..<state.memberCount), 4).map { MemberHandle(UInt16($0)) } ?? child
    let earlier = day.adding(days: pick(Array(-5...1), 6) ?? 0)
    var commands: [Command] = [
      .setWeight(of: child, on: earlier, grams: 30_000 + UInt32(roll(256, 2)) * 100),
      .setHeight(of: child, on: earlier, millimeters: 1_400 + UInt32(roll(256, 3))),
      .setConsent(for: child, given: isOn),
      // The birthday determines whether a person is a child.
      .setBorn(day.adding(days: -365 * (8 + roll(3, 4))), of: child),
      .setChildMayLog(child, to: isOn),
      .setWorkoutSharing(of: author, to: isOn),
      .setSex(isOn ? .male : .female, of: child),
      .activateMember(other), .activateMember(child), .activateMember(someone),
      .setRole(of: other, to: isOn ? .coach : .parent),
      // Only an athlete is on a coach's roster.
      .setRole(of: child, to: roll(3, 2) > 0 ? .athlete : .child),
      .setRoster(of: other, athlete: child, to: roll(4, 6) > 0),
    ]
    // A removed member stays away until another activates them again, so it is rare.
    if roll(3, 5) == 0 {
      commands += [.deactivateMember(other), .deactivateMember(child), .deactivateMember(someone)]
    }
    return commands
  }

  // MARK: Habits

  private func contendedHabits(_ state: borrowing ScopeState) -> [Command] {
    let atHand = (0..<state.habitCount).filter { isAtHand(state.habitAt($0).life) }
    var slots = atHand.filter { state.habitAt($0).owner == child }
    if slots.isEmpty { slots = atHand.filter { state.habitAt($0).owner == author } }
    guard let slot = pick(slots, 1, named: { state.habitAt($0).entity.raw }) else { return [] }
    let (habit, owner) = (state.habitAt(slot).entity, state.habitAt(slot).owner)
    return [
      .renameHabit(habit, of: owner, to: name),
      .setHabitField(.habitDescriptionSet, of: habit, owner: owner, to: otherText.raw),
      .setHabitField(.habitIconSet, of: habit, owner: owner, to: UInt32(roll(200, 2))),
      .rankHabit(habit, of: owner, at: UInt32(1 + roll(200, 3))),
      .archiveHabit(habit, of: owner, isOn),
      .setCompletion(of: habit, owner: owner, on: day.adding(days: roll(4, 4) - 2), done: isOn),
      .deleteHabit(habit, of: owner), .restoreHabit(habit, of: owner),
    ]
  }

  /// Whether a habit exists, or was deleted recently enough to be restored: otherwise families
  /// would use only permanently deleted habits and have no conflicts left.
  private func isAtHand(_ life: HabitLifecycle) -> Bool {
    life.isAlive || now < life.deletedAt + 2 * Span.hour
  }

  // MARK: Food

  /// A day's targets are set to the day's sums, so that any change of the day matters.
  private func contendedFood(_ state: borrowing ScopeState) -> [Command] {
    let subjectDay = day
    let place = state.index(of: subjectDay)
    let food = UInt16(roll(FoodTable.count, 4))
    let sample = UInt64(bitPattern: Int64(day.number)) << 8 | UInt64(author.index & 1) | 2
    var commands: [Command] = [
      .importWater(
        ImportedWater(
          sample: sample, day: day, tenthOunces: UInt16(40 + roll(120, 1)), minuteOfDay: 600),
        of: child),
      .logWater(
        for: child,
        WaterAmount(tenthOunces: UInt16(50 + roll(90, 2)), source: .bottle, minuteOfDay: 700)),
      .logMeal(for: child, MealPortion(.snack, MealItem(food: food, quarters: 4))),
      .setNutritionTarget(of: child, TargetAmount(.protein, UInt32(1 + roll(100, 5)))),
      .setNutritionTarget(of: child, TargetAmount(.water, UInt32(1 + roll(100, 5)))),
    ]
    if place >= 0 && place < state.dayCapacity {
      let eaten = state.personDay(child, place).nutrients.lanes[0]
      commands.append(.setNutritionTarget(of: child, TargetAmount(.energy, eaten)))
      commands += missingMeals(eaten: eaten, state)
    }
    let lately = state.nutrition.food(
      of: child, from: day.adding(days: -2), through: day, state.shared)
    if let entry = pick(lately, 2, named: { $0.entity.raw }) {
      let time = FoodTime(
        day: state.nutrition.day(of: entry, state.shared).adding(days: roll(3, 6) - 1),
        minuteOfDay: UInt16(9 * 60 + roll(200, 3)))
      commands.append(.setFoodTime(entry.entity, of: child, to: time))
      // The day after lacks so little that any meal moved there is enough.
      let after = state.index(of: state.nutrition.day(of: entry, state.shared)) + 1
      if !entry.isWater && after < state.dayCapacity {
        let eaten = state.personDay(child, after).nutrients.lanes[0]
        let next = FoodTime(
          day: state.nutrition.day(of: entry, state.shared).adding(days: 1),
          minuteOfDay: UInt16(10 * 60 + roll(90, 3)))
        commands += [
          .setNutritionTarget(of: child, TargetAmount(.energy, eaten + 1)),
          .setFoodTime(entry.entity, of: child, to: next),
        ]
      }
    }
    return commands
  }

  /// Meals for the amount that a child's day still lacks for its targets.
  private func missingMeals(eaten: UInt32, _ state: borrowing ScopeState) -> [Command] {
    let target = state.nutritionTarget(of: child, on: day)
    var missing = Nutrients.zero
    missing.lanes[0] = target[.energy] - min(target[.energy], eaten)
    missing.lanes[1] = 500
    guard missing.lanes[0] > 0 else { return [] }
    let meal = MealPortion(.dinner, stating: missing, from: MealOrigin(.typed))
    return [.logMeal(for: child, meal), .logMeal(for: child, meal)]
  }

  /// Days that are met by very little, whatever a body needs.
  private func contendedDays(_ state: borrowing ScopeState) -> [Command] {
    let place = state.index(of: day)
    guard place >= 0 && place < state.dayCapacity else { return [] }
    let eaten = state.personDay(child, place).nutrients.lanes[0]
    let water = WaterAmount(tenthOunces: 90, source: .bottle, minuteOfDay: 700)
    return missingMeals(eaten: eaten, state) + [
      .setNutritionTarget(of: child, TargetAmount(.protein, 1 + UInt32(roll(9, 5)))),
      .setNutritionTarget(of: child, TargetAmount(.water, 1 + UInt32(roll(9, 5)))),
      .logWater(for: child, water),
    ]
  }

  /// Alternates between attending often enough to count as active, and once less.
  private func contendedTurns(_ past: [Occurrence], _ state: borrowing ScopeState) -> [Command] {
    let attends = state.schedule.activityLevel(of: child, on: day, state.shared) == .sedentary
    var commands: [Command] = []
    for one in past
    where one.start < now && (state.shared.attended(one.id, by: child) == true) != attends {
      commands.append(.setAttendance(of: child, at: one.id, to: attends))
    }
    return commands
  }

  /// Moves a meal to the next day, on days that have ended.
  private func contendedMoves(_ state: borrowing ScopeState) -> [Command] {
    let lately = state.nutrition.food(
      of: child, from: day.adding(days: -4), through: day.adding(days: -1), state.shared)
    let meals = lately.filter { !$0.isWater }
    guard let meal = pick(meals, 2, named: { $0.entity.raw }) else { return [] }
    let next = FoodTime(
      day: state.nutrition.day(of: meal, state.shared).adding(days: 1),
      minuteOfDay: UInt16(9 * 60 + roll(200, 3)))
    let move = Command.setFoodTime(meal.entity, of: child, to: next)
    return [move, move]
  }

  /// The family's first sport, and then classes of it on every day.
  private func contendedActivity(_ state: borrowing ScopeState) -> [Command] {
    let classes = contendedClasses(state)
    if !classes.isEmpty { return classes + classes }
    let season = Season(first: day, last: day.adding(days: 60))
    return [.createSport(for: child, SportCreation(name: text, season: season))]
  }

  // MARK: Training

  /// What a coach assigns, and what happens to it before it is due.
  private func coachCommands(_ state: borrowing ScopeState) -> [Command] {
    guard state.shared.isOnRoster(coach: author, athlete: child) else {
      return [.setRoster(of: author, athlete: child, to: true)]
    }
    let time = SessionTime(day: day, minuteOfDay: UInt16(60 * (8 + roll(12, 1))), minutes: 60)
    let plan = SessionPlan(title: text, time: time, character: SessionCharacter(.conditioning))
    var commands: [Command] = [.assignWorkout(to: child, plan)]
    let due = state.training.assignments(of: child, dueOn: day)
    if let assignment = pick(due, 2, named: { $0.entity.raw }) {
      commands += [
        .setAssignmentText(.title, of: assignment.entity, athlete: child, to: otherText),
        .moveAssignment(assignment.entity, of: child, to: putOff(within: 3)),
        .withdrawAssignment(assignment.entity, of: child),
      ]
    }
    return commands
  }

  /// Another time, on the same day or a later one.
  private func putOff(within days: Int) -> SessionTime {
    SessionTime(
      day: day.adding(days: roll(days, 4)), minuteOfDay: UInt16(60 * (8 + roll(12, 5))),
      minutes: 60)
  }

  private func contendedTraining(_ state: borrowing ScopeState) -> [Command] {
    let start = now - 2 * Span.hour
    let log = WorkoutLog(
      .running, start: start, duration: UInt32(Span.hour), calories: UInt16(200 + roll(200, 1)),
      day: zone.localDay(at: start))
    let time = SessionTime(day: day, minuteOfDay: 18 * 60, minutes: 60)
    let plan = SessionPlan(title: text, time: time, character: SessionCharacter(.conditioning))
    var commands: [Command] = [
      .logWorkout(for: author, log), .logWorkout(for: child, log),
      .assignWorkout(to: child, plan),
    ]
    let blueprint = TemplateBlueprint(
      title: text, minuteOfDay: 17 * 60, minutes: 45, character: SessionCharacter(.strength),
      recurrence: TemplateRecurrence(on: WeekdaySet(rawValue: 0b001_1111), from: day))
    commands.append(.createTemplate(for: child, blueprint))
    if let template = pick(state.training.templates(of: child), 3, named: { $0.entity.raw }) {
      commands += templateCommands(template.entity, of: child)
      let session = SessionKey(template: template.entity, on: day)
      commands += [
        .generateSession(for: child, from: template.entity, on: day),
        .moveSession(session, of: child, to: putOff(within: 3)),
        .completeSession(
          session, of: child, EffortReport(isDone: isOn, effort: UInt8(1 + roll(9, 2)))),
      ]
    }
    for person in [author, child] {
      for workout in state.training.loggedWorkouts(of: person, on: day) {
        commands.append(.deleteTrainingLog(workout.entity, of: person))
      }
    }
    return commands
  }
}
