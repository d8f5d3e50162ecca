// Nutrition, days: whether a day is met, the inputs of that, and trends.

public import Base
public import Chronology

extension NutritionArea {
  @inline(__always)
  public static func ingest(_ event: AreaEvent, by fact: Fact, in state: inout ScopeState) {
    switch event {
    case .needsChanged(let person, let first, let last):
      state.nutritionInputsChanged(of: person, from: first, through: last)
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
extension ScopeState {
  /// NUT-6: rates the day for which something was just logged, changed or deleted.
  @inlinable @inline(__always)
  mutating func judgeFoodDay(_ day: Int, row: Int, of person: MemberHandle) {
    judgeNutritionDay(day, row: row, of: person)
    // Only goals of a metric depend on what was eaten.
    if goals.hasMetrics { shared.areaEvents.append(.foodChanged(person, day: day)) }
  }

  /// O(1), and one comparison where no member has a target.
  @inlinable @inline(__always)
  mutating func judgeNutritionDay(_ day: Int, row: Int, of person: MemberHandle) {
    let place = Int(person.index) * NutritionState.boundsPerMember + day & 3
    guard place < nutrition.bounds.count else { return }
    if nutrition.bounds[place].day != Int32(truncatingIfNeeded: day) {
      findNutritionBounds(of: person, on: day)
    }
    let isMet = nutrition.bounds[place].isMet(by: personDays[row].nutrients)
    if isMet != personDays[row].isNutritionMet {
      changeNutritionDay(day, of: person, met: isMet)
    }
  }

  /// Computes the bounds of a day of a person with a target.
  @usableFromInline mutating func findNutritionBounds(of person: MemberHandle, on day: Int) {
    schedule.updatePlannedDays(of: person, shared)
    let target = nutritionTarget(of: person, on: firstDay.adding(days: day))
    let place = Int(person.index) * NutritionState.boundsPerMember + day & 3
    nutrition.bounds[place] = NutritionDayBounds(target, day: day)
  }

  @usableFromInline mutating func changeNutritionDay(
    _ day: Int, of person: MemberHandle, met: Bool
  ) {
    personDays[day * memberCapacity + Int(person.index)].isNutritionMet = met
    shared.areaEvents.append(.nutritionDay(person, firstDay.adding(days: day), isMet: met))
  }

  /// NUT-6: rates a person's days again after the inputs of their targets have changed: sex, birth,
  /// weight, height, training, an override. To be called after the change, with the days whose
  /// target it may move. O(days).
  ///
  /// The days that change are reported in their order.
  mutating func nutritionInputsChanged(
    of person: MemberHandle, from first: LocalDay, through last: LocalDay
  ) {
    let place = Int(person.index) * NutritionState.boundsPerMember
    nutrition.bounds.extend(
      to: place + NutritionState.boundsPerMember, repeating: NutritionDayBounds())
    for slot in 0..<NutritionState.boundsPerMember {
      nutrition.bounds[place + slot] = NutritionDayBounds()
    }
    let firstIndex = max(0, index(of: first))
    let lastIndex = min(index(of: last), dayCapacity - 1)
    guard firstIndex <= lastIndex else { return }
    for day in firstIndex...lastIndex {
      let row = day * memberCapacity + Int(person.index)
      // A day without food and drink meets no target, since no target is zero.
      guard personDays[row].nutrients.lanes[0] > 0, personDays[row].nutrients.lanes[7] > 0 else {
        continue
      }
      findNutritionBounds(of: person, on: day)
      let isMet = nutrition.bounds[place + day & 3].isMet(by: personDays[row].nutrients)
      if isMet != personDays[row].isNutritionMet {
        changeNutritionDay(day, of: person, met: isMet)
      }
    }
  }

  /// NUT-6: whether a person's nutrition day is met.
  public func isNutritionDayMet(_ day: LocalDay, of person: MemberHandle) -> Bool {
    let index = index(of: day)
    return index >= 0 && personDay(person, index).isNutritionMet
  }

  /// NUT-6: the color of a metric on a person's day; nil without a target.
  public func color(of metric: NutritionMetric, for person: MemberHandle, on day: LocalDay)
    -> NutritionColor?
  {
    let index = index(of: day)
    return nutritionTarget(of: person, on: day)
      .color(of: metric, for: index < 0 ? .zero : personDay(person, index).nutrients)
  }
}

// Inputs of targets that other areas keep: bodies, and how much people train.
extension ScopeState {
  /// NUT-1: a person's body on a day; nil before sex, weight and height are all known.
  public func body(of person: MemberHandle, on day: LocalDay) -> BodyOnDay? {
    guard let sex = families.sex(of: person, shared),
      let weight = families.weightGrams(of: person, on: day),
      let height = families.heightMillimeters(of: person, on: day)
    else { return nil }
    return BodyOnDay(
      sex: sex, ageYears: shared.age(of: person, on: day), weightGrams: weight,
      heightMillimeters: height)
  }
}

// NUT-2: activity levels.
extension ScopeState {
  /// NUT-2: a person's activity level, as of a day.
  public func activityLevel(of person: MemberHandle, on day: LocalDay) -> ActivityLevel {
    let reach = ActivityLevel.windowDays - 1
    let first = day.adding(days: -reach)
    let past = schedule.planned(for: person, from: first, through: day, shared)
    let done = schedule.trainedDays.count(of: person, from: first, through: day)
    return ActivityLevel(done: done.all, marked: Int(past.marked), unmarked: past.unmarked) {
      Int(
        schedule.planned(for: person, from: day, through: day.adding(days: reach), shared).planned)
    }
  }

  /// NUT-2: how often a person trained between two days, both included: classes that they attended,
  /// completed sessions and assignments, and workouts, each once (TRN-3).
  public func trainedCount(
    of person: MemberHandle, from first: LocalDay, through last: LocalDay
  ) -> Int {
    schedule.trainedDays.count(of: person, from: first, through: last).all
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

extension ScopeState {
  /// NUT-8: a person's trend from the first through the last of some days. O(days).
  public func nutritionTrend(
    of person: MemberHandle, from first: LocalDay, through last: LocalDay
  ) -> NutritionTrend {
    var trend = NutritionTrend()
    for day in loggedIndices(from: first, through: last) {
      let row = personDay(person, day)
      guard row.mealCount > 0 || row.waters > 0 else { continue }
      trend.daysLogged += 1
      if row.isNutritionMet { trend.daysMet += 1 }
      let target = nutritionTarget(of: person, on: firstDay.adding(days: day))
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
  public func nutritionWeek(of person: MemberHandle, around day: LocalDay) -> NutritionTrend {
    let monday = day.weekStart
    return nutritionTrend(of: person, from: monday, through: monday.adding(days: 6))
  }

  /// NUT-8: the calendar month of a day.
  public func nutritionMonth(of person: MemberHandle, around day: LocalDay) -> NutritionTrend {
    let first = day.adding(days: 1 - day.day)
    return nutritionTrend(of: person, from: first, through: first.adding(days: day.daysInMonth - 1))
  }

  /// NUT-8: the consistency streak as of a day. O(days).
  public func nutritionStreak(of person: MemberHandle, asOf today: LocalDay) -> NutritionStreak {
    let today = index(of: today)
    func isMet(_ day: Int) -> Bool { day >= 0 && personDay(person, day).isNutritionMet }
    var day = isMet(today) ? today : today - 1
    var current = 0
    while isMet(day) {
      current += 1
      day -= 1
    }
    var (run, longest) = (0, 0)
    for day in 0..<dayCapacity {
      run = isMet(day) ? run + 1 : 0
      longest = max(longest, run)
    }
    return NutritionStreak(current: current, longest: longest)
  }

  /// NUT-8: the best days, up to a maximum: those that are met, the most green metrics first and of
  /// equal ones the later day.
  public func bestNutritionDays(
    of person: MemberHandle, from first: LocalDay, through last: LocalDay, limit: Int
  ) -> [LocalDay] {
    var days: [(day: LocalDay, greens: Int)] = []
    for index in loggedIndices(from: first, through: last) {
      let row = personDay(person, index)
      guard row.isNutritionMet else { continue }
      let day = firstDay.adding(days: index)
      let target = nutritionTarget(of: person, on: day)
      let greens = NutritionMetric.allCases.filter {
        target.color(of: $0, for: row.nutrients) == .green
      }
      days.append((day, greens.count))
    }
    days.sort { $0.greens != $1.greens ? $0.greens > $1.greens : $0.day > $1.day }
    return days.prefix(limit).map(\.day)
  }

  /// The indices of days that have rows.
  private func loggedIndices(from first: LocalDay, through last: LocalDay) -> Range<Int> {
    let start = max(0, index(of: first))
    return start..<max(start, min(index(of: last) + 1, dayCapacity))
  }
}
