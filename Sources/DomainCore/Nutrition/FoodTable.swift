/// NUT-9: the catalogue of foods that meals are made of, one serving a row.
///
/// In the product it comes from outside and is cached; here it is the cached copy. Figures are
/// rounded from common household servings and need only be plausible and fixed.
public enum FoodTable {
  /// A food with what one serving of it contains.
  public struct Food: Sendable {
    public let name: StaticString
    public let nutrients: Nutrients
  }

  /// The number of foods; handles run from 0.
  @inlinable public static var count: Int { 24 }

  /// The nutrients of a number of quarter servings of a food. O(1).
  ///
  /// Ordinary amounts are looked up, because a vector of products costs more than a cache line. Of
  /// a food that only a newer table has, nothing is known.
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
    fat: Double, fibre: Double, sugar: Double, vegetables: Double = 0
  ) -> Food {
    Food(
      name: name,
      nutrients: Nutrients(
        kilocalories: kilocalories, protein: protein, carbohydrate: carbohydrate, fat: fat,
        fibre: fibre, sugar: sugar, vegetables: vegetables))
  }

  public static let foods: [Food] = [
    food(
      "oatmeal", kilocalories: 158, protein: 6, carbohydrate: 27, fat: 3.2, fibre: 4, sugar: 1.1),
    food(
      "eggs", kilocalories: 143, protein: 12.6, carbohydrate: 0.7, fat: 9.5, fibre: 0, sugar: 0.4),
    food(
      "toast", kilocalories: 76, protein: 3.6, carbohydrate: 13, fat: 1.1, fibre: 1.9, sugar: 1.4),
    food(
      "yoghurt", kilocalories: 149, protein: 8.5, carbohydrate: 11.4, fat: 8, fibre: 0,
      sugar: 11.4),
    food("cereal", kilocalories: 147, protein: 3.4, carbohydrate: 32, fat: 1.5, fibre: 3, sugar: 9),
    food("milk", kilocalories: 122, protein: 8, carbohydrate: 12, fat: 4.8, fibre: 0, sugar: 12),
    food(
      "banana", kilocalories: 105, protein: 1.3, carbohydrate: 27, fat: 0.4, fibre: 3.1,
      sugar: 14.4, vegetables: 1),
    food(
      "apple", kilocalories: 95, protein: 0.5, carbohydrate: 25, fat: 0.3, fibre: 4.4, sugar: 19,
      vegetables: 1),
    food("chicken", kilocalories: 231, protein: 43.4, carbohydrate: 0, fat: 5, fibre: 0, sugar: 0),
    food("salmon", kilocalories: 233, protein: 25, carbohydrate: 0, fat: 14, fibre: 0, sugar: 0),
    food("beef", kilocalories: 250, protein: 26, carbohydrate: 0, fat: 16, fibre: 0, sugar: 0),
    food(
      "beans", kilocalories: 217, protein: 14.5, carbohydrate: 39, fat: 0.8, fibre: 14, sugar: 0.6),
    food(
      "tofu", kilocalories: 181, protein: 21.8, carbohydrate: 3.5, fat: 11, fibre: 2.9, sugar: 0.9),
    food(
      "rice", kilocalories: 205, protein: 4.3, carbohydrate: 45, fat: 0.4, fibre: 0.6, sugar: 0.1),
    food(
      "pasta", kilocalories: 220, protein: 8, carbohydrate: 43, fat: 1.3, fibre: 2.5, sugar: 0.8),
    food(
      "potatoes", kilocalories: 161, protein: 4.3, carbohydrate: 37, fat: 0.2, fibre: 3.8,
      sugar: 2),
    food(
      "broccoli", kilocalories: 55, protein: 3.7, carbohydrate: 11, fat: 0.6, fibre: 5.1,
      sugar: 2.2,
      vegetables: 1),
    food(
      "salad", kilocalories: 33, protein: 2.5, carbohydrate: 6.5, fat: 0.4, fibre: 2.6, sugar: 2.9,
      vegetables: 1.5),
    food(
      "carrots", kilocalories: 50, protein: 1.1, carbohydrate: 12, fat: 0.3, fibre: 3.4, sugar: 5.8,
      vegetables: 1),
    food(
      "soup", kilocalories: 134, protein: 6.8, carbohydrate: 18, fat: 3.9, fibre: 4.6, sugar: 5.1,
      vegetables: 1),
    food(
      "sandwich", kilocalories: 352, protein: 20, carbohydrate: 33, fat: 15, fibre: 2.4, sugar: 5),
    food(
      "pizza", kilocalories: 285, protein: 12, carbohydrate: 36, fat: 10, fibre: 2.5, sugar: 3.8),
    food("nuts", kilocalories: 172, protein: 5, carbohydrate: 6, fat: 15, fibre: 2.4, sugar: 1.2),
    food(
      "chocolate", kilocalories: 235, protein: 3.3, carbohydrate: 26, fat: 13, fibre: 1.5, sugar: 23
    ),
  ]
}
