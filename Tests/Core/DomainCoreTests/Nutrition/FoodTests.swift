import Base
import Chronology
import Testing

@testable import DomainCore

@Suite("NUT-10: single meals and drinks")
struct FoodTests {
  private static let child = TestFamily.child

  private static func meal(_ food: UInt16, _ quarters: UInt16 = 4) -> MealPortion {
    MealPortion(.lunch, MealItem(food: food, quarters: quarters))
  }

  private static func water(_ tenthOunces: UInt16) -> WaterAmount {
    WaterAmount(tenthOunces: tenthOunces, source: .glass, minuteOfDay: 600)
  }

  /// Logs something and returns its entry.
  private static func log(_ command: Command, in family: TestFamily) -> Entity {
    let fact = family.fact(command)
    #expect(family.submit(fact) == .changed)
    return fact.identity
  }

  @Test("NUT-10: meals and drinks are listed by day and time, without deleted ones")
  func listed() {
    let family = TestFamily()
    let lunch = Self.log(.logMeal(for: Self.child, Self.meal(1)), in: family)
    let glass = Self.log(.logWater(for: Self.child, Self.water(80)), in: family)
    family.today = 1
    let late = Self.log(.logMeal(for: Self.child, Self.meal(2)), in: family)
    func listed(_ first: Int, _ last: Int) -> [Entity] {
      family.state.nutrition.food(
        of: Self.child, from: TestFamily.day(first), through: TestFamily.day(last),
        family.state.shared
      )
      .map(\.entity)
    }
    // An entry without a time comes after those with one.
    #expect(listed(0, 1) == [glass, lunch, late] && listed(1, 1) == [late])
    family.submit(
      .setFoodTime(late, of: Self.child, to: FoodTime(day: TestFamily.day(0), minuteOfDay: 599)))
    #expect(listed(0, 0) == [late, glass, lunch] && listed(1, 1).isEmpty)
    family.submit(.deleteFood(glass, of: Self.child))
    #expect(listed(0, 1) == [late, lunch])
    #expect(family.state.nutrition.foodEntry(glass)?.isDeleted == true)
  }

  @Test("NUT-5: a meal has a time of its own, also on an earlier day, with names and notes")
  func timeAndTexts() {
    let family = TestFamily()
    family.today = 3
    let dinner = Self.log(.logMeal(for: Self.child, Self.meal(1)), in: family)
    var more = Self.meal(2)
    more.isContinuation = true
    let second = Self.log(.logMeal(for: Self.child, more), in: family)
    func submit(_ day: Int, _ minute: UInt16?) -> TestFamily.Outcome {
      family.submit(
        .setFoodTime(
          dinner, of: Self.child, to: FoodTime(day: TestFamily.day(day), minuteOfDay: minute)))
    }
    #expect(submit(4, 600) == .refused(.dayInFuture) && submit(-1, 0) == .refused(.dayOutOfRange))
    #expect(submit(1, 1_440) == .refused(.valueNotPossible))
    #expect(submit(1, 1_200) == .changed)
    // All portions of a meal move together, and are one meal on the new day.
    let moved = family.state.nutrition.food(
      of: Self.child, from: TestFamily.day(1), through: TestFamily.day(1), family.state.shared)
    #expect(moved.map(\.entity) == [dinner, second])
    #expect(family.state.personDay(Self.child, 1).mealCount == 1)
    #expect(family.state.personDay(Self.child, 3).mealCount == 0)
    family.submit(.setFoodText(.name, second, of: Self.child, to: TextHandle(8)))
    family.submit(.setFoodText(.notes, dinner, of: Self.child, to: TextHandle(9)))
    let texts = [(second, FoodText.name), (dinner, .notes), (dinner, .name)].map {
      family.state.nutrition.text(
        $0.1, of: family.state.nutrition.foodEntry($0.0)!, family.state.shared
      ).raw
    }
    #expect(texts == [8, 9, 0])
  }

  @Test("NUT-10: kinds have the numbers of the log's format")
  func numbers() {
    let kinds: [FactKind] = [
      .foodChanged, .foodMoved, .foodTextSet, .foodDeleted, .waterImported,
    ]
    #expect(kinds.map(\.rawValue) == [43, 44, 45, 46, 47])
    #expect(FactKind.allCases.filter(\.isOfFood) == kinds)
  }

