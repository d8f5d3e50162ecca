import Chronology
import Testing

@testable import DomainCore

@Suite("NUT-11: nutrition goals of a metric")
struct GoalMetricTests {
  private static let child = TestFamily.child

  /// A goal of that many days, from the first day through the ninth.
  private static func goal(
    _ metric: GoalMetric?, days: Int, in family: TestFamily, type: GoalType = .nutrition
  ) -> Entity {
    let made = family.fact(
      .createGoal(
        for: child,
        GoalCreation(
          type, title: TextHandle(4), target: days, unit: .empty, from: TestFamily.day(0),
          through: TestFamily.day(9), priority: .low)))
    #expect(family.submit(made) == .changed)
    if let metric {
      #expect(family.submit(.setGoalMetric(made.identity, of: child, to: metric)) == .changed)
    }
    return made.identity
  }

  private static func drink(_ tenthOunces: UInt16, in family: TestFamily) -> Entity {
    let fact = family.fact(
      .logWater(
        for: child, WaterAmount(tenthOunces: tenthOunces, source: .glass, minuteOfDay: 9)))
    #expect(family.submit(fact) == .changed)
    return fact.identity
  }

  @Test("NUT-11: a goal counts the days of its term that meet the number, and pays at its target")
  func water() {
    let family = TestFamily()
    // 500 mL are 169.07 tenths of an ounce.
    let goal = Self.goal(GoalMetric(.water, 500), days: 2, in: family)
    func current() -> Int32? { family.state.goals.goal(goal)?.current }
    _ = Self.drink(100, in: family)
    #expect(current() == 0)
    let second = Self.drink(70, in: family)
    #expect(current() == 1)
    family.today = 1
    _ = Self.drink(169, in: family)
    #expect(current() == 1 && family.state.rewards.balance(of: Self.child) == 0)
    family.today = 3
    _ = Self.drink(400, in: family)
    #expect(current() == 2 && family.state.goals.goal(goal)?.isCompleted == true)
    #expect(family.state.rewards.balance(of: Self.child) == 100)
    // A deleted drink no longer counts.
    family.submit(.deleteFood(second, of: Self.child))
    #expect(current() == 1 && family.state.rewards.balance(of: Self.child) == 0)
    family.today = 10
    _ = Self.drink(400, in: family)
    #expect(current() == 1, "the term is over")
  }

  @Test("NUT-11: a goal can be about protein, energy, vegetables or less sugar")
  func metrics() {
    // Eggs: 143 kcal, 12.6 g of protein, 0.4 g of sugar. Salad has 1.5 portions.
    for (metric, amount, meets, misses) in [
      (NutritionGoal.protein, 126, 1, 0), (.energy, 1_430, 1, 23), (.vegetables, 15, 17, 1),
      // Fruit counts as well: a banana.
      (.vegetables, 10, 6, 1),
      (.lessSugar, 10, 1, 23),
    ] as [(NutritionGoal, UInt32, UInt16, UInt16)] {
      let family = TestFamily()
      let goal = Self.goal(GoalMetric(metric, amount), days: 5, in: family)
      for (day, food) in [meets, misses].enumerated() {
        family.today = day
        family.submit(
          .logMeal(for: Self.child, MealPortion(.lunch, MealItem(food: food, quarters: 4))))
      }
      #expect(family.state.goals.goal(goal)?.current == 1, "\(metric)")
    }
  }

  @Test("NUT-11: earlier entries count, and a changed number is evaluated again")
  func recount() {
    let family = TestFamily()
    for day in 0..<3 {
      family.today = day
      _ = Self.drink(UInt16(100 * (day + 1)), in: family)
    }
    let goal = Self.goal(GoalMetric(.water, 250), days: 9, in: family)
    #expect(family.state.goals.goal(goal)?.current == 3)
    family.submit(.setGoalMetric(goal, of: Self.child, to: GoalMetric(.water, 600)))
    #expect(family.state.goals.goal(goal)?.current == 1)
    let isSame = family.state.copy().isIdentical(to: family.state)
    #expect(isSame)
  }

  @Test("NUT-11: a metric needs a nutrition goal and a number that a day can have")
  func refusals() {
    let family = TestFamily()
    let goal = Self.goal(nil, days: 2, in: family)
    let skill = Self.goal(nil, days: 2, in: family, type: .skill)
    func refusal(_ metric: GoalMetric, of goal: Entity) -> Refusal? {
      family.refusal(of: family.fact(.setGoalMetric(goal, of: Self.child, to: metric)))
    }
    #expect(refusal(GoalMetric(.water, 500), of: skill) == .goalChoiceUnknown)
    #expect(refusal(GoalMetric(.water, 0), of: goal) == .goalTargetOutOfRange)
    #expect(refusal(GoalMetric(.energy, .max), of: goal) == .goalTargetOutOfRange)
    #expect(refusal(GoalMetric(Payload(9 << 32 | 5)), of: goal) == .goalChoiceUnknown)
    #expect(refusal(GoalMetric(.lessSugar, 0), of: goal) == nil)
    let child = family.fact(
      .setGoalMetric(goal, of: Self.child, to: GoalMetric(.water, 500)), by: Self.child)
    #expect(family.refusal(of: child) == .parentNeeded)
  }
}
