/// NUT-9: the source of a meal's nutrients.
public enum MealSource: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  /// The food table, by its foods.
  case table = 0
  /// The menu of a dining hall.
  case menu = 1
  /// NUT-7: a photo that was analyzed.
  case photo = 2
  /// A person typed it in.
  case typed = 3
}

/// NUT-9: where a meal's nutrients come from; for a menu also which hall and item, so that a screen
/// with the menu can show its name. No sum uses it.
public struct MealOrigin: BitwiseCopyable, Hashable, Sendable {
  public var source: MealSource
  public var hall: UInt8
  /// Has 13 bits; the last number, 8,191, stands for all beyond.
  public var item: UInt16

  @inlinable public init(_ source: MealSource, hall: UInt8 = 0, item: UInt16 = 0) {
    self.source = source
    self.hall = hall
    self.item = min(item, 1 << 13 - 1)
  }

  @inlinable public static var table: MealOrigin { MealOrigin(.table) }

  /// As the lower 23 bits.
  @inlinable public init(packed: UInt64) {
    source = MealSource(rawValue: UInt8(truncatingIfNeeded: packed & 3)) ?? .table
    hall = UInt8(truncatingIfNeeded: packed >> 2)
    item = UInt16(truncatingIfNeeded: packed >> 10 & 0x1fff)
  }

  @inlinable public var packed: UInt64 {
    UInt64(source.rawValue) | UInt64(hall) << 2 | UInt64(min(item, 1 << 13 - 1)) << 10
  }
}

/// NUT-9: nutrients that a meal carries itself, so that every device computes the same sum, whether
/// or not it has ever seen the menu.
///
/// They take the space of the three items of a meal from the food table. Tenths, as everywhere.
/// NUT-15: what exceeds `Nutrients.statedMost` is stated as impossible, and a meal that states it
/// is refused; nothing is clamped.
public struct StatedNutrients: BitwiseCopyable, Hashable, Sendable {
  public var nutrients: Nutrients
  /// The bits of the last word that no nutrient uses; none may be set, except that all of them say
  /// that the nutrients were impossible.
  @usableFromInline var rest: UInt32 = 0

  @inlinable public init(_ nutrients: Nutrients) {
    self.nutrients = nutrients.isStatable ? nutrients : .zero
    rest = nutrients.isStatable ? 0 : Self.restOfImpossible
  }

  @usableFromInline static var restOfImpossible: UInt32 { 0x7F }

  @inlinable public init(_ items: (MealItem, MealItem, MealItem)) {
    let low = items.0.packed | items.1.packed << 32
    let high = items.2.packed
    func cut(_ word: UInt64, _ shift: UInt64, _ bits: UInt64) -> UInt32 {
      UInt32(truncatingIfNeeded: word >> shift & ((1 << bits) - 1))
    }
    nutrients = Nutrients(
      lanes: SIMD8(
        cut(low, 0, 16), cut(low, 16, 13), cut(low, 29, 13), cut(low, 42, 13), cut(high, 0, 11),
        cut(high, 11, 13), cut(low, 55, 9) | cut(high, 24, 1) << 9, 0))
    rest = UInt32(truncatingIfNeeded: high >> 25)
  }

  /// The same words as a meal's items.
  @inlinable public var items: (MealItem, MealItem, MealItem) {
    let lanes = nutrients.lanes
    let first = UInt64(lanes[0]) | UInt64(lanes[1]) << 16 | UInt64(lanes[2]) << 29
    let low = first | UInt64(lanes[3]) << 42 | UInt64(lanes[6]) << 55
    let high = UInt64(lanes[4]) | UInt64(lanes[5]) << 11 | UInt64(lanes[6] >> 9) << 24
    return (
      MealItem(packed: low), MealItem(packed: low >> 32),
      MealItem(packed: high | UInt64(rest) << 25)
    )
  }

  /// Whether it has any nutrient, and no spare bit that a newer client may have set.
  @inlinable public var isWellFormed: Bool {
    rest == 0 && nutrients.lanes != SIMD8<UInt32>.zero
  }

  /// NUT-15: whether it states more of a nutrient than a dish has.
  @inlinable public var isImpossible: Bool {
    rest == Self.restOfImpossible
  }
}

extension MealPortion {
  /// NUT-9: a meal that carries its own nutrients.
  @inlinable public init(
    _ kind: MealKind, isContinuation: Bool = false, stating nutrients: Nutrients,
    from origin: MealOrigin
  ) {
    self.kind = kind
    self.isContinuation = isContinuation
    items = StatedNutrients(nutrients).items
    // The food table has items and no nutrients of its own, so it cannot be the origin here.
    self.origin = origin.source == .table ? MealOrigin(.typed) : origin
  }
}
