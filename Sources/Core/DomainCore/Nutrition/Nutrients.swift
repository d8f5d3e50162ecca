/// The contents of food, in fixed-point lanes so that sums are exact in any order.
///
/// Tenths: of a kilocalorie, of a gram, of a portion of vegetables or fruit. The eighth lane is
/// water, so that one addition covers anything eaten or drunk.
public struct Nutrients: BitwiseCopyable, Hashable, Sendable {
  public var lanes: SIMD8<UInt32>

  @inlinable public init(lanes: SIMD8<UInt32>) {
    self.lanes = lanes
  }

  @inlinable public static var zero: Nutrients { Nutrients(lanes: .zero) }

  /// NUT-15: the most that one dish states, in tenths: as much as one fact has space for
  /// (`StatedNutrients`), which is more than any dish has.
  ///
  /// - 6,553.5 kcal: what the most active adult needs in two days, or 728 g of pure fat.
  /// - 819.1 g each of protein, carbohydrate, fat and sugar: a kilogram of flour has 760 g of
  ///   carbohydrate, and no single portion has more of anything.
  /// - 204.7 g of fiber: five days' worth, in half a kilogram of pure bran.
  /// - 102.3 portions of vegetables: eight kilograms.
  ///
  /// A family's pot is several portions.
  public static let statedMost = SIMD8<UInt32>(
    65_535, 8_191, 8_191, 8_191, 2_047, 8_191, 1_023, 0)

  /// What stands for a number that is no amount: it is beyond every bound, and so refused.
  @inlinable static var impossible: UInt32 { .max }

  /// NUT-15: whether one dish can state it. Nothing is changed to fit.
  @inlinable public var isStatable: Bool { all(lanes .<= Self.statedMost) }

  /// NUT-15: a negative number, NaN or one beyond all bounds becomes no other number: a meal that
  /// states it is refused.
  public init(
    kilocalories: Double, protein: Double, carbohydrate: Double, fat: Double, fiber: Double,
    sugar: Double, vegetables: Double
  ) {
    let values = [kilocalories, protein, carbohydrate, fat, fiber, sugar, vegetables]
    lanes = .zero
    for (index, value) in values.enumerated() {
      // Adding a half and truncating rounds without the C library.
      let tenths = value * 10 + 0.5
      lanes[index] = value >= 0 && tenths < 1_000_000_000 ? UInt32(tenths) : Self.impossible
    }
  }

  public var tenthKilocalories: UInt32 { lanes[0] }
  public var proteinTenthGrams: UInt32 { lanes[1] }
  public var carbohydrateTenthGrams: UInt32 { lanes[2] }
  public var fatTenthGrams: UInt32 { lanes[3] }
  public var fiberTenthGrams: UInt32 { lanes[4] }
  public var sugarTenthGrams: UInt32 { lanes[5] }
  public var vegetableTenthPortions: UInt32 { lanes[6] }
  public var waterTenthOunces: UInt32 { lanes[7] }

  @inlinable public static func += (total: inout Nutrients, more: Nutrients) {
    total.lanes &+= more.lanes
  }

  /// The nutrients of a number of quarter servings, each lane rounded down.
  @inline(__always) @inlinable public func scaled(quarters: UInt16) -> Nutrients {
    Nutrients(lanes: (lanes &* UInt32(quarters)) &>> 2)
  }
}
