public import Base
public import Chronology

// NUT-6: nutrition days are kept as people log. A day's row says whether it is met, and whatever
// may change that ends up here: what was eaten or drunk, and what a target rests on.
extension ScopeState {
  /// NUT-6: judges the day that something was just logged for. O(1), and one comparison where
  /// nobody has a target.
  @inlinable public mutating func judgeNutritionDay(
    _ day: Int, row: Int, by fact: Fact, committed: Instant
  ) {
    let place = Int(fact.subject.index) * NutritionState.boundsPerMember + day & 3
    guard place < nutrition.bounds.count else { return }
    if nutrition.bounds[place].day != Int32(truncatingIfNeeded: day) {
      findNutritionBounds(of: fact.subject, on: day)
    }
    let isMet = nutrition.bounds[place].isMet(by: personDays[row].nutrients)
    if isMet != personDays[row].isNutritionMet {
      changeNutritionDay(day, of: fact.subject, met: isMet, by: fact, committed: committed)
    }
  }

  /// Works out what meets a day of somebody who has room for it.
  @usableFromInline mutating func findNutritionBounds(of person: MemberHandle, on day: Int) {
    let target = nutritionTarget(of: person, on: firstDay.adding(days: day))
    let place = Int(person.index) * NutritionState.boundsPerMember + day & 3
    nutrition.bounds[place] = NutritionDayBounds(target, day: day)
  }

  @usableFromInline mutating func changeNutritionDay(
    _ day: Int, of person: MemberHandle, met: Bool, by fact: Fact, committed: Instant
  ) {
    personDays[day * memberCapacity + Int(person.index)].isNutritionMet = met
    nutrition.trailCount += 1
    nutrition.trail.fold(
      Digest128.mix(UInt64(day), UInt64(person.index), met ? 1 : 0, fact.identity.raw))
    nutritionDayChanged(
      firstDay.adding(days: day), of: person, met: met, by: fact, committed: committed)
  }

  /// NUT-6: judges somebody's days anew, because what their targets rest on has changed: sex,
  /// birth, weight, height, attendance, an override. To be called after the change, with the
  /// days whose target it may move. O(days).
  ///
  /// The days that change are told in their order.
  public mutating func nutritionInputsChanged(
    of person: MemberHandle, from first: LocalDay, through last: LocalDay, by fact: Fact,
    committed: Instant
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
      // A day without a meal is met by no target: none is zero.
      guard personDays[row].nutrients.lanes[0] > 0 else { continue }
      findNutritionBounds(of: person, on: day)
      let isMet = nutrition.bounds[place + day & 3].isMet(by: personDays[row].nutrients)
      if isMet != personDays[row].isNutritionMet {
        changeNutritionDay(day, of: person, met: isMet, by: fact, committed: committed)
      }
    }
  }

  /// NUT-2: judges anew the days whose activity level rests on what was attended on `day`.
  public mutating func nutritionActivityChanged(
    of person: MemberHandle, on day: LocalDay, by fact: Fact, committed: Instant
  ) {
    // A day that no calendar has, as a row can name that nobody has decided, changes none.
    guard abs(index(of: day)) < 1 << 24 else { return }
    nutritionInputsChanged(
      of: person, from: day, through: day.adding(days: ActivityLevel.windowDays - 1), by: fact,
      committed: committed)
  }

  /// NUT-6: whether somebody's nutrition day is met.
  public func isNutritionDayMet(_ day: LocalDay, of person: MemberHandle) -> Bool {
    let index = index(of: day)
    return index >= 0 && personDay(person, index).isNutritionMet
  }

  /// NUT-6: how a metric stands on somebody's day; nil without a target.
  public func colour(of metric: NutritionMetric, for person: MemberHandle, on day: LocalDay)
    -> NutritionColour?
  {
    let index = index(of: day)
    return nutritionTarget(of: person, on: day)
      .colour(of: metric, for: index < 0 ? .zero : personDay(person, index).nutrients)
  }
}
