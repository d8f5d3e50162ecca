import Chronology

// Notifications of a person's own day.
extension NotificationPlanner {
  mutating func planDay(of person: MemberHandle, _ state: borrowing ScopeState) {
    let day = today(of: person)
    planCheckIn(of: person, on: day, state)
    let target = state.nutritionTarget(of: person, on: day)
    if target[.energy] > 0 { planMeals(of: person, on: day, state) }
    if target[.water] > 0 { planWater(of: person, on: day, target[.water], state) }
    planStreaks(of: person, on: day, state)
    planSummary(of: person, on: day, state)
  }

  private func row(
    of person: MemberHandle, on day: LocalDay, _ state: borrowing ScopeState
  ) -> PersonDay {
    let index = state.index(of: day)
    return index < 0 ? PersonDay() : state.personDay(person, index)
  }

  /// NOT-1: at 8:00, to people who have not checked in yet.
  private mutating func planCheckIn(
    of person: MemberHandle, on day: LocalDay, _ state: borrowing ScopeState
  ) {
    guard !row(of: person, on: day, state).hasCheckIn else { return }
    emitTrigger(
      person, NotificationCause(.checkIn, about: person, detail: day.key),
      due: hour(8, of: day, for: person), until: endOfDay(day, for: person))
  }

  /// NOT-1: a meal that is not logged by its time: **decided** breakfast by 9:00, lunch by 13:00
  /// and dinner by 19:00, for two hours, for people with an energy target: no one else counts.
  private mutating func planMeals(
    of person: MemberHandle, on day: LocalDay, _ state: borrowing ScopeState
  ) {
    let row = row(of: person, on: day, state)
    for (kind, by) in [(MealKind.breakfast, Int32(9)), (.lunch, 13), (.dinner, 19)]
    where row.meals[Int(kind.rawValue)] == 0 {
      emitToCarers(
        of: person,
        NotificationCause(.meal, about: person, detail: day.key << 8 | UInt64(kind.rawValue)),
        due: hour(by, of: day, for: person), until: hour(by + 2, of: day, for: person), state)
    }
  }

  /// NOT-1: every two hours from 8:00 to 20:00 while below pace: **decided** an even pace from
  /// nothing at 8:00 to the day's target at 20:00.
  private mutating func planWater(
    of person: MemberHandle, on day: LocalDay, _ target: UInt32, _ state: borrowing ScopeState
  ) {
    // 29.5735 mL an ounce, both sides in ten-thousandths of a tenth of a milliliter.
    let drunk = UInt64(row(of: person, on: day, state).nutrients.waterTenthOunces) * 295_735
    for number in 1...6 {
      let hour = Int32(8 + 2 * number)
      let pace = UInt64(target) * UInt64(number) * 100_000
      guard drunk * 6 < pace else { continue }
      emitToCarers(
        of: person,
        NotificationCause(.hydration, about: person, detail: day.key << 8 | UInt64(hour)),
        due: self.hour(hour, of: day, for: person),
        until: self.hour(hour + 2, of: day, for: person), state)
    }
  }

  /// NOT-1: "don't break it": **decided** at 20:00, for a streak of three days or more that today
  /// has not continued yet.
  private mutating func planStreaks(
    of person: MemberHandle, on day: LocalDay, _ state: borrowing ScopeState
  ) {
    let index = state.index(of: day)
    for slot in 0..<state.habitCount {
      let habit = state.habitAt(slot)
      guard habit.owner == person, habit.isLive, !state.isDone(slot, index),
        state.streak(slot, asOf: day) >= 3
      else { continue }
      emitToCarers(
        of: person,
        NotificationCause(.streak, about: person, entity: habit.entity, detail: day.key),
        due: hour(20, of: day, for: person), until: endOfDay(day, for: person), state)
    }
  }

  /// NOT-1: Sunday evening; **decided** at 18:00, and valid until noon on Monday, so that quiet
  /// hours over night only delay it. A Sunday before the family began has nothing to sum up.
  private mutating func planSummary(
    of person: MemberHandle, on day: LocalDay, _ state: borrowing ScopeState
  ) {
    let sunday = day.weekStart(startingOn: 7)
    guard state.index(of: sunday) >= 0 else { return }
    emitTrigger(
      person, NotificationCause(.weeklySummary, about: person, detail: sunday.key),
      due: hour(18, of: sunday, for: person),
      until: hour(12, of: sunday.adding(days: 1), for: person))
  }

  /// NOT-1: in the evening (**decided** 19:00) what is due tomorrow, in the morning (7:00) what is
  /// due today, until it is done.
  mutating func planSchool(of person: MemberHandle, _ state: borrowing ScopeState) {
    let day = today(of: person)
    for item in state.academics.academicItems(
      of: person, from: day, through: day.adding(days: 1), state.shared)
    where !item.isDone {
      let isToday = item.due.day == day
      emitToCarers(
        of: person,
        NotificationCause(
          .academic, about: person, entity: item.entity,
          detail: item.due.day.key << 1 | (isToday ? 1 : 0)),
        due: hour(isToday ? 7 : 19, of: day, for: person),
        until: isToday ? item.due.passes(in: zone(person)) : endOfDay(day, for: person), state)
    }
  }

  /// NOT-1: achievements, at once and for as long as they hold: goals, badges, trophies, level.
  mutating func planAchievements(of person: MemberHandle, _ state: borrowing ScopeState) {
    let ever = now + Span.week
    for goal in state.goals.goals(of: person) where goal.isCompleted {
      emitToCarers(
        of: person, NotificationCause(.goal, about: person, entity: goal.entity), due: now,
        until: ever, state)
    }
    planMilestones(of: person, until: ever, state)
    planTrophies(of: person, until: ever, state)
    let achieved = state.rewards.achievements(
      of: person, asOf: today(of: person), state.shared, state.schedule)
    for badge in achieved.badges.badges {
      emitToCarers(
        of: person, NotificationCause(.trophy, about: person, detail: UInt64(badge.rawValue)),
        due: now, until: ever, state)
    }
    for tier in TrophyTier.allCases {
      if let held = achieved.streakTrophy, tier <= held {
        emitToCarers(
          of: person,
          NotificationCause(.trophy, about: person, detail: 1 << 8 | UInt64(tier.rawValue)),
          due: now, until: ever, state)
      }
      for number in 0..<achieved.sports(with: tier) {
        emitToCarers(
          of: person,
          NotificationCause(
            .trophy, about: person,
            detail: 2 << 8 | UInt64(tier.rawValue) | UInt64(number + 1) << 16),
          due: now, until: ever, state)
      }
    }
    for level in Level.allCases where level > .rookie && level <= achieved.level {
      emitToCarers(
        of: person, NotificationCause(.level, about: person, detail: UInt64(level.rawValue)),
        due: now, until: ever, state)
    }
  }
}

extension LocalDay {
  /// The day where a cause needs one; days before 1970 do not occur.
  fileprivate var key: UInt64 { UInt64(UInt32(bitPattern: number)) }
}
