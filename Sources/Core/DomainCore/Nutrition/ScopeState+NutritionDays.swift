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
    if goals.hasMetrics { areaEvents.append(.foodChanged(person, day: day)) }
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
    updatePlannedDays(of: person)
    let target = nutritionTarget(of: person, on: firstDay.adding(days: day))
    let place = Int(person.index) * NutritionState.boundsPerMember + day & 3
    nutrition.bounds[place] = NutritionDayBounds(target, day: day)
  }

  @usableFromInline mutating func changeNutritionDay(
    _ day: Int, of person: MemberHandle, met: Bool
  ) {
    personDays[day * memberCapacity + Int(person.index)].isNutritionMet = met
    areaEvents.append(.nutritionDay(person, firstDay.adding(days: day), isMet: met))
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
