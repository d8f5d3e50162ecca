import Base
public import Chronology

/// NUT-9: the food table and the menus of dining halls, as an external service provides them.
///
/// A menu is a pure function of the hall, the day and the catalog's number, so all clients get the
/// same one. The caller decides whether the service is reachable.
public struct FoodCatalog: BitwiseCopyable, Hashable, Sendable {
  /// A dish: its row in the food table, and the size of one serving in quarters.
  public struct Dish: BitwiseCopyable, Hashable, Sendable {
    public var food: UInt16
    public var quarterServings: UInt16
  }

  /// The menu of a hall on a day.
  public struct Menu: Hashable, Sendable {
    public var hall: UInt16
    public var day: LocalDay
    /// The edition of the food table that the rows refer to.
    public var version: UInt32
    public var dishes: [Dish]

    /// A cached menu is valid on its own day only.
    public func isValid(on day: LocalDay) -> Bool { self.day == day }
  }

  /// The catalog's response, or none.
  public enum Response<Value: Hashable & Sendable>: Hashable, Sendable {
    case found(Value)
    case unknown
    case unreachable
  }

  /// Distinguishes one catalog from another.
  public var number: UInt64
  public var foodCount: UInt16
  public var hallCount: UInt16
  public var dishesPerMenu: Int
  /// The edition of the food table; grows when rows change.
  public var version: UInt32 = 1

  public init(number: UInt64, foodCount: UInt16, hallCount: UInt16, dishesPerMenu: Int = 6) {
    precondition(foodCount > 0 && dishesPerMenu > 0 && dishesPerMenu <= Int(foodCount))
    self.number = number
    self.foodCount = foodCount
    self.hallCount = hallCount
    self.dishesPerMenu = dishesPerMenu
  }

  /// The edition of the food table and the number of its rows.
  public func foodTable(isReachable: Bool) -> Response<FoodTableEdition> {
    guard isReachable else { return .unreachable }
    return .found(FoodTableEdition(version: version, foodCount: foodCount))
  }

  /// What a hall serves on a day: different dishes, in the order of the food table.
  public func menu(of hall: UInt16, on day: LocalDay, isReachable: Bool) -> Response<Menu> {
    guard isReachable else { return .unreachable }
    guard hall < hallCount else { return .unknown }
    var wanted = dishesPerMenu
    var dishes: [Dish] = []
    // Walks the table and picks each food with the probability that leaves the right number over.
    for food in 0..<foodCount where wanted > 0 {
      let mixed = Digest128.mix(
        number, UInt64(hall), UInt64(UInt32(bitPattern: day.number)), UInt64(food)
      ).first
      let left = UInt64(foodCount - food)
      if mixed % left < UInt64(wanted) {
        wanted -= 1
        dishes.append(Dish(food: food, quarterServings: UInt16(2 + mixed >> 32 % 5)))
      }
    }
    return .found(Menu(hall: hall, day: day, version: version, dishes: dishes))
  }
}

/// NUT-9: the edition of the food table that a catalog provides.
public struct FoodTableEdition: BitwiseCopyable, Hashable, Sendable {
  public var version: UInt32
  public var foodCount: UInt16
}