  @Test("NUT-10: a person who may log may change an entry that still exists")
  func refusals() {
    let family = TestFamily()
    let lunch = Self.log(.logMeal(for: Self.child, Self.meal(1)), in: family)
    let delete = Command.deleteFood(lunch, of: Self.child)
    #expect(family.submit(delete, by: Self.child) == .refused(.loggingNotAllowed))
    #expect(family.submit(delete, by: TestFamily.observer) == .refused(.loggingNotAllowed))
    #expect(
      family.submit(.deleteFood(lunch, of: TestFamily.sibling)) == .refused(.foodUnknown))
    #expect(
      family.submit(.deleteFood(Entity(site: 9, sequence: 9), of: Self.child))
        == .refused(.foodUnknown))
    #expect(
      family.submit(.changeMeal(lunch, of: Self.child, to: Self.meal(900)))
        == .refused(.amountOutOfRange))
    #expect(family.submit(delete) == .changed)
    #expect(family.refusal(of: family.fact(delete), at: .device) == .foodDeleted)
    #expect(family.submit(delete) == .superseded, "two deletes agree")
    #expect(
      family.submit(.changeMeal(lunch, of: Self.child, to: Self.meal(2)))
        == .refused(.foodDeleted))
  }

  @Test("NUT-10: a delete wins over a concurrent edit, in either order")
  func deletingWins() {
    for order in [[0, 1], [1, 0]] {
      let family = TestFamily()
      let lunch = Self.log(.logMeal(for: Self.child, Self.meal(1)), in: family)
      // The edit is the later write.
      let facts = [
        family.fact(.deleteFood(lunch, of: Self.child), site: 2),
        family.fact(.changeMeal(lunch, of: Self.child, to: Self.meal(2)), site: 3),
      ]
      for index in order { family.submit(facts[index]) }
      #expect(family.state.personDay(Self.child, 0).nutrients == .zero)
      #expect(family.state.personDay(Self.child, 0).mealCount == 0)
    }
  }

  @Test("NUT-10: a day's points are reversed when it is no longer met, and paid again")
  func points() {
    let family = TestFamily()
    for (metric, amount) in [(NutritionMetric.energy, 1_430), (.protein, 100), (.water, 200)] {
      family.override(metric, UInt32(amount))
    }
    let lunch = Self.log(.logMeal(for: Self.child, Self.meal(1)), in: family)
    let glass = Self.log(.logWater(for: Self.child, Self.water(80)), in: family)
    #expect(family.state.rewards.balance(of: Self.child) == 15)
    family.submit(.changeWater(glass, of: Self.child, to: Self.water(10)))
    #expect(family.state.rewards.balance(of: Self.child) == 0)
    family.submit(.changeWater(glass, of: Self.child, to: Self.water(90)))
    #expect(family.state.rewards.balance(of: Self.child) == 15)
    family.submit(.deleteFood(lunch, of: Self.child))
    #expect(family.state.rewards.balance(of: Self.child) == 0)
    let isMet = family.state.shared.isNutritionDayMet(TestFamily.day(0), of: Self.child)
    #expect(!isMet)
  }

  @Test("TRN-7: a sample of the health store counts once, however many devices read it")
  func imported() {
    let family = TestFamily()
    family.today = 2
    func read(_ sample: UInt64, _ tenthOunces: UInt16, site: UInt32) -> TestFamily.Outcome {
      let water = ImportedWater(
        sample: sample, day: TestFamily.day(1), tenthOunces: tenthOunces, minuteOfDay: 700)
      return family.submit(.importWater(water, of: Self.child), site: site)
    }
    #expect(read(77, 80, site: 1) == .changed && read(77, 80, site: 2) == .superseded)
    #expect(read(78, 30, site: 2) == .changed)
    #expect(read(0, 30, site: 2) == .refused(.amountOutOfRange))
    #expect(read(79, 0, site: 2) == .refused(.amountOutOfRange))
    let row = family.state.personDay(Self.child, 1)
    #expect(row.nutrients.waterTenthOunces == 110 && row.waters == 2)
    let entry = family.state.nutrition.food(
      of: Self.child, from: TestFamily.day(1), through: TestFamily.day(1), family.state.shared)[0]
    #expect(entry.minuteOfDay == 700 && entry.water?.tenthOunces == 80)
    // It can be deleted, and stays deleted however often the store is read again.
    family.submit(.deleteFood(entry.entity, of: Self.child))
    #expect(read(77, 80, site: 3) == .superseded)
    #expect(family.state.personDay(Self.child, 1).nutrients.waterTenthOunces == 30)
  }
}
