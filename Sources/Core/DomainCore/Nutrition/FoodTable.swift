/// NUT-9: the catalog of foods that meals are made of, one serving a row.
///
/// In the product it comes from an external service and is cached; here it is the cached copy. The
/// numbers are rounded from common household servings and need only be plausible and fixed; `grams`
/// is the weight of such a serving.
public enum FoodTable {
  /// A food with what one serving of it contains.
  public struct Food: Sendable {
    public let name: StaticString
    public let nutrients: Nutrients
    /// NUT-5: sodium, vitamins and minerals.
    public let micronutrients: Micronutrients
  }

  /// NUT-5: the contents of a hundred grams, after USDA FoodData Central: milligrams, but
  /// micrograms of vitamins A (as retinol activity equivalents) and D.
  struct Per100 {
    var sodium: Double
    var vitaminC: Double = 0
    var vitaminD: Double = 0
    var vitaminA: Double = 0
    var calcium: Double
    var iron: Double
  }

  /// The number of foods; handles run from 0.
  @inlinable public static var count: Int { 24 }

  /// The nutrients of a number of quarter servings of a food. O(1).
  ///
  /// Ordinary amounts are looked up, because a vector of products costs more than a cache line. A
  /// food that only a newer table has counts as zero.
  @inlinable @inline(__always)
  public static func nutrients(of item: MealItem, in rows: UnsafePointer<Nutrients>) -> Nutrients {
    guard Int(item.food) < count, Int(item.quarters) <= quartersTabulated else {
      return untabulated(item, in: rows)
    }
    return rows[Int(item.food) * (quartersTabulated + 1) + Int(item.quarters)]
  }

  @usableFromInline @inline(never)
  static func untabulated(_ item: MealItem, in rows: UnsafePointer<Nutrients>) -> Nutrients {
    guard Int(item.food) < count else { return .zero }
    return rows[Int(item.food) * (quartersTabulated + 1) + 4].scaled(quarters: item.quarters)
  }

  /// The nutrients of one serving.
  public static func serving(of food: UInt16) -> Nutrients {
    nutrients(of: MealItem(food: food, quarters: 4), in: rows)
  }

  @inlinable public static var quartersTabulated: Int { 8 }

  /// Every food in 0 to 8 quarter servings, in memory that is never freed.
  public nonisolated(unsafe) static let rows: UnsafePointer<Nutrients> = {
    precondition(foods.count == count)
    let stride = quartersTabulated + 1
    let rows = UnsafeMutablePointer<Nutrients>.allocate(capacity: foods.count * stride)
    for (index, food) in foods.enumerated() {
      for quarters in 0..<stride {
        (rows + index * stride + quarters).initialize(
          to: food.nutrients.scaled(quarters: UInt16(quarters)))
      }
    }
    return UnsafePointer(rows)
  }()

  private static func food(
    _ name: StaticString, kilocalories: Double, protein: Double, carbohydrate: Double,
    fat: Double, fiber: Double, sugar: Double, vegetables: Double = 0, grams: Double,
    _ per100: Per100
  ) -> Food {
    Food(
      name: name,
      nutrients: Nutrients(
        kilocalories: kilocalories, protein: protein, carbohydrate: carbohydrate, fat: fat,
        fiber: fiber, sugar: sugar, vegetables: vegetables),
      micronutrients: Micronutrients(inGrams: grams, per100: per100))
  }

