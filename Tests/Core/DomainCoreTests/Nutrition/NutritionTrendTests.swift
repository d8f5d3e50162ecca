import Chronology
import Testing

@testable import DomainCore

@Suite("Nutrition over time")
struct NutritionTrendTests {
  private let child = TestFamily.child

  private func family() -> TestFamily {
    let family = TestFamily()
    family.today = 40
    family.measure()
    return family
  }

  @Test("NUT-8: means are over the logged days, against the targets of those days")
  func averages() throws {
    let family = family()
    // 2026-01-05 is a Monday.
    family.eat(18_100, protein: 380, on: 0)
    family.eat(10_000, protein: 201, on: 2)
    family.drink(812, on: 2)
    family.drink(1, on: 6)
    family.eat(30_000, on: 7)
    family.override(.protein, 500, on: 2)
    let week = family.state.nutrition.nutritionWeek(
      of: child, around: TestFamily.day(3), family.state.shared, family.state.families,
      family.state.schedule)
    #expect(week.daysLogged == 3 && week.daysMet == 0)
    let energy = try #require(week.mean(of: .energy))
    #expect(energy == NutritionTrend.Mean(intake: 9_367, target: 18_100))
    let protein = try #require(week.mean(of: .protein))
    #expect(protein == NutritionTrend.Mean(intake: 194, target: 460))
    #expect(week.mean(of: .water) == NutritionTrend.Mean(intake: 271, target: 1_920))
    let monday = family.state.nutrition.nutritionWeek(
      of: child, around: TestFamily.day(7), family.state.shared, family.state.families,
      family.state.schedule)
    #expect(monday.daysLogged == 1 && monday.mean(of: .energy)?.intake == 30_000)
    let next = family.state.nutrition.nutritionWeek(
      of: child, around: TestFamily.day(14), family.state.shared, family.state.families,
      family.state.schedule)
    #expect(next.daysLogged == 0 && next.mean(of: .energy) == nil)
  }

  @Test("NUT-8: a month is the calendar's; without a target there is only the intake")
  func month() {
    let family = TestFamily()
    family.today = 40
    for day in [0, 26, 27] { family.eat(10_001, on: day) }
    let january = family.state.nutrition.nutritionMonth(
      of: child, around: TestFamily.day(10), family.state.shared, family.state.families,
      family.state.schedule)
    #expect(january.daysLogged == 2)
    #expect(january.mean(of: .energy) == NutritionTrend.Mean(intake: 10_001, target: 0))
    let february = family.state.nutrition.nutritionMonth(
      of: child, around: TestFamily.day(27), family.state.shared, family.state.families,
      family.state.schedule)
    #expect(february.daysLogged == 1)
    // Before the family began, and long after.
    let before = family.state.nutrition.nutritionMonth(
      of: child, around: LocalDay(year: 2020, month: 2, day: 3), family.state.shared,
      family.state.families, family.state.schedule)
    let after = family.state.nutrition.nutritionMonth(
      of: child, around: LocalDay(year: 2040, month: 2, day: 3), family.state.shared,
      family.state.families, family.state.schedule)
    #expect(before.daysLogged == 0 && after.daysLogged == 0)
  }

  @Test("NUT-8, HAB-4: the consistency streak counts from today if met, else from yesterday")
  func streak() {
    let family = family()
    for day in [0, 1, 2, 3, 10, 11] { family.eatWell(on: day) }
    func streak(_ day: Int) -> NutritionStreak {
      family.state.shared.nutritionStreak(of: child, asOf: TestFamily.day(day))
    }
    #expect([2, 3, 4, 5, 10, 11, 12, 13].map { streak($0).current } == [3, 4, 4, 0, 1, 2, 2, 0])
    #expect(streak(0).longest == 4 && streak(13).longest == 4 && streak(-1).current == 0)
    // Eating more on the second day breaks the run.
    family.eat(3_000, on: 1)
    #expect(streak(3) == NutritionStreak(current: 2, longest: 2))
    #expect(streak(5_000).current == 0)
  }

  @Test("NUT-8: the best days are the met ones, most green metrics first, then the later")
  func best() {
    let family = family()
    for day in [1, 5, 9] { family.eatWell(on: day) }
    // Day 5 also has its carbohydrate, and day 9 had too much in the end.
    var carbohydrate = Nutrients.zero
    carbohydrate.lanes[2] = 2_489
    family.submit(
      .logMeal(
        for: child, MealPortion(.snack, stating: carbohydrate, from: MealOrigin(.typed))), on: 5)
    family.eatWell(on: 9)
    family.eatWell(on: 12)
    func best(_ limit: Int, _ days: ClosedRange<Int> = 0...40) -> [LocalDay] {
      family.state.nutrition.bestNutritionDays(
        of: child, from: TestFamily.day(days.lowerBound), through: TestFamily.day(days.upperBound),
        limit: limit, family.state.shared, family.state.families, family.state.schedule)
    }
    #expect(best(9) == [5, 12, 1].map(TestFamily.day))
    #expect(best(2) == [5, 12].map(TestFamily.day) && best(9, 6...11) == [])
  }

  @Test("NUT-8: a nutrition goal is met or not on each day")
  func goals() {
    let family = family()
    func meets(_ goal: NutritionGoal, _ target: UInt32?, _ day: Int = 0) -> Bool {
      family.state.meets(goal, target: target, of: child, on: TestFamily.day(day))
    }
    #expect(!meets(.lessSugar, 300) && !meets(.protein, nil))
    var meal = Nutrients.zero
    meal.lanes = SIMD8(17_195, 379, 0, 0, 0, 300, 25, 0)
    family.submit(
      .logMeal(for: child, MealPortion(.lunch, stating: meal, from: MealOrigin(.typed))), on: 0)
    family.drink(812, on: 0)
    #expect(!meets(.protein, nil) && meets(.protein, 379) && !meets(.protein, 380))
    #expect(meets(.energy, nil) && meets(.energy, 18_100) && !meets(.energy, 18_101))
    #expect(meets(.water, nil) && meets(.water, 2_401) && !meets(.water, 2_402))
    #expect(meets(.vegetables, 25) && !meets(.vegetables, 26) && !meets(.vegetables, nil))
    #expect(meets(.lessSugar, 300) && !meets(.lessSugar, 299) && !meets(.lessSugar, nil))
    #expect(!meets(.lessSugar, 300, 1) && !meets(.water, 1, -1) && !meets(.water, 1, 5_000))
    // A bound of zero is no goal.
    for goal in [NutritionGoal.protein, .energy, .water, .vegetables] {
      #expect(!meets(goal, 0))
    }
  }
}
