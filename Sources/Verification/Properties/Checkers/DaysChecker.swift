import Base
import Chronology
import DomainCore
import ReferenceModels
import SyncCore

// P14 and P20 of people's days: a day's food, water and actions are the sum of what the log has of
// it; whether its targets were met follows from bodies, birthdays, attendance and what parents set;
// and it pays exactly while it is met (NUT-1…NUT-6, NUT-10, REW-2). P13: nobody has more photos
// analysed on a day than there are (NUT-7).
//
// Checked at quiescence, from the raw log.
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
        // Who has eaten nothing has met nothing.
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
    _ day: Int, of person: Int, _ told: FoodModel.Day, _ state: borrowing ScopeState
  ) {
    let row = state.personDay(MemberHandle(UInt16(person)), day)
    tally.count(.derivedState)
    if row.nutrients.lanes != told.lanes || row.meals != told.meals || row.waters != told.waters {
      report(
        .derivedState, "what somebody ate and drank on a day is not what the log says",
        expected:
          "\(told.lanes) in meals \(told.meals) and \(told.waters) drinks of member \(person)",
        found: "\(row.nutrients.lanes) in meals \(row.meals) and \(row.waters) drinks")
    }
    if row.actions != food.actions(of: person, on: day) {
      report(
        .derivedState, "somebody's day has other actions than the log",
        expected: "\(food.actions(of: person, on: day)) of member \(person)",
        found: "\(row.actions)")
    }
  }

  /// NUT-2, TRN-3: what somebody trained; of who has no body nobody asks.
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
      let millimetres = bodies.height(of: person, on: day)
    {
      need = NutrientNeed(
        sex, age: ReferenceAge.years(from: people.people[person].born, to: day), grams: grams,
        millimetres: millimetres, trainings: course.trainings(on: day))
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

  /// A met day stands in the state and in the ledger, and no other does.
  private mutating func checkMet(_ met: [[LocalDay]], _ state: borrowing ScopeState) {
    var count = 0
    for person in met.indices {
      let member = MemberHandle(UInt16(person))
      count += met[person].count
      let days = 0..<state.dayCapacity
      if days.count(where: { state.personDay(member, $0).isNutritionMet }) > met[person].count {
        report(.derivedState, "a nutrition day counts that is not met")
      }
      for day in met[person] {
        tally.count(.derivedState)
        if !state.isNutritionDayMet(day, of: member) {
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
        .conservation, "a nutrition day has paid that is not met", expected: "\(count) days",
        found: "\(balances.standing(.nutritionDay).count)")
    }
  }

  // MARK: Attendance

  /// What was attended and took place has paid and counts, and nothing else has.
  private mutating func checkAttended(
    _ attended: [AttendanceModel.Attended], _ state: borrowing ScopeState
  ) {
    for one in attended {
      tally.count(.conservation)
      let cause = PointCause(
        .attendance, one.trainingClass, of: one.person, detail: one.day.number)
      if balances.standing(cause) == nil {
        report(.conservation, one.trainingClass, "what somebody attended has not paid")
      }
    }
    if balances.standing(.attendance).count != attended.count {
      report(
        .conservation, "something has paid that nobody attended", expected: "\(attended.count)",
        found: "\(balances.standing(.attendance).count)")
    }
    for member in people.members {
      let own = attended.filter { $0.person == member }
      tally.count(.derivedState)
      let counted = state.schedule.attendedCount(
        of: member, from: LocalDay(number: .min), through: LocalDay(number: .max))
      if counted != own.count {
        report(
          .derivedState, "somebody attended more or less than the log says",
          expected: "\(own.count) of \(Self.words(member))", found: "\(counted)")
      }
      for one in own
      where state.attendedCount(of: member, inMonthOf: one.takesPlaceOn)
        != own.count(where: { Self.isSameMonth($0.takesPlaceOn, one.takesPlaceOn) })
        || state.schedule.attendedCount(
          of: member, from: one.takesPlaceOn, through: one.takesPlaceOn)
          != own.count(where: { $0.takesPlaceOn == one.takesPlaceOn })
        || state.attendedCount(of: member, in: one.sport)
          != own.count(where: { $0.sport == one.sport })
      {
        report(.derivedState, "a day, month or sport counts other occurrences than were attended")
      }
    }
  }

  static func isSameMonth(_ one: LocalDay, _ other: LocalDay) -> Bool {
    one.civil.year == other.civil.year && one.civil.month == other.civil.month
  }
}

// MARK: Diets

// P14 of how somebody eats: what each metric of a day is held against, and with which color
// (NUT-3, NUT-4, NUT-6); a week's means, how many days in a row were met, and which were the best
// (NUT-8).
//
// Checked at quiescence, from what other retellings have of food, bodies and training: targets for
// the last day of which something was eaten; weeks and best days, which ask for many of them, of
// one person, whom the time chooses.
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
          .derivedState, "somebody is to eat something else than their body and parents say",
          expected: "\(goal) of \(metric) for \(Self.words(diet.handle)) on \(day)",
          found: "\(target[metric])")
      } else if state.color(of: metric, for: diet.handle, on: day)
        != NutrientNeed.color(of: metric, for: diet.day(day).lanes, goal: goal)
      {
        report(
          .derivedState, "a day has another color than what was eaten",
          expected: "\(diet.day(day).lanes) against \(goal) of \(metric)")
      }
    }
  }

  /// NUT-8: as streaks of habits are counted.
  private mutating func checkMetDays(of diet: DietSummary, _ state: borrowing ScopeState) {
    for today in Set([now.utcDay, diet.met.max() ?? now.utcDay]).sorted() {
      let told = PlainStreaks.streaks(of: diet.met.map(\.number).sorted(), today: today)
      let shown = state.nutritionStreak(of: diet.handle, asOf: today)
      tally.count(.derivedState)
      if shown.current != told.current || shown.longest != told.longest {
        report(
          .derivedState, "more or fewer days in a row were met than the log says",
          expected: "\(told.current) days now and \(told.longest) at the longest",
          found: "\(shown.current) and \(shown.longest)")
      }
    }
  }

  private mutating func checkTrend(
    of diet: DietSummary, in week: ClosedRange<LocalDay>, _ state: borrowing ScopeState
  ) {
    let shown = state.nutritionWeek(of: diet.handle, around: week.upperBound)
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
        .derivedState, "a week's means are not those of its days",
        expected: "those of \(logged.count) days of \(Self.words(diet.handle))",
        found: "those of \(shown.daysLogged)")
    }
  }

  /// Rounded half up; nil of nothing.
  private static func mean(of values: [UInt64]) -> UInt64? {
    if values.isEmpty { return nil }
    let (count, sum) = (UInt64(values.count), values.reduce(0, +))
    return sum / count + (sum % count * 2 >= count ? 1 : 0)
  }

  /// NUT-8: of the days that were met those with the most that is green, of equal ones the later.
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
    let shown = state.bestNutritionDays(
      of: diet.handle, from: days.lowerBound, through: days.upperBound, limit: 3)
    if shown != ranked.prefix(3).map(\.day) {
      report(
        .derivedState, "other days were the best than were met best",
        expected: "\(ranked.prefix(3).map(\.day))", found: "\(shown)")
    }
  }
}

/// What somebody's days come to, and what of it was met.
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
