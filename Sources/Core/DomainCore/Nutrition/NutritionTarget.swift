/// NUT-3: what a person should eat and drink on one day; zero where there is no target.
///
/// Tenths of a kilocalorie, tenths of a gram, milliliters. All of it is integer arithmetic that
/// rounds half up once, at the end, so that every machine computes the same target.
public struct NutritionTarget: BitwiseCopyable, Hashable, Sendable {
  public var energyTenthKilocalories: UInt32 = 0
  public var proteinTenthGrams: UInt32 = 0
  public var carbohydrateTenthGrams: UInt32 = 0
  public var fatTenthGrams: UInt32 = 0
  public var fiberTenthGrams: UInt32 = 0
  public var waterMilliliters: UInt32 = 0

  /// No target at all.
  public init() {}

  /// NUT-1, NUT-3: the result of the equations for a body and its activity level.
  public init(for body: BodyOnDay, activity: ActivityLevel) {
    energyTenthKilocalories = Self.energy(of: body, activity)
    proteinTenthGrams = Self.protein(of: body, activity)
    waterMilliliters = Self.drunk(of: Self.water(of: body))
    takeShares()
  }

  public subscript(metric: NutritionMetric) -> UInt32 {
    get {
      switch metric {
      case .energy: energyTenthKilocalories
      case .protein: proteinTenthGrams
      case .carbohydrate: carbohydrateTenthGrams
      case .fat: fatTenthGrams
      case .fiber: fiberTenthGrams
      case .water: waterMilliliters
      }
    }
    set {
      switch metric {
      case .energy: energyTenthKilocalories = newValue
      case .protein: proteinTenthGrams = newValue
      case .carbohydrate: carbohydrateTenthGrams = newValue
      case .fat: fatTenthGrams = newValue
      case .fiber: fiberTenthGrams = newValue
      case .water: waterMilliliters = newValue
      }
    }
  }

  /// NUT-3: carbohydrate 55 % and fat 30 % of the energy at 4 and 9 kcal/g, fiber 14 g per 1,000
  /// kcal.
  ///
  /// Of the energy target that is shown and rated, also when a parent has set it.
  mutating func takeShares() {
    let energy = UInt64(energyTenthKilocalories)
    carbohydrateTenthGrams = UInt32((energy * 55 + 200) / 400)
    fatTenthGrams = UInt32((energy * 30 + 450) / 900)
    fiberTenthGrams = UInt32((energy * 14 + 500) / 1_000)
  }

  /// NUT-1: the estimated energy requirement, in tenths of a kilocalorie, rounded half up.
  ///
  /// None below 3 years, where other equations apply; from 19 on the adult equation. None either
  /// where the equation gives zero or less, which no real body does. Sums are in ten-millionths of
  /// a kilocalorie, in which every term is a whole number.
  static func energy(of body: BodyOnDay, _ activity: ActivityLevel) -> UInt32 {
    guard body.ageYears >= 3, body.hasSaneMeasures else { return 0 }
    let isAdult = body.ageYears >= 19
    let coefficient = activity.coefficientHundredths(body.sex, isAdult: isAdult)
    let (age, weight, height) = (
      Int64(body.ageYears), Int64(body.weightGrams), Int64(body.heightMillimeters)
    )
    // The equation's constant in tenths, its factors of the age in hundredths, of the weight in
    // hundredths and of the height in tenths; growth in whole kilocalories.
    let growth: Int64 = isAdult ? 0 : (body.ageYears <= 8 ? 20 : 25)
    let (constant, perYear, perKilogram, perMetre): (Int64, Int64, Int64, Int64) =
      switch (body.sex, isAdult) {
      case (.male, false): (885, 6_190, 2_670, 9_030)
      case (.female, false): (1_353, 3_080, 1_000, 9_340)
      case (.male, true): (6_620, 953, 1_591, 5_396)
      case (.female, true): (3_540, 691, 936, 7_260)
      }
    var sum = constant * 1_000_000 - perYear * age * 100_000 + growth * 10_000_000
    sum += coefficient * (perKilogram * weight + perMetre * height * 10)
    return sum < 500_000 ? 0 : UInt32((sum + 500_000) / 1_000_000)
  }

  /// NUT-3: grams a kilogram and day by age, more at a higher activity level; in tenths of a gram,
  /// rounded half up. None before the first birthday.
  static func protein(of body: BodyOnDay, _ activity: ActivityLevel) -> UInt32 {
    guard body.hasSaneMeasures else { return 0 }
    let hundredths: UInt64 =
      switch body.ageYears {
      case ..<1: 0
      case 1...3: 105
      case 4...13: 95
      case 14...18: 85
      default: 80
      }
    let millionths = UInt64(body.weightGrams) * hundredths * activity.proteinHundredths
    return UInt32((millionths + 500_000) / 1_000_000)
  }

  /// NUT-3: how much to drink of all the water that a body needs: 80 %, because the rest is in
  /// food, which no one logs as water. Rounded half up, though each of the amounts is a whole
  /// number.
  static func drunk(of total: UInt32) -> UInt32 { (total * 80 + 50) / 100 }

  /// NUT-3: the total water by age and from 9 years on by sex, including the water in food; none
  /// before the first birthday.
  static func water(of body: BodyOnDay) -> UInt32 {
    switch (body.ageYears, body.sex) {
    case (..<1, _): 0
    case (1...3, _): 1_300
    case (4...8, _): 1_700
    case (9...13, .male): 2_400
    case (9...13, .female): 2_100
    case (14...18, .male): 3_300
    case (14...18, .female): 2_300
    case (_, .male): 3_700
    case (_, .female): 2_700
    }
  }
}

extension BodyOnDay {
  /// Whether the measures are those of a person, so that no sum overflows: up to 1,000 kg and 3 m.
  var hasSaneMeasures: Bool {
    (1...1_000_000).contains(weightGrams) && (1...3_000).contains(heightMillimeters)
  }
}
