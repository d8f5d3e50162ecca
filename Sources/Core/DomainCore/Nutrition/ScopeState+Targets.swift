// Nutrition, targets joined with bodies and training: short forms for callers with a whole state.

public import Chronology

extension ScopeState {
  /// NUT-3, NUT-4: what a person should eat and drink on a day.
  public func nutritionTarget(of person: MemberHandle, on day: LocalDay) -> NutritionTarget {
    nutrition.nutritionTarget(of: person, on: day, shared, families, schedule)
  }

  /// NUT-6: the color of a metric on a person's day; nil without a target.
  public func color(of metric: NutritionMetric, for person: MemberHandle, on day: LocalDay)
    -> NutritionColor?
  {
    nutrition.color(of: metric, for: person, on: day, shared, families, schedule)
  }

  /// NUT-8: whether a person's day meets a goal.
  public func meets(
    _ goal: NutritionGoal, target: UInt32?, of person: MemberHandle, on day: LocalDay
  ) -> Bool {
    nutrition.meets(goal, target: target, of: person, on: day, shared, families, schedule)
  }
}
