public import Chronology
public import DomainCore
import SyncCore

/// NUT-9: a food of the catalog.
public struct FoodID: Hashable, Sendable {
  let number: UInt16

  /// A food by its name in the catalog.
  public init?(_ name: String) {
    guard let place = FoodTable.foods.firstIndex(where: { "\($0.name)" == name }) else {
      return nil
    }
    number = UInt16(place)
  }

  /// Every food's name.
  public static var names: [String] { FoodTable.foods.map { "\($0.name)" } }
}

/// NUT-5: so many servings of a food.
public struct Portion: Hashable, Sendable {
  public var food: FoodID
  /// In quarters: 0.25 to 20.
  public var servings: Double

  public init(_ food: FoodID, servings: Double = 1) {
    self.food = food
    self.servings = servings
  }
}

/// NUT-5: a dish that is not in the catalog, with the nutrients that the user enters.
public struct Dish: Hashable, Sendable {
  public var name: String
  /// The amount, in the user's words.
  public var portion: String
  public var kilocalories: Double
  public var proteinGrams: Double
  public var carbohydrateGrams: Double
  public var fatGrams: Double
  public var fiberGrams: Double
  public var sugarGrams: Double

  public init(
    _ name: String, portion: String = "", kilocalories: Double, proteinGrams: Double = 0,
    carbohydrateGrams: Double = 0, fatGrams: Double = 0, fiberGrams: Double = 0,
    sugarGrams: Double = 0
  ) {
    self.name = name
    self.portion = portion
    self.kilocalories = kilocalories
    self.proteinGrams = proteinGrams
    self.carbohydrateGrams = carbohydrateGrams
    self.fatGrams = fatGrams
    self.fiberGrams = fiberGrams
    self.sugarGrams = sugarGrams
  }

  var nutrients: Nutrients {
    Nutrients(
      kilocalories: kilocalories, protein: proteinGrams, carbohydrate: carbohydrateGrams,
      fat: fatGrams, fiber: fiberGrams, sugar: sugarGrams, vegetables: 0)
  }
}

/// NUT-5: a local day, and the time if it is known.
public struct MealTime: Hashable, Sendable {
  public var day: LocalDay
  public var minuteOfDay: Int?

  public init(_ day: LocalDay, minuteOfDay: Int? = nil) {
    self.day = day
    self.minuteOfDay = minuteOfDay
  }

  func foodTime() throws(Refusal) -> FoodTime {
    guard let minuteOfDay else { return FoodTime(day: day) }
    guard (0..<1_440).contains(minuteOfDay) else { throw .valueNotPossible }
    return FoodTime(day: day, minuteOfDay: UInt16(minuteOfDay))
  }
}

extension ActionContext {
  /// Three foods per portion.
  func meals(_ kind: MealKind, _ portions: [Portion]) throws(Refusal) -> [MealPortion] {
    var items: [MealItem] = []
    for portion in portions {
      let quarters: UInt16 = try integer(
        portion.servings, times: 4, within: 1...80, else: .amountOutOfRange)
      items.append(MealItem(food: portion.food.number, quarters: quarters))
    }
    return stride(from: 0, to: items.count, by: 3).map { first in
      func item(_ offset: Int) -> MealItem {
        first + offset < items.count ? items[first + offset] : .none
      }
      return MealPortion(kind, item(0), item(1), item(2))
    }
  }

  func water(_ ounces: Double, _ source: WaterSource) throws(Refusal) -> WaterAmount {
    let tenths: UInt16 = try integer(ounces, times: 10, within: 1...2_000, else: .amountOutOfRange)
    return WaterAmount(tenthOunces: tenths, source: source, minuteOfDay: minuteOfDay)
  }
}

/// NUT-10: a portion of a meal, or a drink, as a list shows it.
public struct EntryView: Hashable, Sendable {
  public let id: EntryID
  public let day: LocalDay
  public let minuteOfDay: Int?
  /// Nil for water.
  public let kind: MealKind?
  /// Whether it belongs to the meal of the previous entry.
  public let isFurtherPortion: Bool
  public let kilocalories: Double
  /// NUT-5: sodium, vitamins and minerals, as far as the catalog has them.
  public let micronutrients: MicronutrientSum
  public let ounces: Double
  public let name: String
  public let portion: String
  public let description: String
  public let notes: String
}

