import ShakeoutCore
import Testing

@Suite("A diary through the library")
struct DiaryTests {
  @Test("NUT-5, NUT-10: a large meal of yesterday is logged, read, edited and deleted")
  func meals() throws {
    var family = try KitchenFamily()
    let today = family.ada.today
    let foods = ["oatmeal", "milk", "banana", "nuts"].map { Portion(FoodID($0)!) }
    let soup = Dish("Grandma's soup", portion: "a deep plate", kilocalories: 210, proteinGrams: 9)
    let yesterday = MealTime(today.adding(days: -1), minuteOfDay: 19 * 60)
    let dinner = try family.ada.perform(
      .logMeal(
        .dinner, foods, dishes: [soup], for: family.max, at: yesterday, description: "At hers",
        notes: "No onions"))
    func entries(_ ada: borrowing Session<MemoryStorage>) -> [EntryView] {
      ada.entries(of: family.max, from: today.adding(days: -1), through: today)
    }
    let shown = entries(family.ada)
    #expect(shown.map(\.isFurtherPortion) == [false, true, true])
    #expect(shown.map(\.name) == ["", "", "Grandma's soup"])
    #expect(shown[2].portion == "a deep plate" && shown[2].kilocalories == 210)
    #expect(shown[0].description == "At hers" && shown[0].notes == "No onions")
    #expect(shown.allSatisfy { $0.day == today.adding(days: -1) && $0.minuteOfDay == 1_140 })
    let before = family.ada.diary(of: family.max, on: today.adding(days: -1))?.kilocalories
    #expect(before == 767.0)
    #expect(family.ada.diary(of: family.max, on: today)?.kilocalories == 0)
    // The contents of Grandma's soup are unknown; those of the catalog's foods are known.
    let traces = family.ada.diary(of: family.max, on: today.adding(days: -1))?.micronutrients
    #expect(traces?.isPartial == true && shown[2].micronutrients.isPartial)
    #expect(traces?.known.sodiumMilligrams == shown[0].micronutrients.known.sodiumMilligrams + 3.48)
    try family.ada.perform(.change(shown[1].id, to: .dinner, [Portion(FoodID("apple")!)]))
    family.exchange()
    let after = family.ada.diary(of: family.max, on: today.adding(days: -1))?.kilocalories
    #expect(after == 690.0)
    try family.ada.perform(.delete(dinner))
    family.exchange()
    #expect(entries(family.ada).isEmpty && family.ada.refusals.isEmpty)
    #expect(family.ada.diary(of: family.max, on: today.adding(days: -1))?.kilocalories == 0)
  }

  @Test("NUT-10: water shows its edits, before and after other members receive it")
  func water() throws {
    var family = try KitchenFamily()
    let today = family.ada.today
    let glass = try family.ada.perform(.logWater(ounces: 8, for: family.max))
    try family.ada.perform(.logWater(ounces: 4, for: family.max))
    try family.ada.perform(.change(glass, toOunces: 12.5))
    try family.ada.perform(.write(.notes, "after practice", to: glass))
    for _ in 0..<2 {
      #expect(family.ada.diary(of: family.max, on: today)?.waterOunces == 16.5)
      let shown = family.ada.entries(of: family.max, from: today, through: today)
      #expect(shown.map(\.ounces) == [12.5, 4] && shown[0].notes == "after practice")
      family.exchange()
    }
    try family.ada.perform(.delete(glass))
    #expect(family.ada.diary(of: family.max, on: today)?.waterOunces == 4)
    #expect(throws: Refusal.foodDeleted) {
      try family.ada.perform(.change(glass, toOunces: 3))
    }
  }

  @Test("TRN-7: health store data is imported once, and nothing impossible is")
  func imported() throws {
    var family = try KitchenFamily()
    let today = family.ada.today
    for _ in 0..<2 {
      try family.ada.perform(
        .importWater(sample: 5, ounces: 10, on: today, minuteOfDay: 480, for: family.max))
    }
    family.exchange()
    #expect(family.ada.diary(of: family.max, on: today)?.waterOunces == 10)
    for (ounces, minute) in [(0.0, 480), (.nan, 480), (10, 1_440), (10, -1), (10, .max)] {
      #expect(throws: Refusal.self) {
        try family.ada.perform(
          .importWater(sample: 6, ounces: ounces, on: today, minuteOfDay: minute, for: family.max))
      }
    }
    #expect(throws: Refusal.self) {
      try family.ada.perform(
        .setTime(
          of: family.ada.entries(of: family.max, from: today, through: today)[0].id,
          to: MealTime(LocalDay(number: .max))))
    }
  }
}
