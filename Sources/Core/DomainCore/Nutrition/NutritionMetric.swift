/// NUT-6: what a day is rated by and a target can be set for.
public enum NutritionMetric: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case energy = 0
  case protein = 1
  case carbohydrate = 2
  case fat = 3
  case fiber = 4
  case water = 5

  /// NUT-6: whether too much of it misses the target as well; for the others more is fine.
  public var isBand: Bool {
    switch self {
    case .energy, .carbohydrate, .fat: true
    case .protein, .fiber, .water: false
    }
  }

  /// The most that a parent can set: far beyond what any body needs, and without overflow.
  ///
  /// In the unit of a target: tenths of a kilocalorie, tenths of a gram, milliliters.
  public var amountMax: UInt32 {
    switch self {
    case .energy: 200_000
    case .protein, .carbohydrate, .fat, .fiber, .water: 20_000
    }
  }
}
