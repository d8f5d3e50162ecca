import Base
import Chronology
import TestKit
import Testing

@testable import DomainCore

/// A diary as a list of events, summed up at every question.
private struct DiaryModel {
  struct Entry {
    var number: Int
    var person: Int
    var day: Int
    /// Which food of the table, in quarters; or tenths of an ounce.
    var food: Int?
    var amount: Int
    var kind = 0
    var isGone = false
  }

  var entries: [Entry] = []
  var samples: Set<Int> = []

  func sum(_ person: Int, _ day: Int) -> (nutrients: [Int], meals: Int, waters: Int) {
    var (sums, meals, waters) = ([Int](repeating: 0, count: 8), 0, 0)
    for entry in entries where entry.person == person && entry.day == day && !entry.isGone {
      if let food = entry.food {
        meals += 1
        let serving = FoodTable.foods[food].nutrients
        for lane in 0..<7 { sums[lane] += Int(serving.lanes[lane]) * entry.amount / 4 }
      } else {
        waters += 1
        sums[7] += entry.amount
      }
    }
    return (sums, meals, waters)
  }
}

@Suite("An edited diary")
struct FoodOracleTests {
  @Test(
    "NUT-10: has the sums of a plain list, and the points that follow", arguments: 0..<6)
  func histories(part: Int) {
    for seed in 0..<60 {
      var dice = Dice(seed: UInt64(part * 1_000 + seed))
      let family = TestFamily()
      var plain = DiaryModel()
      for (metric, amount) in [(NutritionMetric.energy, 1_500), (.protein, 100), (.water, 300)] {
        family.override(metric, UInt32(amount))
      }
      for number in 0..<60 {
        family.today = number / 6
        Self.say(number, &dice, family, &plain)
      }
      var met = 0
      for person in [TestFamily.child, TestFamily.sibling] {
        for day in 0..<12 {
          let row = family.state.personDay(person, day)
          let sum = plain.sum(Int(person.index), day)
          let shown = (0..<8).map { Int(row.nutrients.lanes[$0]) }
          #expect(shown == sum.nutrients && row.mealCount == sum.meals, "\(seed): \(day)")
          #expect(Int(row.waters) == sum.waters)
          let target = family.state.nutritionTarget(of: person, on: TestFamily.day(day))
          #expect(row.isNutritionMet == target.isMet(by: row.nutrients), "\(seed): \(day)")
          if row.isNutritionMet && person == TestFamily.child { met += 1 }
        }
      }
      #expect(family.state.rewards.balance(of: TestFamily.child) == met * 15)
      let isSame = family.state.copy().isIdentical(to: family.state)
      #expect(isSame)
    }
  }

  private static func say(
    _ number: Int, _ dice: inout Dice, _ family: TestFamily, _ plain: inout DiaryModel
  ) {
    let person = dice.pick([TestFamily.child, TestFamily.child, TestFamily.sibling])
    let place = plain.entries.isEmpty ? nil : dice.roll(plain.entries.count)
    switch dice.roll(10) {
    case 0...2:
      let (food, quarters) = (dice.pick([0, 1, 5, 22]), 1 + dice.roll(12))
      let meal = MealPortion(
        dice.pick(MealKind.allCases), MealItem(food: UInt16(food), quarters: UInt16(quarters)))
      let fact = family.fact(.logMeal(for: person, meal))
      family.submit(fact)
      plain.entries.append(
        DiaryModel.Entry(
          number: Int(fact.sequence), person: Int(person.index), day: family.today, food: food,
          amount: quarters))
    case 3, 4:
      let ounces = 20 + dice.roll(100)
      let fact = family.fact(.logWater(for: person, water(ounces)))
      family.submit(fact)
      plain.entries.append(
        DiaryModel.Entry(
          number: Int(fact.sequence), person: Int(person.index), day: family.today, food: nil,
          amount: ounces))
    case 5:
      let (sample, ounces) = (1 + dice.roll(4), 20 + dice.roll(100))
      let imported = ImportedWater(
        sample: UInt64(sample), day: TestFamily.day(family.today), tenthOunces: UInt16(ounces),
        minuteOfDay: 9)
      let fact = family.fact(.importWater(imported, of: TestFamily.child))
      family.submit(fact)
      guard plain.samples.insert(sample).inserted else { return }
      plain.entries.append(
        DiaryModel.Entry(
          number: Int(fact.sequence), person: 1, day: family.today, food: nil, amount: ounces))
    default:
      if let place { change(place, &dice, family, &plain) }
    }
  }

  private static func water(_ tenthOunces: Int) -> WaterAmount {
    WaterAmount(tenthOunces: UInt16(tenthOunces), source: .bottle, minuteOfDay: 60)
  }

  private static func change(
    _ place: Int, _ dice: inout Dice, _ family: TestFamily, _ plain: inout DiaryModel
  ) {
    let entry = plain.entries[place]
    let entity = Entity(site: 1, sequence: UInt32(entry.number))
    let person = MemberHandle(UInt16(entry.person))
    let amount = 1 + dice.roll(30)
    switch dice.roll(3) {
    case 0:
      let outcome = family.submit(.deleteFood(entity, of: person))
      #expect(outcome == (entry.isGone ? .superseded : .changed))
      plain.entries[place].isGone = true
    case 1:
      let day = dice.roll(family.today + 1)
      let outcome = family.submit(
        .setFoodTime(entity, of: person, to: FoodTime(day: TestFamily.day(day))))
      #expect(outcome == (entry.isGone ? .refused(.foodDeleted) : .changed))
      plain.entries[place].day = day
    default:
      let item = MealItem(food: UInt16(entry.food ?? 0), quarters: UInt16(amount))
      let outcome = family.submit(
        entry.food == nil
          ? .changeWater(entity, of: person, to: water(amount))
          : .changeMeal(entity, of: person, to: MealPortion(.snack, item)))
      #expect(outcome == (entry.isGone ? .refused(.foodDeleted) : .changed))
      if !entry.isGone { plain.entries[place].amount = amount }
    }
  }
}
