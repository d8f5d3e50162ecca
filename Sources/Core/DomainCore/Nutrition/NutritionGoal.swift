public import Chronology

/// NUT-8: what a nutrition goal is about; each is met or not on each day.
public enum NutritionGoal: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case protein = 0
  case energy = 1
  case water = 2
  case vegetables = 3
  case lessSugar = 4
}

extension ScopeState {
  /// NUT-8: whether somebody's day meets a goal.
  ///
  /// `target` is in the unit of a target, vegetables in tenths of a portion, sugar in tenths of a
  /// gram; nil is the day's own target, which vegetables and sugar do not have, and without a
  /// target nothing is met. Energy is met within ±5 % as in NUT-6, sugar at or below the target
  /// on a day with a meal: a day on which nobody logged anything proves nothing.
  public func meets(
    _ goal: NutritionGoal, target: UInt32?, of person: MemberHandle, on day: LocalDay
  ) -> Bool {
    let index = index(of: day)
    guard index >= 0 else { return false }
    let row = personDay(person, index)
    switch goal {
    case .protein: return isGreen(.protein, target, row.nutrients, person, day)
    case .energy: return isGreen(.energy, target, row.nutrients, person, day)
    case .water: return isGreen(.water, target, row.nutrients, person, day)
    case .vegetables:
      guard let target, target > 0 else { return false }
      return row.nutrients.vegetableTenthPortions >= target
    case .lessSugar:
      guard let target, row.mealCount > 0 else { return false }
      return row.nutrients.sugarTenthGrams <= target
    }
  }

  private func isGreen(
    _ metric: NutritionMetric, _ amount: UInt32?, _ eaten: Nutrients, _ person: MemberHandle,
    _ day: LocalDay
  ) -> Bool {
    var target = NutritionTarget()
    if let amount {
      target[metric] = amount
    } else {
      target = nutritionTarget(of: person, on: day)
    }
    return target.color(of: metric, for: eaten) == .green
  }
}
