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

  /// Negative numbers and NaN count as zero, and the maximum is far beyond what anyone eats.
  public init(
    kilocalories: Double, protein: Double, carbohydrate: Double, fat: Double, fiber: Double,
    sugar: Double, vegetables: Double
  ) {
    let values = [kilocalories, protein, carbohydrate, fat, fiber, sugar, vegetables]
    lanes = .zero
    for (index, value) in values.enumerated() {
      // Adding a half and truncating rounds without the C library.
      let tenths = value * 10 + 0.5
      lanes[index] = tenths > 0 ? UInt32(min(tenths, 1_000_000_000)) : 0
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
