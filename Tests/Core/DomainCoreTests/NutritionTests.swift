import Testing

@testable import DomainCore

@Suite("Meals and water")
struct NutritionTests {
  private let child = TestFamily.child
  private let oatmeal: UInt16 = 0
  private let eggs: UInt16 = 1
  private let broccoli: UInt16 = 16

  private func nutrients(_ family: TestFamily, _ day: Int = 0) -> Nutrients {
    family.state.personDay(child, day).nutrients
  }

  @Test("NUT-9: the catalog has its published values, to the tenth")
  func catalog() {
    #expect(FoodTable.foods.count == FoodTable.count)
    #expect(Set(FoodTable.foods.map { "\($0.name)" }).count == FoodTable.count)
    let oats = FoodTable.serving(of: oatmeal)
    #expect(oats.tenthKilocalories == 1_580 && oats.proteinTenthGrams == 60)
    #expect(oats.carbohydrateTenthGrams == 270 && oats.fatTenthGrams == 32)
    #expect(oats.fiberTenthGrams == 40 && oats.sugarTenthGrams == 11)
    #expect(FoodTable.serving(of: broccoli).vegetableTenthPortions == 10)
    for food in 0..<UInt16(FoodTable.count) {
      #expect(FoodTable.serving(of: food) == FoodTable.foods[Int(food)].nutrients)
      #expect(FoodTable.serving(of: food).waterTenthOunces == 0)
    }
  }