/// NUT-5, NUT-6, TRN-6: a person's nutrition and check-in on a day, compared with the targets.
public struct DiaryView: Hashable, Sendable {
  public let kilocalories: Double
  public let proteinGrams: Double
  public let carbohydrateGrams: Double
  public let fatGrams: Double
  public let fiberGrams: Double
  /// NUT-5: sodium, vitamins and minerals, as far as the catalog has them.
  public let micronutrients: MicronutrientSum
  public let waterOunces: Double
  /// NUT-6: nil where there is no target.
  public let colors: [NutritionMetric: NutritionColor]
  /// NUT-6: whether energy, protein and water are all green.
  public let isMet: Bool
  /// TRN-6: from 1 to 10; nil without a check-in.
  public let mental: Int?
  public let physical: Int?
}

// MARK: Actions

extension Action where Made == EntryID {
  /// NUT-5: logs a meal of any number of foods and dishes, eaten now or at another time, with a
  /// description and notes. Makes its first portion, which represents the meal.
  public static func logMeal(
    _ kind: MealKind, _ portions: [Portion] = [], dishes: [Dish] = [], for person: MemberID,
    at time: MealTime? = nil, description: String = "", notes: String = ""
  ) -> Action {
    Action(
      making: EntryID.init(entity:),
      all: { draft throws(Refusal) in
        guard (1...500).contains(portions.count + dishes.count) else { throw .amountOutOfRange }
        let person = try draft.handle(of: person)
        var meals = try draft.meals(kind, portions)
        for dish in dishes {
          meals.append(
            MealPortion(kind, stating: dish.nutrients, from: MealOrigin(.typed)))
        }
        for place in meals.indices.dropFirst() { meals[place].isContinuation = true }
        var commands = meals.map { Command.logMeal(for: person, $0) }
        func write(_ field: FoodText, _ text: String, to place: Int) {
          guard !text.isEmpty else { return }
          commands.append(
            .setFoodText(field, draft.next(place), of: person, to: draft.text(text)))
        }
        for (number, dish) in dishes.enumerated() {
          write(.name, dish.name, to: meals.count - dishes.count + number)
          write(.portion, dish.portion, to: meals.count - dishes.count + number)
        }
        write(.description, description, to: 0)
        write(.notes, notes, to: 0)
        if let time {
          commands.append(.setFoodTime(draft.next(0), of: person, to: try time.foodTime()))
        }
        return commands
      })
  }

  /// NUT-5: logs water that the user drank now.
  public static func logWater(
    ounces: Double, from source: WaterSource = .glass, for person: MemberID
  ) -> Action {
    Action(making: EntryID.init(entity:)) { draft throws(Refusal) in
      .logWater(for: try draft.handle(of: person), try draft.water(ounces, source))
    }
  }

  /// TRN-7: imports water from a health store, under the store's own number.
  public static func importWater(
    sample: UInt64, ounces: Double, on day: LocalDay, minuteOfDay: Int, for person: MemberID
  ) -> Action {
    Action(making: EntryID.init(entity:)) { draft throws(Refusal) in
      let minute: UInt16 = try draft.integer(
        minuteOfDay, within: 0...1_439, else: .valueNotPossible)
      return .importWater(
        ImportedWater(
          sample: sample, day: day, tenthOunces: try draft.water(ounces, .other).tenthOunces,
          minuteOfDay: minute),
        of: try draft.handle(of: person))
    }
  }
}

extension Action where Made == Void {
  /// NUT-10: replaces the foods of a portion of a meal: one to three foods.
  public static func change(
    _ entry: EntryID, to kind: MealKind, _ portions: [Portion]
  ) -> Action {
    edit(entry) { draft, person throws(Refusal) in
      guard (1...3).contains(portions.count) else { throw .amountOutOfRange }
      return .changeMeal(entry.entity, of: person, to: try draft.meals(kind, portions)[0])
    }
  }

  /// NUT-10: changes the amount of a drink.
  public static func change(_ entry: EntryID, toOunces ounces: Double) -> Action {
    edit(entry) { draft, person throws(Refusal) in
      guard let old = draft.state.pointee.nutrition.foodEntry(entry.entity)?.water else {
        throw .foodUnknown
      }
      var water = try draft.water(ounces, old.source)
      water.minuteOfDay = old.minuteOfDay
      return .changeWater(entry.entity, of: person, to: water)
    }
  }

