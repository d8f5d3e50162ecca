import Base
import Chronology
import DomainCore
import Oracles
import SyncCore

// P14 and P20 of people's days: a day's food, water and actions are the sum of what the log has of
// it; whether its targets were met follows from bodies, birthdays, attendance and what parents set;
// and it pays exactly while it is met (NUT-1…NUT-6, NUT-10, REW-2). P13: nobody has more photos
// analysed on a day than there are (NUT-7).
//
// Checked at quiescence, from the raw log.
extension LogWalk {
  mutating func checkDays(_ read: borrowing Scope) {
    if wasErased || read.state.group.head.isFounded { return }
    let attended = attendance.attended()
    let count = read.state.dayCapacity
    let days = food.days(people: people.people.count, count: count)
    var met: [[LocalDay]] = []
    for person in people.people.indices {
      let course = course(of: person, days: count, read.state.firstDay)
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
  }

  private mutating func checkDay(
    _ day: Int, of person: Int, _ told: PlainFood.Day, _ state: borrowing ScopeState
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
  ) -> PlainActivity.Course {
    guard bodies.sex(of: person) != nil else { return PlainActivity.Course() }
    let member = MemberHandle(UInt16(person))
    let logged = training.workoutDays(of: member)
    let imported = workouts.done(by: member).filter { $0.logged == nil }.map(\.day)
    return activity.course(
      of: member.index, in: first.adding(days: -27)...first.adding(days: days + 27),
      workouts: logged + imported)
  }

  private func need(
    of person: Int, on day: LocalDay, _ course: PlainActivity.Course
  ) -> PlainNeed {
    var need = PlainNeed()
    if let sex = bodies.sex(of: person), let grams = bodies.weight(of: person, on: day),
      let millimetres = bodies.height(of: person, on: day)
    {
      need = PlainNeed(
        sex, age: PlainAge.years(from: people.people[person].born, to: day), grams: grams,
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
    _ attended: [PlainAttendance.Attended], _ state: borrowing ScopeState
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
    for place in people.people.indices {
      let member = MemberHandle(UInt16(place))
      let own = attended.filter { $0.person == member }
      tally.count(.derivedState)
      let counted = state.attendedCount(
        of: member, from: LocalDay(number: .min), through: LocalDay(number: .max))
      if counted != own.count {
        report(
          .derivedState, "somebody attended more or less than the log says",
          expected: "\(own.count) of \(Self.words(member))", found: "\(counted)")
      }
      for one in own
      where state.attendedCount(of: member, inMonthOf: one.takesPlaceOn)
        != own.count(where: { Self.isSameMonth($0.takesPlaceOn, one.takesPlaceOn) })
        || state.attendedCount(of: member, from: one.takesPlaceOn, through: one.takesPlaceOn)
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
