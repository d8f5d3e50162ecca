import Base

/// NUT-5: sodium, vitamins and minerals, in hundredths: of a milligram, and of vitamins A and D of
/// a microgram.
///
/// No rule depends on them, so a day's row does not sum them as people log; they are summed when
/// they are shown.
public struct Micronutrients: BitwiseCopyable, Hashable, Sendable {
  var lanes: SIMD8<UInt32>

  public static var zero: Micronutrients { Micronutrients(lanes: .zero) }

  init(lanes: SIMD8<UInt32>) {
    self.lanes = lanes
  }

  /// The contents of `grams` grams of a food, given those of a hundred grams.
  init(inGrams grams: Double, per100: FoodTable.Per100) {
    let values = [
      per100.sodium, per100.vitaminC, per100.vitaminD, per100.vitaminA, per100.calcium,
      per100.iron,
    ]
    lanes = .zero
    // Adding a half and truncating rounds without the C library.
    for (place, value) in values.enumerated() { lanes[place] = UInt32(value * grams + 0.5) }
  }

  public var sodiumMilligrams: Double { Double(lanes[0]) / 100 }
  public var vitaminCMilligrams: Double { Double(lanes[1]) / 100 }
  public var vitaminDMicrograms: Double { Double(lanes[2]) / 100 }
  /// As retinol activity equivalents.
  public var vitaminAMicrograms: Double { Double(lanes[3]) / 100 }
  public var calciumMilligrams: Double { Double(lanes[4]) / 100 }
  public var ironMilligrams: Double { Double(lanes[5]) / 100 }

  public static func += (total: inout Micronutrients, more: Micronutrients) {
    total.lanes &+= more.lanes
  }

  func scaled(quarters: UInt16) -> Micronutrients {
    Micronutrients(lanes: (lanes &* UInt32(quarters)) &>> 2)
  }
}

/// NUT-5: what is known of what a person ate.
public struct MicronutrientSum: BitwiseCopyable, Hashable, Sendable {
  /// The sum over all foods of the food table.
  public var known = Micronutrients.zero
  /// Whether something was eaten that the table does not know: a person's own dish, a photo, a
  /// menu, or a food of a newer table.
  public var isPartial = false

  public init() {}

  public static func += (total: inout MicronutrientSum, more: MicronutrientSum) {
    total.known += more.known
    total.isPartial = total.isPartial || more.isPartial
  }
}

extension MealPortion {
  /// NUT-5: the sum of the items, as far as the table knows them.
  public var micronutrients: MicronutrientSum {
    var sum = MicronutrientSum()
    guard origin.source == .table else {
      sum.isPartial = true
      return sum
    }
    for item in [items.0, items.1, items.2] where item.quarters > 0 {
      if Int(item.food) < FoodTable.count {
        sum.known += FoodTable.foods[Int(item.food)].micronutrients.scaled(quarters: item.quarters)
      } else {
        sum.isPartial = true
      }
    }
    return sum
  }
}
