/// NUT-5: the kinds of meal.
public enum MealKind: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case breakfast = 0
  case lunch = 1
  case dinner = 2
  case snack = 3
}

/// NUT-5: one food of a meal, in quarter servings.
public struct MealItem: BitwiseCopyable, Hashable, Sendable {
  public var food: UInt16
  public var quarters: UInt16

  @inlinable public init(food: UInt16, quarters: UInt16) {
    self.food = food
    self.quarters = quarters
  }

  /// No item at all.
  @inlinable public static var none: MealItem { MealItem(food: 0, quarters: 0) }

  @inlinable public var packed: UInt64 { UInt64(quarters) << 16 | UInt64(food) }

  @inlinable public init(packed: UInt64) {
    food = UInt16(truncatingIfNeeded: packed)
    quarters = UInt16(truncatingIfNeeded: packed >> 16)
  }
}

/// NUT-5: as much of a meal as one fact holds: up to three items.
///
/// A larger meal is several facts in one transaction, all but the first marked as a continuation,
/// so that it counts as one meal. NUT-9: a meal that is not from the food table carries its own
/// nutrients (`StatedNutrients`) instead of the items.
public struct MealPortion: BitwiseCopyable, Hashable, Sendable {
  public var kind: MealKind
  public var isContinuation: Bool
  public var items: (MealItem, MealItem, MealItem)
  public var origin: MealOrigin = .table

  @inlinable public init(
    _ kind: MealKind, isContinuation: Bool = false, _ first: MealItem,
    _ second: MealItem = .none, _ third: MealItem = .none
  ) {
    self.kind = kind
    self.isContinuation = isContinuation
    items = (first, second, third)
  }

  @inlinable public init(_ payload: Payload) {
    items = (
      MealItem(packed: payload.first), MealItem(packed: payload.first >> 32),
      MealItem(packed: payload.second)
    )
    kind = MealKind(rawValue: UInt8(truncatingIfNeeded: payload.second >> 32 & 3)) ?? .snack
    isContinuation = payload.second >> 40 & 1 == 1
    origin = MealOrigin(packed: payload.second >> 41)
  }

  @inlinable public var payload: Payload {
    Payload(
      items.0.packed | items.1.packed << 32,
      items.2.packed | UInt64(kind.rawValue) << 32 | (isContinuation ? 1 << 40 : 0)
        | origin.packed << 41)
  }

  @inlinable public static func == (left: MealPortion, right: MealPortion) -> Bool {
    left.payload == right.payload
  }

  @inlinable public func hash(into hasher: inout Hasher) {
    payload.hash(into: &hasher)
  }

  /// NUT-5: the sum of the items, or the nutrients that the meal carries itself.
  @inlinable public var total: Nutrients { total(by: FoodTable.rows) }

  /// The same for callers that ask often and have the table already.
  @inlinable @inline(__always)
  public func total(by rows: UnsafePointer<Nutrients>) -> Nutrients {
    if origin.source != .table { return stated }
    var sum = FoodTable.nutrients(of: items.0, in: rows)
    sum += FoodTable.nutrients(of: items.1, in: rows)
    sum += FoodTable.nutrients(of: items.2, in: rows)
    return sum
  }

  /// Not inlined, because few meals carry their own nutrients.
  @usableFromInline @inline(never) var stated: Nutrients { StatedNutrients(items).nutrients }

  /// Whether there is at least one item and every item is a food of the catalog in a sane amount;
  /// or the meal carries nutrients of its own.
  @inlinable public var isWellFormed: Bool {
    if origin.source != .table { return StatedNutrients(items).isWellFormed }
    return isWellFormed(items.0) && isWellFormed(items.1) && isWellFormed(items.2)
      && items.0.quarters > 0
  }

  /// Why the meal cannot be logged, or nil. NUT-15: impossible nutrients have a sentence with the
  /// bounds.
  @inlinable public var refusal: Refusal? {
    if isWellFormed { return nil }
    return origin.source != .table && StatedNutrients(items).isImpossible
      ? .nutrientsOutOfRange : .amountOutOfRange
  }

  @inlinable public func isWellFormed(_ item: MealItem) -> Bool {
    Int(item.food) < FoodTable.count && item.quarters <= 80
  }
}
