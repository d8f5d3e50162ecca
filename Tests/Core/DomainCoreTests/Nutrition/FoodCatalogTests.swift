import Base
import Chronology
import TestKit
import Testing

@testable import DomainCore

@Suite("Menus and photos")
struct FoodCatalogTests {
  private let child = TestFamily.child

  private func menu(hall: UInt8 = 3, day: Int = 0, kilocalories: Double = 420) -> DiningMenu {
    let curry = Nutrients(
      kilocalories: kilocalories, protein: 18.5, carbohydrate: 55, fat: 12.3, fiber: 7, sugar: 8.1,
      vegetables: 1.5)
    return DiningMenu(
      hall: hall, day: TestFamily.day(day),
      items: [
        DiningMenu.Item(name: TextHandle(40), serving: .zero),
        DiningMenu.Item(name: TextHandle(41), serving: curry),
      ])
  }

  @Test("NUT-9: a menu is cached by hall and day until its day is over")
  func cache() {
    var cache = MenuCache()
    cache.take(menu(hall: 1), today: TestFamily.day(0))
    cache.take(menu(hall: 2), today: TestFamily.day(0))
    cache.take(menu(hall: 2, kilocalories: 500), today: TestFamily.day(0))
    cache.take(menu(hall: 2, day: 1), today: TestFamily.day(0))
    #expect(cache.count == 3)
    #expect(cache.menu(of: 1, on: TestFamily.day(0)) == menu(hall: 1))
    #expect(cache.menu(of: 2, on: TestFamily.day(0)) == menu(hall: 2, kilocalories: 500))
    #expect(cache.menu(of: 3, on: TestFamily.day(0)) == nil)
    // A new day: yesterday's menu is dropped, also when it arrives again.
    cache.take(menu(hall: 1, day: 1), today: TestFamily.day(1))
    #expect(cache.count == 2 && cache.menu(of: 1, on: TestFamily.day(0)) == nil)
    cache.take(menu(hall: 1), today: TestFamily.day(1))
    #expect(cache.count == 2 && cache.menu(of: 1, on: TestFamily.day(1)) != nil)
  }

