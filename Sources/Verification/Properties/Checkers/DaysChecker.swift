import Base
import Chronology
import DomainCore
import ReferenceModels
import SyncCore

// P14 and P20 of people's days: a day's food, water and actions are the sums of the log; whether
// its targets were met follows from bodies, birthdays, attendance and the parents' settings; and it
// pays exactly while it is met (NUT-1…NUT-6, NUT-10, REW-2). P13: at most the allowed number of
// photos is analyzed on a day (NUT-7).
//
// Checked at quiescence, against the raw log.
extension LogReplay {
  mutating func checkDays(_ read: borrowing Scope) {
    if wasErased || read.state.group.head.isFounded { return }
    let attended = attendance.attended()
    let count = read.state.dayCapacity
    let days = food.days(people: people.people.count, count: count)
    var met: [[LocalDay]] = []
    var courses: [ActivityModel.CountedDays] = []
    for person in people.people.indices {
      let course = course(of: person, days: count, read.state.firstDay)
      courses.append(course)
      met.append([])
      for day in 0..<count {
        checkDay(day, of: person, days[person][day], read.state)
        // A person who has eaten nothing has met nothing.
        guard days[person][day].lanes[0] > 0 else { continue }
        let date = read.state.firstDay.adding(days: day)
        if need(of: person, on: date, course).isMet(by: days[person][day].lanes) {
          met[person].append(date)
        }
      }
    }
    checkAttended(attended, read.state)
    checkMet(met, read.state)
    checkAchieved(attended, met, days, read)
    checkDiets(met, days, courses, read.state)
  }

  private mutating func checkDay(
    _ day: Int, of person: Int, _ expected: FoodModel.Day, _ state: borrowing ScopeState
  ) {
    let row = state.personDay(MemberHandle(UInt16(person)), day)
    tally.count(.derivedState)
    if row.nutrients.lanes != expected.lanes || row.meals != expected.meals
      || row.waters != expected.waters
    {
      report(
        .derivedState, "the food and drink of a person's day differ from the log",
        expected:
          "\(expected.lanes) in meals \(expected.meals) and \(expected.waters) drinks "
          + "of member \(person)",
        found: "\(row.nutrients.lanes) in meals \(row.meals) and \(row.waters) drinks")
    }
    if row.actions != food.actions(of: person, on: day) {
      report(
        .derivedState, "the number of actions on a person's day differs from the log",
        expected: "\(food.actions(of: person, on: day)) of member \(person)",
        found: "\(row.actions)")
    }
  }

  /// NUT-2, TRN-3: a person's training; not needed without a known body.
  private func course(
    of person: Int, days: Int, _ first: LocalDay
  ) -> ActivityModel.CountedDays {
    guard bodies.sex(of: person) != nil else { return ActivityModel.CountedDays() }
    let member = MemberHandle(UInt16(person))
    let logged = training.workoutDays(of: member)
    let imported = workouts.done(by: member).filter { $0.logged == nil }.map(\.day)
    return activity.course(
      of: member.index, in: first.adding(days: -27)...first.adding(days: days + 27),
      workouts: logged + imported)
  }

  func need(
    of person: Int, on day: LocalDay, _ course: ActivityModel.CountedDays
  ) -> NutrientNeed {
    var need = NutrientNeed()
    if let sex = bodies.sex(of: person), let grams = bodies.weight(of: person, on: day),
      let millimeters = bodies.height(of: person, on: day)
    {
      need = NutrientNeed(
        sex, age: ReferenceAge.years(from: people.people[person].born, to: day), grams: grams,
        millimeters: millimeters, trainings: course.trainings(on: day))
    }
    let (energy, protein) = (
      targets.amount(of: person, .energy, on: day), targets.amount(of: person, .protein, on: day)
    )
    let water = targets.amount(of: person, .water, on: day)
    if energy > 0 { need.energy = UInt64(energy) }
    if protein > 0 { need.protein = UInt64(protein) }
    if water > 0 { need.water = UInt64(water) }
    return need
  }

