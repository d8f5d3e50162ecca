import Chronology
import Testing

@testable import DomainCore

@Suite("NUT-5: sodium, vitamins and minerals")
struct MicronutrientTests {
  private static let child = TestFamily.child
  private static let eggs: UInt16 = 1
  private static let milk: UInt16 = 5
  private static let broccoli: UInt16 = 16
  private static let pizza: UInt16 = 21

  private static func item(_ food: UInt16, _ quarters: UInt16 = 4) -> MealItem {
    MealItem(food: food, quarters: quarters)
  }

  @Test("NUT-5: a serving has the contents of a hundred grams, scaled by its weight")
  func servings() {
    let slice = MealPortion(.lunch, Self.item(Self.pizza)).micronutrients.known
    #expect(slice.sodiumMilligrams == 639.86 && slice.calciumMilligrams == 201.16)
    let green = MealPortion(.lunch, Self.item(Self.broccoli, 2)).micronutrients.known
    #expect(green.vitaminCMilligrams == 50.62 && green.vitaminAMicrograms == 60.06)
    let glass = MealPortion(.snack, Self.item(Self.milk)).micronutrients.known
    #expect(glass.vitaminDMicrograms == 2.93 && glass.ironMilligrams == 0.05)
    #expect(FoodTable.foods.allSatisfy { $0.micronutrients.sodiumMilligrams > 0 })
  }

  @Test("NUT-5: an unknown food adds nothing, and marks the sum as partial")
  func unknown() {
    let typed = MealPortion(
      .dinner, stating: FoodTable.serving(of: Self.pizza), from: MealOrigin(.typed))
    let newer = MealPortion(.dinner, Self.item(Self.eggs), Self.item(900))
    #expect(typed.micronutrients.isPartial && typed.micronutrients.known == .zero)
    #expect(newer.micronutrients.isPartial)
    #expect(newer.micronutrients.known.sodiumMilligrams == 142)
    #expect(!MealPortion(.dinner, Self.item(Self.eggs)).micronutrients.isPartial)
  }

  @Test("NUT-5, NUT-10: a day is the sum of one person's meals with their latest changes")
  func days() {
    let family = TestFamily()
    func log(_ portion: MealPortion, for person: MemberHandle = Self.child) -> Entity {
      let fact = family.fact(.logMeal(for: person, portion))
      #expect(family.submit(fact) == .changed)
      return fact.identity
    }
    func sodium(_ day: Int = 0) -> Double {
      let sum = family.state.nutrition.micronutrients(
        of: Self.child, on: TestFamily.day(day), family.state.shared)
      return sum.known.sodiumMilligrams
    }
    // Four items are two facts.
    let lunch = log(
      MealPortion(.lunch, Self.item(Self.eggs), Self.item(Self.milk), Self.item(Self.broccoli)))
    _ = log(MealPortion(.lunch, isContinuation: true, Self.item(Self.pizza)))
    _ = log(MealPortion(.lunch, Self.item(Self.pizza)), for: TestFamily.sibling)
    family.submit(
      .logWater(
        for: Self.child, WaterAmount(tenthOunces: 80, source: .glass, minuteOfDay: 600)))
    #expect(sodium() == 142 + 114.68 + 63.96 + 639.86)
    let egg = log(MealPortion(.snack, Self.item(Self.eggs)))
    family.submit(
      .changeMeal(egg, of: Self.child, to: MealPortion(.snack, Self.item(Self.eggs, 2))))
    #expect(sodium() == 142 + 114.68 + 63.96 + 639.86 + 71)
    family.submit(.deleteFood(egg, of: Self.child))
    family.today = 1
    family.submit(.setFoodTime(lunch, of: Self.child, to: FoodTime(day: TestFamily.day(1))))
    #expect(sodium() == 0 && sodium(1) == 142 + 114.68 + 63.96 + 639.86)
    family.submit(.deleteFood(lunch, of: Self.child))
    #expect(sodium(1) == 0)
  }
}
