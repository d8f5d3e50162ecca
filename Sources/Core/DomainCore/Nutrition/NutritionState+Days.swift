// Nutrition, days: whether a day is met, the inputs of that, and trends.

public import Base
public import Chronology

extension NutritionArea {
  @inline(__always)
  public static func ingest(_ event: AreaEvent, by fact: Fact, in state: inout ScopeState) {
    switch event {
    case .needsChanged(let person, let first, let last):
      state.nutrition.nutritionInputsChanged(
        of: person, from: first, through: last, &state.shared, state.families, &state.schedule)
    case .nutritionDay(let person, let day, let isMet):
      // The order in which days became met, and the facts that did it.
      state.nutrition.trailCount += 1
      state.nutrition.trail.fold(
        Digest128.mix(
          UInt64(state.index(of: day)), UInt64(person.index), isMet ? 1 : 0, fact.identity.raw))
    case .foodChanged, .attendance, .attendanceMoved, .planChanged, .attendanceCounted,
      .attendanceRecounted, .streakWeeks, .goal:
      break
    }
  }
}

// NUT-6: nutrition days are updated as people log. A day's row says whether it is met, and
// everything that may change that ends up here: food and drinks, and the inputs of a target.
extension NutritionState {
  /// NUT-6: rates the day for which something was just logged, changed or deleted.
  @inlinable @inline(__always)
  mutating func judgeFoodDay(
    _ day: Int, row: Int, of person: MemberHandle, _ shared: inout SharedState,
    _ families: borrowing FamiliesState, _ schedule: inout ScheduleState,
    _ goals: borrowing GoalsState
  ) {
    judgeNutritionDay(day, row: row, of: person, &shared, families, &schedule)
    // Only goals of a metric depend on what was eaten.
    if goals.hasMetrics { shared.areaEvents.append(.foodChanged(person, day: day)) }
  }

  /// O(1), and one comparison where no member has a target.
  @inlinable @inline(__always)
  mutating func judgeNutritionDay(
    _ day: Int, row: Int, of person: MemberHandle, _ shared: inout SharedState,
    _ families: borrowing FamiliesState, _ schedule: inout ScheduleState
  ) {
    let place = Int(person.index) * NutritionState.boundsPerMember + day & 3
    guard place < bounds.count else { return }
    if bounds[place].day != Int32(truncatingIfNeeded: day) {
      findNutritionBounds(of: person, on: day, shared, families, &schedule)
    }
    let isMet = bounds[place].isMet(by: shared.personDays[row].nutrients)
    if isMet != shared.personDays[row].isNutritionMet {
      changeNutritionDay(day, of: person, met: isMet, &shared)
    }
  }

  /// Computes the bounds of a day of a person with a target.
  @usableFromInline mutating func findNutritionBounds(
    of person: MemberHandle, on day: Int, _ shared: borrowing SharedState,
    _ families: borrowing FamiliesState, _ schedule: inout ScheduleState
  ) {
    schedule.updatePlannedDays(of: person, shared)
    let target = nutritionTarget(
      of: person, on: shared.firstDay.adding(days: day), shared, families, schedule)
    let place = Int(person.index) * NutritionState.boundsPerMember + day & 3
    bounds[place] = NutritionDayBounds(target, day: day)
  }

  @usableFromInline mutating func changeNutritionDay(
    _ day: Int, of person: MemberHandle, met: Bool, _ shared: inout SharedState
  ) {
    shared.personDays[day * shared.memberCapacity + Int(person.index)].isNutritionMet = met
    shared.areaEvents.append(.nutritionDay(person, shared.firstDay.adding(days: day), isMet: met))
  }

  /// NUT-6: rates a person's days again after the inputs of their targets have changed: sex, birth,
  /// weight, height, training, an override. To be called after the change, with the days whose
  /// target it may move. O(days).
  ///
  /// The days that change are reported in their order.
  mutating func nutritionInputsChanged(
    of person: MemberHandle, from first: LocalDay, through last: LocalDay,
    _ shared: inout SharedState, _ families: borrowing FamiliesState,
    _ schedule: inout ScheduleState
  ) {
    let place = Int(person.index) * NutritionState.boundsPerMember
    bounds.extend(
      to: place + NutritionState.boundsPerMember, repeating: NutritionDayBounds())
    for slot in 0..<NutritionState.boundsPerMember {
      bounds[place + slot] = NutritionDayBounds()
    }
    let firstIndex = max(0, shared.index(of: first))
    let lastIndex = min(shared.index(of: last), shared.dayCapacity - 1)
    guard firstIndex <= lastIndex else { return }
    for day in firstIndex...lastIndex {
      let row = day * shared.memberCapacity + Int(person.index)
      // A day without food and drink meets no target, since no target is zero.
      guard shared.personDays[row].nutrients.lanes[0] > 0,
        shared.personDays[row].nutrients.lanes[7] > 0
      else {
        continue
      }
      findNutritionBounds(of: person, on: day, shared, families, &schedule)
      let isMet = bounds[place + day & 3].isMet(by: shared.personDays[row].nutrients)
      if isMet != shared.personDays[row].isNutritionMet {
        changeNutritionDay(day, of: person, met: isMet, &shared)
      }
    }
  }