  public static let foods: [Food] = [
    food(
      "oatmeal", kilocalories: 158, protein: 6, carbohydrate: 27, fat: 3.2, fiber: 4, sugar: 1.1,
      grams: 234, Per100(sodium: 4, calcium: 9, iron: 0.9)),
    food(
      "eggs", kilocalories: 143, protein: 12.6, carbohydrate: 0.7, fat: 9.5, fiber: 0, sugar: 0.4,
      grams: 100, Per100(sodium: 142, vitaminD: 2, vitaminA: 160, calcium: 56, iron: 1.75)),
    food(
      "toast", kilocalories: 76, protein: 3.6, carbohydrate: 13, fat: 1.1, fiber: 1.9, sugar: 1.4,
      grams: 30, Per100(sodium: 455, calcium: 161, iron: 2.47)),
    food(
      "yoghurt", kilocalories: 149, protein: 8.5, carbohydrate: 11.4, fat: 8, fiber: 0,
      sugar: 11.4, grams: 245,
      Per100(sodium: 46, vitaminC: 0.5, vitaminD: 0.1, vitaminA: 27, calcium: 121, iron: 0.05)),
    food(
      "cereal", kilocalories: 147, protein: 3.4, carbohydrate: 32, fat: 1.5, fiber: 3, sugar: 9,
      grams: 39,
      Per100(sodium: 571, vitaminC: 21.4, vitaminD: 3.6, vitaminA: 536, calcium: 357, iron: 16.07)),
    food(
      "milk", kilocalories: 122, protein: 8, carbohydrate: 12, fat: 4.8, fiber: 0, sugar: 12,
      grams: 244,
      Per100(sodium: 47, vitaminC: 0.2, vitaminD: 1.2, vitaminA: 55, calcium: 120, iron: 0.02)),
    food(
      "banana", kilocalories: 105, protein: 1.3, carbohydrate: 27, fat: 0.4, fiber: 3.1,
      sugar: 14.4, vegetables: 1, grams: 118,
      Per100(sodium: 1, vitaminC: 8.7, vitaminA: 3, calcium: 5, iron: 0.26)),
    food(
      "apple", kilocalories: 95, protein: 0.5, carbohydrate: 25, fat: 0.3, fiber: 4.4, sugar: 19,
      vegetables: 1, grams: 182,
      Per100(sodium: 1, vitaminC: 4.6, vitaminA: 3, calcium: 6, iron: 0.12)),
    food(
      "chicken", kilocalories: 231, protein: 43.4, carbohydrate: 0, fat: 5, fiber: 0, sugar: 0,
      grams: 140, Per100(sodium: 74, vitaminD: 0.1, vitaminA: 6, calcium: 15, iron: 1.04)),
    food(
      "salmon", kilocalories: 233, protein: 25, carbohydrate: 0, fat: 14, fiber: 0, sugar: 0,
      grams: 113,
      Per100(sodium: 61, vitaminC: 3.7, vitaminD: 13.1, vitaminA: 69, calcium: 15, iron: 0.34)),
    food(
      "beef", kilocalories: 250, protein: 26, carbohydrate: 0, fat: 16, fiber: 0, sugar: 0,
      grams: 100, Per100(sodium: 72, vitaminA: 3, calcium: 18, iron: 2.6)),
    food(
      "beans", kilocalories: 217, protein: 14.5, carbohydrate: 39, fat: 0.8, fiber: 14, sugar: 0.6,
      grams: 165, Per100(sodium: 1, calcium: 27, iron: 2.1)),
    food(
      "tofu", kilocalories: 181, protein: 21.8, carbohydrate: 3.5, fat: 11, fiber: 2.9, sugar: 0.9,
      grams: 126, Per100(sodium: 14, vitaminC: 0.2, vitaminA: 8, calcium: 683, iron: 2.66)),
    food(
      "rice", kilocalories: 205, protein: 4.3, carbohydrate: 45, fat: 0.4, fiber: 0.6, sugar: 0.1,
      grams: 158, Per100(sodium: 1, calcium: 10, iron: 1.2)),
    food(
      "pasta", kilocalories: 220, protein: 8, carbohydrate: 43, fat: 1.3, fiber: 2.5, sugar: 0.8,
      grams: 140, Per100(sodium: 1, calcium: 7, iron: 1.28)),
    food(
      "potatoes", kilocalories: 161, protein: 4.3, carbohydrate: 37, fat: 0.2, fiber: 3.8,
      sugar: 2, grams: 173,
      Per100(sodium: 10, vitaminC: 9.6, vitaminA: 1, calcium: 15, iron: 1.08)),
    food(
      "broccoli", kilocalories: 55, protein: 3.7, carbohydrate: 11, fat: 0.6, fiber: 5.1,
      sugar: 2.2,
      vegetables: 1, grams: 156,
      Per100(sodium: 41, vitaminC: 64.9, vitaminA: 77, calcium: 40, iron: 0.67)),
    food(
      "salad", kilocalories: 33, protein: 2.5, carbohydrate: 6.5, fat: 0.4, fiber: 2.6, sugar: 2.9,
      vegetables: 1.5, grams: 207,
      Per100(sodium: 26, vitaminC: 23.2, vitaminA: 57, calcium: 13, iron: 0.63)),
    food(
      "carrots", kilocalories: 50, protein: 1.1, carbohydrate: 12, fat: 0.3, fiber: 3.4, sugar: 5.8,
      vegetables: 1, grams: 122,
      Per100(sodium: 69, vitaminC: 5.9, vitaminA: 835, calcium: 33, iron: 0.3)),
    food(
      "soup", kilocalories: 134, protein: 6.8, carbohydrate: 18, fat: 3.9, fiber: 4.6, sugar: 5.1,
      vegetables: 1, grams: 245,
      Per100(sodium: 288, vitaminC: 2, vitaminA: 91, calcium: 25, iron: 0.74)),
    food(
      "sandwich", kilocalories: 352, protein: 20, carbohydrate: 33, fat: 15, fiber: 2.4, sugar: 5,
      grams: 146, Per100(sodium: 528, vitaminC: 1.9, vitaminA: 66, calcium: 89, iron: 2.22)),
    food(
      "pizza", kilocalories: 285, protein: 12, carbohydrate: 36, fat: 10, fiber: 2.5, sugar: 3.8,
      grams: 107, Per100(sodium: 598, vitaminC: 1.4, vitaminA: 69, calcium: 188, iron: 2.48)),
    food(
      "nuts", kilocalories: 172, protein: 5, carbohydrate: 6, fat: 15, fiber: 2.4, sugar: 1.2,
      grams: 29, Per100(sodium: 12, vitaminC: 0.4, calcium: 70, iron: 3.7)),
    food(
      "chocolate", kilocalories: 235, protein: 3.3, carbohydrate: 26, fat: 13, fiber: 1.5,
      sugar: 23, grams: 44, Per100(sodium: 79, vitaminA: 59, calcium: 189, iron: 2.35)),
  ]
}