  /// Exactly the days that were met are in the state and in the ledger.
  private mutating func checkMet(_ met: [[LocalDay]], _ state: borrowing ScopeState) {
    var count = 0
    for person in met.indices {
      let member = MemberHandle(UInt16(person))
      count += met[person].count
      let days = 0..<state.dayCapacity
      if days.count(where: { state.personDay(member, $0).isNutritionMet }) > met[person].count {
        report(.derivedState, "a nutrition day counts as met that is not")
      }
      for day in met[person] {
        tally.count(.derivedState)
        if !state.shared.isNutritionDayMet(day, of: member) {
          report(
            .derivedState, "a nutrition day is met and does not count",
            expected: "\(day) of \(Self.words(member))")
        }
        let cause = PointCause(.nutritionDay, .none, of: member, detail: day.number)
        if balances.standing(cause) == nil {
          report(
            .conservation, "a nutrition day that is met has not paid",
            expected: "\(day) of \(Self.words(member))")
        }
      }
    }
    tally.count(.conservation)
    if balances.standing(.nutritionDay).count != count {
      report(
        .conservation, "a nutrition day has paid that is not met",
        found: "\(balances.standing(.nutritionDay).count)")
    }
  }

  // MARK: Attendance

  /// Exactly the attended occurrences that took place have paid and count.
  private mutating func checkAttended(
    _ attended: [AttendanceModel.Attended], _ state: borrowing ScopeState
  ) {
    for one in attended {
      tally.count(.conservation)
      let cause = PointCause(
        .attendance, one.trainingClass, of: one.person, detail: one.day.number)
      if balances.standing(cause) == nil {
        report(.conservation, one.trainingClass, "an attended occurrence has not paid")
      }
    }
    if balances.standing(.attendance).count != attended.count {
      report(
        .conservation, "an occurrence has paid that no one attended",
        found: "\(balances.standing(.attendance).count)")
    }
    for member in people.members {
      let own = attended.filter { $0.person == member }
      tally.count(.derivedState)
      let counted = state.schedule.attendedCount(
        of: member, from: LocalDay(number: .min), through: LocalDay(number: .max))
      if counted != own.count {
        report(
          .derivedState, "a person's attendance count differs from the log",
          expected: "\(own.count) of \(Self.words(member))", found: "\(counted)")
      }
      for one in own
      where state.rewards.attendedCount(of: member, inMonthOf: one.takesPlaceOn)
        != own.count(where: { Self.isSameMonth($0.takesPlaceOn, one.takesPlaceOn) })
        || state.schedule.attendedCount(
          of: member, from: one.takesPlaceOn, through: one.takesPlaceOn)
          != own.count(where: { $0.takesPlaceOn == one.takesPlaceOn })
        || state.rewards.attendedCount(of: member, in: one.sport)
          != own.count(where: { $0.sport == one.sport })
      {
        report(.derivedState, "the attendance of a day, month or sport differs from the log")
      }
    }
  }

  static func isSameMonth(_ one: LocalDay, _ other: LocalDay) -> Bool {
    one.civil.year == other.civil.year && one.civil.month == other.civil.month
  }
}

// MARK: Nutrition

// P14 of nutrition: the goal and the color of each metric of a day (NUT-3, NUT-4, NUT-6); a week's
// averages, the nutrition streaks, and the best days (NUT-8).
//
// Checked at quiescence, against the food, bodies and training of other reference models: goals for
// the last day with food; weeks and best days, which need many goals, for one person that the time
// selects.
extension LogReplay {
  mutating func checkDiets(
    _ met: [[LocalDay]], _ days: [[FoodModel.Day]], _ courses: [ActivityModel.CountedDays],
    _ state: borrowing ScopeState
  ) {
    for place in people.people.indices {
      let logged = days[place].lastIndex { $0.mealCount > 0 || $0.waters > 0 }
      guard let logged else { continue }
      let diet = DietSummary(
        person: place, firstDay: state.firstDay, days: days[place], met: Set(met[place]),
        course: courses[place])
      let last = state.firstDay.adding(days: logged)
      checkTargets(of: diet, on: last, state)
      checkMetDays(of: diet, state)
      if Int(now.milliseconds / Span.minute) % people.people.count == place {
        checkTrend(of: diet, in: last.weekStart...last.weekStart.adding(days: 6), state)
        checkBestDays(of: diet, in: last.adding(days: -20)...last, state)
      }
    }
  }

  private func goal(of metric: NutritionMetric, _ diet: DietSummary, on day: LocalDay) -> UInt64 {
    let set = targets.amount(of: diet.person, metric, on: day)
    return set > 0 ? UInt64(set) : need(of: diet.person, on: day, diet.course).amount(of: metric)
  }

  private mutating func checkTargets(
    of diet: DietSummary, on day: LocalDay, _ state: borrowing ScopeState
  ) {
    let target = state.nutritionTarget(of: diet.handle, on: day)
    for metric in NutritionMetric.allCases {
      let goal = goal(of: metric, diet, on: day)
      tally.count(.derivedState)
      if UInt64(target[metric]) != goal {
        report(
          .derivedState,
          "a person's nutrition goal does not follow from their body and their parents' settings",
          expected: "\(goal) of \(metric) for \(Self.words(diet.handle)) on \(day)",
          found: "\(target[metric])")
      } else if state.color(of: metric, for: diet.handle, on: day)
        != NutrientNeed.color(of: metric, for: diet.day(day).lanes, goal: goal)
      {
        report(
          .derivedState, "a day's color does not follow from its food",
          expected: "\(diet.day(day).lanes) against \(goal) of \(metric)")
      }
    }
  }