  @Test("NUT-5: a day's totals are the sum of its items with their portions")
  func totals() {
    let family = TestFamily()
    let breakfast = MealPortion(
      .breakfast, MealItem(food: oatmeal, quarters: 6), MealItem(food: eggs, quarters: 4))
    #expect(family.submit(.logMeal(for: child, breakfast)) == .changed)
    #expect(
      family.submit(
        .logMeal(for: child, MealPortion(.dinner, MealItem(food: broccoli, quarters: 2))))
        == .changed)
    // 1½ × 158 + 143 + ½ × 55 kcal; 1½ × 6 + 12.6 + ½ × 3.7 g, of which 1.85 counts as 1.8.
    #expect(nutrients(family).tenthKilocalories == 2_370 + 1_430 + 275)
    #expect(nutrients(family).proteinTenthGrams == 90 + 126 + 18)
    #expect(nutrients(family).vegetableTenthPortions == 5)
    #expect(family.state.personDay(child, 0).meals == [1, 0, 1, 0])
    #expect(family.state.personDay(child, 0).mealCount == 2)
    #expect(family.state.personDay(TestFamily.sibling, 0).nutrients == .zero)
  }

  @Test("NUT-5: a meal of more than three items is one meal")
  func continuation() {
    let family = TestFamily()
    let item = MealItem(food: eggs, quarters: 4)
    family.submit(.logMeal(for: child, MealPortion(.lunch, item, item, item)))
    family.submit(.logMeal(for: child, MealPortion(.lunch, isContinuation: true, item)))
    #expect(family.state.personDay(child, 0).mealCount == 1)
    #expect(nutrients(family).tenthKilocalories == 4 * 1_430)
  }

  @Test("NUT-5: the same meal eaten twice counts twice")
  func insertsAdd() {
    let family = TestFamily()
    let snack = Command.logMeal(for: child, MealPortion(.snack, MealItem(food: eggs, quarters: 4)))
    #expect(family.submit(snack) == .changed && family.submit(snack, site: 2) == .changed)
    #expect(family.state.personDay(child, 0).meals == [0, 0, 0, 2])
    #expect(nutrients(family).tenthKilocalories == 2_860)
  }

  @Test("NUT-5: implausible amounts are refused")
  func amounts() {
    let family = TestFamily()
    func meal(_ food: UInt16, _ quarters: UInt16, then second: MealItem = .none) -> Refusal? {
      let portion = MealPortion(.lunch, MealItem(food: food, quarters: quarters), second)
      return family.refusal(of: family.fact(.logMeal(for: child, portion)))
    }
    #expect(meal(0, 1) == nil && meal(23, 80) == nil)
    #expect(meal(0, 0) == .amountOutOfRange && meal(0, 81) == .amountOutOfRange)
    #expect(meal(24, 4) == .amountOutOfRange)
    #expect(meal(0, 4, then: MealItem(food: 24, quarters: 1)) == .amountOutOfRange)
    #expect(meal(0, 4, then: MealItem(food: 3, quarters: 81)) == .amountOutOfRange)
    func water(_ tenthOunces: UInt16, minute: UInt16 = 0) -> Refusal? {
      let amount = WaterAmount(tenthOunces: tenthOunces, source: .bottle, minuteOfDay: minute)
      return family.refusal(of: family.fact(.logWater(for: child, amount)))
    }
    #expect(water(1) == nil && water(2_000, minute: 1_439) == nil)
    #expect(water(0) == .amountOutOfRange && water(2_001) == .amountOutOfRange)
    #expect(water(80, minute: 1_440) == .amountOutOfRange)
  }

  @Test("NUT-5: water is summed in ounces and shown in milliliters")
  func water() {
    let family = TestFamily()
    for (tenthOunces, source) in [(80, WaterSource.glass), (169, .bottle), (5, .fountain)] {
      let amount = WaterAmount(
        tenthOunces: UInt16(tenthOunces), source: source, minuteOfDay: 600)
      #expect(family.submit(.logWater(for: child, amount)) == .changed)
    }
    let day = family.state.personDay(child, 0)
    #expect(day.nutrients.waterTenthOunces == 254 && day.waters == 3)
    // 25.4 fl oz of 29.5735 mL are 751.1669 mL.
    #expect(WaterAmount.milliliters(ofTenthOunces: 254) == 751)
    #expect(WaterAmount.milliliters(ofTenthOunces: 10) == 30)
    #expect(WaterAmount.milliliters(ofTenthOunces: 0) == 0)
    // 18.6 fl oz are 550.067 mL, 18.8 are 555.98.
    #expect(WaterAmount.milliliters(ofTenthOunces: 186) == 550)
    #expect(WaterAmount.milliliters(ofTenthOunces: 188) == 556)
    // The most that a day's counter of drinks can hold.
    #expect(WaterAmount.milliliters(ofTenthOunces: 65_536 * 2_000) == 387_625_779)
  }

  @Test("NUT-5: belongs to the day of its author's tap and to its subject")
  func dayAndPerson() {
    let family = TestFamily()
    family.today = 200
    let meal = MealPortion(.lunch, MealItem(food: eggs, quarters: 4))
    family.submit(.logMeal(for: child, meal), on: 150)
    #expect(nutrients(family, 150).tenthKilocalories == 1_430)
    #expect(nutrients(family, 200) == .zero)
    #expect(family.state.personDay(TestFamily.parent, 150).nutrients == .zero)
    #expect(family.state.personDay(TestFamily.parent, 150).actions == 1)
  }

  @Test("NUT-5: a favorite has one of four slots and logs in one tap")
  func favorites() throws {
    let family = TestFamily()
    let porridge = MealPortion(
      .breakfast, MealItem(food: oatmeal, quarters: 4), MealItem(food: 6, quarters: 4))
    let omelette = MealPortion(.breakfast, MealItem(food: eggs, quarters: 8))
    func keep(_ slot: UInt8, _ meal: MealPortion, site: UInt32) -> Fact {
      family.fact(.setFavoriteMeal(for: child, slot: slot, meal), site: site)
    }
    #expect(family.state.nutrition.favoriteMeal(of: child, slot: 3) == nil)
    let earlier = keep(3, omelette, site: 1)
    #expect(family.submit(keep(3, porridge, site: 2)) == .changed)
    #expect(family.submit(earlier) == .superseded)
    #expect(family.submit(keep(4, porridge, site: 2)) == .refused(.slotOutOfRange))
    let favorite = family.state.nutrition.favoriteMeal(of: child, slot: 3)
    let kept = try #require(favorite)
    #expect(kept == porridge)
    #expect(family.state.nutrition.favoriteMeal(of: child, slot: 2) == nil)
    #expect(family.state.nutrition.favoriteMeal(of: TestFamily.sibling, slot: 3) == nil)
    #expect(family.submit(.logMeal(for: child, kept)) == .changed)
    #expect(nutrients(family).tenthKilocalories == 1_580 + 1_050)
    // Storing a favorite is not a meal.
    #expect(family.state.personDay(child, 0).mealCount == 1)
    #expect(family.state.personDay(TestFamily.parent, 0).actions == 1)
  }
}