  @Test("NUT-9: one tap logs an item with its nutrients")
  func oneTap() {
    let family = TestFamily()
    let meal = menu().meal(.dinner, item: 1, quarters: 6)
    #expect(family.submit(.logMeal(for: child, meal)) == .changed)
    let day = family.state.personDay(child, 0)
    #expect(day.meals == [0, 0, 1, 0])
    // One and a half servings, each lane rounded down.
    #expect(day.nutrients.lanes == SIMD8(6_300, 277, 825, 184, 105, 121, 22, 0))
    let read = MealPortion(meal.payload)
    #expect(read == meal && read.origin == MealOrigin(.menu, hall: 3, item: 1))
    #expect(
      family.refusal(of: family.fact(.logMeal(for: child, menu().meal(.lunch, item: 0))))
        == .amountOutOfRange)
    #expect(
      family.submit(.setFavoriteMeal(for: child, slot: 1, meal)) == .changed)
    let kept = family.state.nutrition.favoriteMeal(of: child, slot: 1)
    #expect(kept == meal)
  }

  @Test("NUT-9: an item that is unknown here counts the same on every device")
  func unknownItem() {
    let families = [TestFamily(), TestFamily()]
    // One device has yesterday's menu, on which item 1 was another dish; neither menu is read.
    var cache = MenuCache()
    cache.take(menu(kilocalories: 90), today: TestFamily.day(0))
    let meal = MealPortion(
      .lunch, stating: menu().items[1].serving,
      from: MealOrigin(.menu, hall: 255, item: 8_191))
    for family in families { family.submit(.logMeal(for: child, meal)) }
    #expect(families[0].isIdentical(to: families[1]))
    #expect(families[1].state.personDay(child, 0).nutrients == menu().items[1].serving)
  }

  @Test("NUT-9: without a menu everything else can still be logged")
  func unreachable() {
    let cache = MenuCache()
    #expect(cache.menu(of: 3, on: TestFamily.day(0)) == nil)
    let family = TestFamily()
    let eggs = MealPortion(.lunch, MealItem(food: 1, quarters: 4))
    for place in [DecisionPlace.device, .server] {
      #expect(family.refusal(of: family.fact(.logMeal(for: child, eggs)), at: place) == nil)
    }
    #expect(family.eat(5_000) == .changed && family.drink(80) == .changed)
  }

  @Test(
    "NUT-9, NUT-15: stated nutrients decode from their payload, and impossible ones are refused")
  func stated() {
    var dice = Dice(seed: 36)
    let most = SIMD8<UInt32>(65_535, 8_191, 8_191, 8_191, 2_047, 8_191, 1_023, 0)
    for _ in 0..<500 {
      var nutrients = Nutrients.zero
      for lane in 0..<8 {
        nutrients.lanes[lane] = dice.pick([0, 1, most[lane], most[lane] / 3, most[lane] &+ 1, .max])
      }
      let kind = dice.pick(MealKind.allCases)
      let source = dice.pick([MealSource.menu, .photo, .typed])
      let meal = MealPortion(
        kind, isContinuation: dice.chance(1, in: 2), stating: nutrients,
        from: MealOrigin(source, hall: UInt8(dice.roll(256)), item: UInt16(dice.roll(8_192))))
      let read = MealPortion(meal.payload)
      #expect(read == meal && read.kind == kind && read.origin == meal.origin)
      #expect(read.isContinuation == meal.isContinuation)
      let isPossible = all(nutrients.lanes .<= most)
      #expect(read.total.lanes == (isPossible ? nutrients.lanes : .zero))
      #expect(
        read.refusal
          == (isPossible ? nutrients == .zero ? .amountOutOfRange : nil : .nutrientsOutOfRange))
      #expect(read.isWellFormed == (read.refusal == nil))
    }
    // A spare bit that a newer client has set is refused, not guessed at.
    var meal = MealPortion(.lunch, stating: menu().items[1].serving, from: MealOrigin(.typed))
    meal.items.2.quarters |= 1 << 15
    #expect(!meal.isWellFormed)
  }

  @Test(
    "NUT-15: numbers that are no amount become no other amount",
    arguments: [-1, -0.001, .nan, .infinity, -.infinity, 7_000, 1e12, 1e300] as [Double])
  func impossible(energy: Double) {
    let family = TestFamily()
    let nutrients = Nutrients(
      kilocalories: energy, protein: 1, carbohydrate: 1, fat: 1, fiber: 1, sugar: 1, vegetables: 1)
    let meals = [
      MealPortion(.lunch, stating: nutrients, from: MealOrigin(.typed)),
      PhotoAnalysis(.lunch, found: nutrients).proposal,
      DiningMenu(
        hall: 1, day: TestFamily.day(0),
        items: [DiningMenu.Item(name: .empty, serving: nutrients)]
      ).meal(.lunch, item: 0, quarters: .max),
    ]
    for meal in meals {
      for place in [DecisionPlace.device, .server] {
        #expect(
          family.refusal(of: family.fact(.logMeal(for: child, meal)), at: place)
            == .nutrientsOutOfRange)
      }
    }
    let sentence = Refusal.nutrientsOutOfRange.sentence
    #expect(sentence.contains("6,553 kcal") && sentence.filter { $0 == "." }.count == 1)
    #expect(Refusal.nutrientsOutOfRange.rawValue == 142)
  }

  @Test("NUT-7: an analyzed photo proposes a meal that is logged like any other, and counts")
  func photo() {
    let family = TestFamily()
    let found = PhotoAnalysis(.lunch, found: menu().items[1].serving)
    #expect(PhotoAnalysis(found.payload) == found && found.isWellFormed)
    #expect(
      !PhotoAnalysis(MealPortion(.lunch, MealItem(food: 1, quarters: 4)).payload).isWellFormed)
    // Far ahead of the days that have rows.
    family.today = 300
    let empty = family.state.digest
    for _ in 0..<300 {
      // The fold does not read the kind, because its dispatch has done so.
      let fact = family.fact(
        Command(.mealLogged, subject: child, payload: found.payload))
      let effect = NutritionArea.fold(
        .photoAnalyzed, fact, committed: fact.version.instant, into: &family.state)
      #expect(effect == .changed)
    }
    #expect(
      family.state.shared.photosAnalyzed(by: TestFamily.parent, on: TestFamily.day(300)) == 255)
    #expect(family.state.shared.photosAnalyzed(by: child, on: TestFamily.day(300)) == 0)
    #expect(family.state.digest != empty && family.copyIsIdentical)
    #expect(family.state.personDay(child, 300).nutrients == .zero)
    #expect(family.submit(.logMeal(for: child, found.proposal)) == .changed)
    #expect(family.state.personDay(child, 300).nutrients == menu().items[1].serving)
  }
}
