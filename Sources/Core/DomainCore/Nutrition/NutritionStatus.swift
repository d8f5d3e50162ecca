/// NUT-6: the rating of a metric on a day.
public enum NutritionColor: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  /// The goal is met.
  case green = 0
  /// Within 20 % of it.
  case yellow = 1
  /// Further off.
  case red = 2
}

extension NutritionTarget {
  /// NUT-6: green, yellow or red for what was eaten and drunk; nil without a target.
  ///
  /// Both bounds are inclusive. Energy, carbohydrate and fat are green within ±5 % and yellow
  /// within ±20 %; protein, fiber and water are green at the target and yellow at 80 % of it.
  public func color(of metric: NutritionMetric, for eaten: Nutrients) -> NutritionColor? {
    let target = UInt64(self[metric])
    guard target > 0 else { return nil }
    // Both in one unit: hundred-thousandths of a milliliter, or the unit of the target.
    let (amount, goal): (UInt64, UInt64) =
      metric == .water
      ? (
        UInt64(eaten.waterTenthOunces) * WaterAmount.hundredMillionthLitersPerTenthOunce,
        target * 100_000
      )
      : (UInt64(eaten.amount(of: metric)), target)
    let slack: UInt64 = metric.isBand ? 5 : 0
    if isWithin(slack, amount, goal, metric) { return .green }
    return isWithin(20, amount, goal, metric) ? .yellow : .red
  }

  /// Whether an amount is at most that many percent below its goal and, of a band, above it.
  private func isWithin(
    _ percent: UInt64, _ amount: UInt64, _ goal: UInt64, _ metric: NutritionMetric
  ) -> Bool {
    amount * 100 >= goal * (100 - percent)
      && (!metric.isBand || amount * 100 <= goal * (100 + percent))
  }

  /// NUT-6: a nutrition day is met when energy, protein and water are all green.
  ///
  /// Without a target for each of the three the day cannot be met.
  public func isMet(by eaten: Nutrients) -> Bool {
    color(of: .energy, for: eaten) == .green && color(of: .protein, for: eaten) == .green
      && color(of: .water, for: eaten) == .green
  }
}

extension Nutrients {
  /// What was eaten or drunk of a metric, in tenths of its unit; water in tenths of an ounce.
  public func amount(of metric: NutritionMetric) -> UInt32 {
    switch metric {
    case .energy: lanes[0]
    case .protein: lanes[1]
    case .carbohydrate: lanes[2]
    case .fat: lanes[3]
    case .fiber: lanes[4]
    case .water: lanes[7]
    }
  }
}

extension WaterAmount {
  /// NUT-5: a tenth of an ounce is 2.95735 mL, which is a whole number of these.
  static var hundredMillionthLitersPerTenthOunce: UInt64 { 295_735 }

  /// NUT-6: the fewest tenths of an ounce that are at least that many milliliters.
  public static func tenthOunces(reaching milliliters: UInt32) -> UInt32 {
    let unit = hundredMillionthLitersPerTenthOunce
    return UInt32((UInt64(milliliters) * 100_000 + unit - 1) / unit)
  }
}

/// NUT-6: the bounds that meet one person's nutrition day, ready for the fold: three lower bounds
/// and the width of the energy band. No amount meets a band of zero width.
public struct NutritionDayBounds: BitwiseCopyable, Hashable, Sendable {
  /// The day, counted from the scope's first; -1 for none.
  public var day: Int32 = -1
  public var energyLeast: UInt32 = 0
  public var energyWidth: UInt32 = 0
  public var proteinLeast: UInt32 = 0
  public var waterLeast: UInt32 = 0

  public init() {}

  public init(_ target: NutritionTarget, day: Int) {
    self.day = Int32(day)
    let energy = UInt64(target.energyTenthKilocalories)
    guard energy > 0, target.proteinTenthGrams > 0, target.waterMilliliters > 0 else { return }
    energyLeast = UInt32((energy * 95 + 99) / 100)
    energyWidth = UInt32(clamping: energy * 105 / 100) - energyLeast + 1
    proteinLeast = target.proteinTenthGrams
    waterLeast = WaterAmount.tenthOunces(reaching: target.waterMilliliters)
  }

  @inlinable public func isMet(by eaten: Nutrients) -> Bool {
    eaten.lanes[0] &- energyLeast < energyWidth && eaten.lanes[1] >= proteinLeast
      && eaten.lanes[7] >= waterLeast
  }
}