  /// NUT-8: counted like streaks of habits.
  private mutating func checkMetDays(of diet: DietSummary, _ state: borrowing ScopeState) {
    for today in Set([now.utcDay, diet.met.max() ?? now.utcDay]).sorted() {
      let expected = StreakModel.streaks(of: diet.met.map(\.number).sorted(), today: today)
      let shown = state.shared.nutritionStreak(of: diet.handle, asOf: today)
      tally.count(.derivedState)
      if shown.current != expected.current || shown.longest != expected.longest {
        report(
          .derivedState, "a person's nutrition streak differs from the log",
          expected: "\(expected.current) days now and \(expected.longest) at the longest",
          found: "\(shown.current) and \(shown.longest)")
      }
    }
  }

  private mutating func checkTrend(
    of diet: DietSummary, in week: ClosedRange<LocalDay>, _ state: borrowing ScopeState
  ) {
    let shown = state.nutrition.nutritionWeek(
      of: diet.handle, around: week.upperBound, state.shared, state.families, state.schedule)
    let logged = week.filter { diet.day($0).mealCount > 0 || diet.day($0).waters > 0 }
    var isRight =
      shown.daysLogged == logged.count && shown.daysMet == logged.count { diet.met.contains($0) }
    let needs = logged.map { need(of: diet.person, on: $0, diet.course) }
    for metric in NutritionMetric.allCases {
      let lane = metric == .water ? 7 : Int(metric.rawValue)
      let goals = zip(logged, needs).map { day, need in
        let set = targets.amount(of: diet.person, metric, on: day)
        return set > 0 ? UInt64(set) : need.amount(of: metric)
      }.filter { $0 > 0 }
      let intake = Self.mean(of: logged.map { UInt64(diet.day($0).lanes[lane]) })
      let mean = shown.mean(of: metric)
      isRight =
        isRight && mean.map { UInt64($0.intake) } == intake
        && mean.map { UInt64($0.target) } ?? 0 == Self.mean(of: goals) ?? 0
    }
    tally.count(.derivedState)
    if !isRight {
      report(
        .derivedState, "the averages of a week differ from those of its days",
        expected: "the averages of \(logged.count) days of \(Self.words(diet.handle))",
        found: "the averages of \(shown.daysLogged)")
    }
  }

  /// Rounded half up; nil for no values.
  private static func mean(of values: [UInt64]) -> UInt64? {
    if values.isEmpty { return nil }
    let (count, sum) = (UInt64(values.count), values.reduce(0, +))
    return sum / count + (sum % count * 2 >= count ? 1 : 0)
  }

  /// NUT-8: among the days that were met, those with the most green metrics, the later one first in
  /// a tie.
  private mutating func checkBestDays(
    of diet: DietSummary, in days: ClosedRange<LocalDay>, _ state: borrowing ScopeState
  ) {
    let ranked = days.filter { diet.met.contains($0) }.map { day -> (greens: Int, day: LocalDay) in
      let greens = NutritionMetric.allCases.count { metric in
        NutrientNeed.color(
          of: metric, for: diet.day(day).lanes, goal: goal(of: metric, diet, on: day)) == .green
      }
      return (greens, day)
    }.sorted { $0 > $1 }
    tally.count(.derivedState)
    let shown = state.nutrition.bestNutritionDays(
      of: diet.handle, from: days.lowerBound, through: days.upperBound, limit: 3, state.shared,
      state.families, state.schedule)
    if shown != ranked.prefix(3).map(\.day) {
      report(
        .derivedState, "the best days differ from the log",
        expected: "\(ranked.prefix(3).map(\.day))", found: "\(shown)")
    }
  }
}

/// A person's days, and which of them were met.
private struct DietSummary {
  var person: Int
  var firstDay: LocalDay
  var days: [FoodModel.Day]
  var met: Set<LocalDay>
  var course: ActivityModel.CountedDays

  var handle: MemberHandle { MemberHandle(UInt16(person)) }

  func day(_ day: LocalDay) -> FoodModel.Day {
    let index = firstDay.distance(to: day)
    return days.indices.contains(index) ? days[index] : FoodModel.Day()
  }
}
