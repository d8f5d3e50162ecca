// Nutrition, food: commands.

import Base
import Chronology

// NUT-5, NUT-10: the changes of a meal or a drink after it was logged. `entry` is the fact that
// logged it; in a meal of several portions each portion is an entry.
extension Command {
  /// NUT-10: replaces a portion of a meal.
  public static func changeMeal(
    _ entry: Entity, of person: MemberHandle, to meal: MealPortion
  ) -> Command {
    Command(.foodChanged, subject: person, entity: entry, payload: meal.payload)
  }

  /// NUT-10: replaces the amount and the time of a drink.
  public static func changeWater(
    _ entry: Entity, of person: MemberHandle, to water: WaterAmount
  ) -> Command {
    Command(.foodChanged, subject: person, entity: entry, payload: water.payload)
  }

  /// NUT-5: sets when a meal was eaten, or water drunk; all portions of a meal move together.
  public static func setFoodTime(
    _ entry: Entity, of person: MemberHandle, to time: FoodTime
  ) -> Command {
    Command(.foodMoved, subject: person, entity: entry, payload: time.payload)
  }

  /// NUT-5: names a portion of a meal, or adds a note to the meal.
  public static func setFoodText(
    _ field: FoodText, _ entry: Entity, of person: MemberHandle, to text: TextHandle
  ) -> Command {
    Command(
      .foodTextSet, subject: person, entity: entry, payload: FoodTextChange(field, text).payload)
  }

  /// NUT-10: permanently deletes a meal with all its portions, one of its further portions, or
  /// water.
  public static func deleteFood(_ entry: Entity, of person: MemberHandle) -> Command {
    Command(.foodDeleted, subject: person, entity: entry)
  }

  /// TRN-7: imports water from a health store.
  public static func importWater(_ water: ImportedWater, of person: MemberHandle) -> Command {
    Command(
      .waterImported, subject: person, entity: Entity(raw: water.sample), payload: water.payload)
  }
}

/// NUT-10: decides a change of an entry; a person who may log for a member may also change.
func decideFood(_ fact: Fact, at place: DecisionPlace, on state: borrowing ScopeState) -> Refusal? {
  if let refusal = decideLogging(fact, on: state) { return refusal }
  if fact.kind == .waterImported {
    let water = ImportedWater(sample: fact.entity, fact.payload)
    guard fact.entity != .none, water.water.isWellFormed else { return .amountOutOfRange }
    return decideFoodDay(water.day, fact, on: state)
  }
  guard let found = state.nutrition.foodPlace(of: fact.entity),
    state.nutrition.food[found].person == fact.subject
  else { return .foodUnknown }
  let entry = state.nutrition.food[found]
  if entry.isDeleted {
    // Two devices that delete the same meal agree.
    return fact.kind == .foodDeleted && place == .server ? nil : .foodDeleted
  }
  switch fact.kind {
  case .foodChanged:
    if !entry.isWater { return MealPortion(fact.payload).refusal }
    return WaterAmount(fact.payload).isWellFormed ? nil : .amountOutOfRange
  case .foodMoved:
    let time = FoodTime(fact.payload)
    guard time.isWellFormed else { return .valueNotPossible }
    return decideFoodDay(time.day, fact, on: state)
  case .foodTextSet:
    return FoodTextChange(fact.payload).field == nil ? .valueNotPossible : nil
  default:
    return nil
  }
}

private func decideFoodDay(
  _ day: LocalDay, _ fact: Fact, on state: borrowing ScopeState
) -> Refusal? {
  guard state.covers(day) else { return .dayOutOfRange }
  return day <= fact.day ? nil : .dayInFuture
}