  /// NUT-5: sets when an entry was eaten or drunk, today or on an earlier day.
  public static func setTime(of entry: EntryID, to time: MealTime) -> Action {
    edit(entry) { _, person throws(Refusal) in
      .setFoodTime(entry.entity, of: person, to: try time.foodTime())
    }
  }

  /// NUT-5: sets the name, portion, description or notes of an entry.
  public static func write(_ field: FoodText, _ text: String, to entry: EntryID) -> Action {
    edit(entry) { draft, person throws(Refusal) in
      .setFoodText(field, entry.entity, of: person, to: draft.text(text))
    }
  }

  /// NUT-10: deletes a meal, one of its further portions, or a drink; permanently.
  public static func delete(_ entry: EntryID) -> Action {
    edit(entry) { _, person throws(Refusal) in .deleteFood(entry.entity, of: person) }
  }

  private static func edit(
    _ entry: EntryID, _ command: @escaping (ActionContext, MemberHandle) throws(Refusal) -> Command
  ) -> Action {
    Action { draft throws(Refusal) in
      guard let found = draft.state.pointee.nutrition.foodEntry(entry.entity) else {
        throw .foodUnknown
      }
      return try command(draft, found.person)
    }
  }

  /// TRN-6: submits today's check-in, from 1 to 10; the later check-in of a day wins.
  public static func checkIn(mental: Int, physical: Int, for person: MemberID) -> Action {
    Action { draft throws(Refusal) in
      let score = WellnessScore(
        mental: try draft.integer(mental, within: 1...10, else: .scoreOutOfRange),
        physical: try draft.integer(physical, within: 1...10, else: .scoreOutOfRange))
      return .checkIn(for: try draft.handle(of: person), score)
    }
  }
}

// MARK: Queries

extension Session where Storage: ~Copyable {
  /// NUT-5, NUT-6: a person's day, or nil without read access.
  public func diary(of person: MemberID, on day: LocalDay) -> DiaryView? {
    guard let (state, person) = reading(.diary, of: person) else { return nil }
    let day = day.plausible
    let eaten = replica.nutrients(of: person, on: day)
    let checkIn = replica.checkIn(of: person, on: day)
    let covers = state.pointee.covers(day)
    let target = covers ? state.pointee.nutritionTarget(of: person, on: day) : NutritionTarget()
    var colors: [NutritionMetric: NutritionColor] = [:]
    for metric in NutritionMetric.allCases {
      colors[metric] = target.color(of: metric, for: eaten)
    }
    func tenths(_ amount: UInt32) -> Double { Double(amount) / 10 }
    return DiaryView(
      kilocalories: tenths(eaten.tenthKilocalories),
      proteinGrams: tenths(eaten.proteinTenthGrams),
      carbohydrateGrams: tenths(eaten.carbohydrateTenthGrams),
      fatGrams: tenths(eaten.fatTenthGrams), fiberGrams: tenths(eaten.fiberTenthGrams),
      micronutrients: state.pointee.nutrition.micronutrients(
        of: person, on: day, state.pointee.shared),
      waterOunces: tenths(eaten.waterTenthOunces), colors: colors,
      isMet: target.isMet(by: eaten), mental: checkIn.map { Int($0.mental) },
      physical: checkIn.map { Int($0.physical) })
  }

  /// NUT-10: a person's food and drink from one day through another, by time; none without read
  /// access.
  public func entries(
    of person: MemberID, from first: LocalDay, through last: LocalDay
  ) -> [EntryView] {
    let (first, last) = (first.plausible, last.plausible)
    guard first <= last, let (state, person) = reading(.diary, of: person) else { return [] }
    return state.pointee.nutrition.food(
      of: person, from: first, through: last, state.pointee.shared
    ).map { entry in
      func text(_ field: FoodText) -> String {
        texts.text(of: state.pointee.nutrition.text(field, of: entry, state.pointee.shared))
      }
      let meal = entry.meal
      return EntryView(
        id: EntryID(entity: entry.entity),
        day: state.pointee.nutrition.day(of: entry, state.pointee.shared),
        minuteOfDay: entry.minuteOfDay, kind: meal?.kind,
        isFurtherPortion: meal?.isContinuation ?? false,
        kilocalories: Double(meal?.total.tenthKilocalories ?? 0) / 10,
        micronutrients: meal?.micronutrients ?? MicronutrientSum(),
        ounces: Double(entry.water?.tenthOunces ?? 0) / 10, name: text(.name),
        portion: text(.portion), description: text(.description), notes: text(.notes))
    }
  }
}
