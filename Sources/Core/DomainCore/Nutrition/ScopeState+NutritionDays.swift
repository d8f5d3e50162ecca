// Nutrition, days: whether a day is met, what that rests on, and trends.

public import Base
public import Chronology

extension NutritionArea {
  @inline(__always)
  public static func ingest(_ event: AreaEvent, by fact: Fact, in state: inout ScopeState) {
    switch event {
    case .needsChanged(let person, let first, let last):
      state.nutritionInputsChanged(of: person, from: first, through: last)
    case .nutritionDay(let person, let day, let isMet):
      // In which order days came to be met, and by which facts.
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

// NUT-6: nutrition days are kept as people log. A day's row says whether it is met, and whatever
// may change that ends up here: what was eaten or drunk, and what a target rests on.
extension ScopeState {
  /// NUT-6: judges the day that something was just logged for, or not after all.
  @inlinable @inline(__always)
  mutating func judgeFoodDay(_ day: Int, row: Int, of person: MemberHandle) {
    judgeNutritionDay(day, row: row, of: person)
    // Of what was eaten, only goals of a metric want to know.
    if goals.hasMetrics { shared.areaEvents.append(.foodChanged(person, day: day)) }
  }

  /// O(1), and one comparison where nobody has a target.
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

  /// Works out what meets a day of somebody who has room for it.
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

  /// NUT-6: judges somebody's days anew, because what their targets rest on has changed: sex,
  /// birth, weight, height, training, an override. To be called after the change, with the
  /// days whose target it may move. O(days).
  ///
  /// The days that change are told in their order.
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
      // Who has eaten or drunk nothing meets no target: none is zero.
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

  /// NUT-6: whether somebody's nutrition day is met.
  public func isNutritionDayMet(_ day: LocalDay, of person: MemberHandle) -> Bool {
    let index = index(of: day)
    return index >= 0 && personDay(person, index).isNutritionMet
  }

  /// NUT-6: how a metric stands on somebody's day; nil without a target.
  public func color(of metric: NutritionMetric, for person: MemberHandle, on day: LocalDay)
    -> NutritionColor?
  {
    let index = index(of: day)
    return nutritionTarget(of: person, on: day)
      .color(of: metric, for: index < 0 ? .zero : personDay(person, index).nutrients)
  }
}

// What targets rest on and other areas know: bodies, and how much people train.
extension ScopeState {
  /// NUT-1: somebody's body on a day; nil before sex, weight and height are all known.
  public func body(of person: MemberHandle, on day: LocalDay) -> BodyOnDay? {
    guard let sex = sex(of: person), let weight = weightGrams(of: person, on: day),
      let height = heightMillimeters(of: person, on: day)
    else { return nil }
    return BodyOnDay(
      sex: sex, ageYears: age(of: person, on: day), weightGrams: weight,
      heightMillimeters: height)
  }
}

// NUT-2: how much somebody moves.
extension ScopeState {
  /// NUT-2: how much somebody moves, as of a day.
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

  /// NUT-2: how often somebody trained between two days, both included: classes that they attended,
  /// sessions, what was assigned, and workouts, each once (TRN-3).
  public func trainedCount(
    of person: MemberHandle, from first: LocalDay, through last: LocalDay
  ) -> Int {
    schedule.trainedDays.count(of: person, from: first, through: last).all
  }
}

extension NutritionState {
  /// NUT-2: whether anybody has ever told what this person's targets rest on.
  func hasNutritionTarget(_ person: MemberHandle) -> Bool {
    Int(person.index) * Self.boundsPerMember < bounds.count
  }

  /// NUT-2: tells of the days whose activity level rests on what somebody trained on a day and, if
  /// the plan is another, of those that look ahead to it.
  func trainingChanged(
    of person: MemberHandle, on day: LocalDay, isPlan: Bool = false,
    _ shared: inout SharedState
  ) {
    // A day that no calendar has, as a row can name that nobody has decided, changes none.
    guard hasNutritionTarget(person), abs(shared.index(of: day)) < 1 << 24 else { return }
    let reach = ActivityLevel.windowDays - 1
    shared.areaEvents.append(
      .needsChanged(
        person, first: isPlan ? day.adding(days: -reach) : day, last: day.adding(days: reach)))
  }
}

extension ScopeState {
  /// NUT-8: somebody's days from the first through the last of them. O(days).
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

  /// NUT-8: the best days, at most so many: those that are met, with the most green metrics first
  /// and of equal ones the later.
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
