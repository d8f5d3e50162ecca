public import Chronology
public import DomainCore
import SyncCore

/// NUT-9: a food of the catalogue.
public struct FoodID: Hashable, Sendable {
  let number: UInt16

  /// A food by the name that the catalogue has for it.
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

/// NUT-5, NUT-6, TRN-6: what somebody ate, drank and felt on a day, and how that stands.
public struct DiaryView: Hashable, Sendable {
  public let kilocalories: Double
  public let proteinGrams: Double
  public let carbohydrateGrams: Double
  public let fatGrams: Double
  public let fibreGrams: Double
  public let waterOunces: Double
  /// NUT-6: nil where there is no target.
  public let colours: [NutritionMetric: NutritionColour]
  /// NUT-6: whether energy, protein and water are all green.
  public let isMet: Bool
  /// TRN-6: from 1 to 10; nil when nobody has checked in.
  public let mental: Int?
  public let physical: Int?
}

// MARK: What can be done

extension Action where Made == Void {
  /// NUT-5: logs a meal of one to three foods.
  public static func logMeal(
    _ kind: MealKind, _ portions: [Portion], for person: MemberID
  ) -> Action {
    Action { draft throws(Refusal) in
      guard (1...3).contains(portions.count) else { throw .amountOutOfRange }
      var items: [MealItem] = []
      for portion in portions {
        let quarters: UInt16 = try draft.whole(
          portion.servings, times: 4, within: 1...80, else: .amountOutOfRange)
        items.append(MealItem(food: portion.food.number, quarters: quarters))
      }
      while items.count < 3 { items.append(.none) }
      return .logMeal(
        for: try draft.handle(of: person), MealPortion(kind, items[0], items[1], items[2]))
    }
  }

  /// NUT-5: logs water, drunk at a minute of the day or now.
  public static func logWater(
    ounces: Double, from source: WaterSource = .glass, for person: MemberID
  ) -> Action {
    Action { draft throws(Refusal) in
      let tenths: UInt16 = try draft.whole(
        ounces, times: 10, within: 1...2_000, else: .amountOutOfRange)
      return .logWater(
        for: try draft.handle(of: person),
        WaterAmount(tenthOunces: tenths, source: source, minuteOfDay: draft.minuteOfDay))
    }
  }

  /// TRN-6: says how one feels today, from 1 to 10; the later answer of a day stands.
  public static func checkIn(mental: Int, physical: Int, for person: MemberID) -> Action {
    Action { draft throws(Refusal) in
      let score = WellnessScore(
        mental: try draft.whole(mental, within: 1...10, else: .scoreOutOfRange),
        physical: try draft.whole(physical, within: 1...10, else: .scoreOutOfRange))
      return .checkIn(for: try draft.handle(of: person), score)
    }
  }
}

// MARK: What can be seen

extension Session where Storage: ~Copyable {
  /// NUT-5, NUT-6: somebody's day, or nil where this person may not look.
  public func diary(of person: MemberID, on day: LocalDay) -> DiaryView? {
    guard let (state, person) = reading(.diary, of: person) else { return nil }
    let eaten = replica.nutrients(of: person, on: day)
    let checkIn = replica.checkIn(of: person, on: day)
    let covers = state.pointee.covers(day)
    let target = covers ? state.pointee.nutritionTarget(of: person, on: day) : NutritionTarget()
    var colours: [NutritionMetric: NutritionColour] = [:]
    for metric in NutritionMetric.allCases {
      colours[metric] = target.colour(of: metric, for: eaten)
    }
    func tenths(_ amount: UInt32) -> Double { Double(amount) / 10 }
    return DiaryView(
      kilocalories: tenths(eaten.tenthKilocalories),
      proteinGrams: tenths(eaten.proteinTenthGrams),
      carbohydrateGrams: tenths(eaten.carbohydrateTenthGrams),
      fatGrams: tenths(eaten.fatTenthGrams), fibreGrams: tenths(eaten.fibreTenthGrams),
      waterOunces: tenths(eaten.waterTenthOunces), colours: colours,
      isMet: target.isMet(by: eaten), mental: checkIn.map { Int($0.mental) },
      physical: checkIn.map { Int($0.physical) })
  }
}
