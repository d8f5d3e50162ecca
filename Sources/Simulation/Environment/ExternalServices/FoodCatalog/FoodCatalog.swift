import Base
public import Chronology

/// NUT-9: the food table and the menus of dining halls, as a service outside serves them.
///
/// What is on the menu is a pure function of the hall, the day and the catalogue's number, so any
/// two who ask are told the same. Whether it can be reached is for the caller to say.
public struct FoodCatalog: BitwiseCopyable, Hashable, Sendable {
  /// Something that can be eaten, by its row in the food table, with what one serving costs.
  public struct Dish: BitwiseCopyable, Hashable, Sendable {
    public var food: UInt16
    public var quarterServings: UInt16
  }

  /// What a hall serves on a day.
  public struct Menu: Hashable, Sendable {
    public var hall: UInt16
    public var day: LocalDay
    /// Which edition of the food table the dishes are rows of.
    public var version: UInt32
    public var dishes: [Dish]

    /// A menu can be served from a cache on its own day only.
    public func isValid(on day: LocalDay) -> Bool { self.day == day }
  }

  /// What the catalogue says, or that it says nothing.
  public enum Response<Value: Hashable & Sendable>: Hashable, Sendable {
    case found(Value)
    case unknown
    case unreachable
  }

  /// Tells one catalogue from another.
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
    // Walks the table and takes each food with the chance that leaves the right number over.
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

/// NUT-9: which edition of the food table a catalogue serves.
public struct FoodTableEdition: BitwiseCopyable, Hashable, Sendable {
  public var version: UInt32
  public var foodCount: UInt16
}