  /// NUT-6: the color of a metric on a person's day; nil without a target.
  public func color(
    of metric: NutritionMetric, for person: MemberHandle, on day: LocalDay,
    _ shared: borrowing SharedState, _ families: borrowing FamiliesState,
    _ schedule: borrowing ScheduleState
  ) -> NutritionColor? {
    let index = shared.index(of: day)
    return nutritionTarget(of: person, on: day, shared, families, schedule)
      .color(of: metric, for: index < 0 ? .zero : shared.personDay(person, index).nutrients)
  }
}

extension NutritionState {
  /// NUT-2: whether any input of this person's targets was ever set.
  func hasNutritionTarget(_ person: MemberHandle) -> Bool {
    Int(person.index) * Self.boundsPerMember < bounds.count
  }

  /// NUT-2: reports the days whose activity level depends on the training of a day and, if the plan
  /// has changed, those that look ahead to it.
  func trainingChanged(
    of person: MemberHandle, on day: LocalDay, isPlan: Bool = false,
    _ shared: inout SharedState
  ) {
    // A fact that no rule has decided can name a day outside every calendar; it changes none.
    guard hasNutritionTarget(person), abs(shared.index(of: day)) < 1 << 24 else { return }
    let reach = ActivityLevel.windowDays - 1
    shared.areaEvents.append(
      .needsChanged(
        person, first: isPlan ? day.adding(days: -reach) : day, last: day.adding(days: reach)))
  }
}

extension NutritionState {
  /// NUT-8: a person's trend from the first through the last of some days. O(days).
  public func nutritionTrend(
    of person: MemberHandle, from first: LocalDay, through last: LocalDay,
    _ shared: borrowing SharedState, _ families: borrowing FamiliesState,
    _ schedule: borrowing ScheduleState
  ) -> NutritionTrend {
    var trend = NutritionTrend()
    for day in shared.loggedIndices(from: first, through: last) {
      let row = shared.personDay(person, day)
      guard row.mealCount > 0 || row.waters > 0 else { continue }
      trend.daysLogged += 1
      if row.isNutritionMet { trend.daysMet += 1 }
      let target = nutritionTarget(
        of: person, on: shared.firstDay.adding(days: day), shared, families, schedule)
      for metric in NutritionMetric.allCases {
        let lane = Int(metric.rawValue)
        trend.intakes[lane] += UInt64(row.nutrients.amount(of: metric))
        trend.targets[lane] += UInt64(target[metric])
        if target[metric] > 0 { trend.daysWithTarget[lane] += 1 }
      }
    }
    return trend
  }

  /// NUT-8: the week of a day, Monday to Sunday.
  public func nutritionWeek(
    of person: MemberHandle, around day: LocalDay, _ shared: borrowing SharedState,
    _ families: borrowing FamiliesState, _ schedule: borrowing ScheduleState
  ) -> NutritionTrend {
    let monday = day.weekStart
    return nutritionTrend(
      of: person, from: monday, through: monday.adding(days: 6), shared, families, schedule)
  }

  /// NUT-8: the calendar month of a day.
  public func nutritionMonth(
    of person: MemberHandle, around day: LocalDay, _ shared: borrowing SharedState,
    _ families: borrowing FamiliesState, _ schedule: borrowing ScheduleState
  ) -> NutritionTrend {
    let first = day.adding(days: 1 - day.day)
    return nutritionTrend(
      of: person, from: first, through: first.adding(days: day.daysInMonth - 1), shared, families,
      schedule)
  }

  /// NUT-8: the best days, up to a maximum: those that are met, the most green metrics first and of
  /// equal ones the later day.
  public func bestNutritionDays(
    of person: MemberHandle, from first: LocalDay, through last: LocalDay, limit: Int,
    _ shared: borrowing SharedState, _ families: borrowing FamiliesState,
    _ schedule: borrowing ScheduleState
  ) -> [LocalDay] {
    var days: [(day: LocalDay, greens: Int)] = []
    for index in shared.loggedIndices(from: first, through: last) {
      let row = shared.personDay(person, index)
      guard row.isNutritionMet else { continue }
      let day = shared.firstDay.adding(days: index)
      let target = nutritionTarget(of: person, on: day, shared, families, schedule)
      let greens = NutritionMetric.allCases.filter {
        target.color(of: $0, for: row.nutrients) == .green
      }
      days.append((day, greens.count))
    }
    days.sort { $0.greens != $1.greens ? $0.greens > $1.greens : $0.day > $1.day }
    return days.prefix(limit).map(\.day)
  }
}
