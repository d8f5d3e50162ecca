public import Chronology

/// NUT-9: what a dining hall offers on a day, as its catalog lists it.
public struct DiningMenu: Hashable, Sendable {
  /// A dish, and what one serving of it contains.
  public struct Item: Hashable, Sendable {
    public var name: TextHandle
    public var serving: Nutrients

    public init(name: TextHandle, serving: Nutrients) {
      self.name = name
      self.serving = serving
    }
  }

  public var hall: UInt8
  public var day: LocalDay
  public var items: [Item]

  public init(hall: UInt8, day: LocalDay, items: [Item]) {
    self.hall = hall
    self.day = day
    self.items = items
  }

  /// NUT-9: the meal that one tap on an item logs. It carries its own nutrients, so the fold needs
  /// no menu. An item that the menu does not have gives an empty meal, which is refused.
  public func meal(_ kind: MealKind, item: Int, quarters: UInt16 = 4) -> MealPortion {
    let serving = items.indices.contains(item) ? items[item].serving : .zero
    // Impossible servings stay impossible; products of others do not overflow.
    let stated = serving.isStatable ? serving.scaled(quarters: quarters) : serving
    return MealPortion(
      kind, stating: stated,
      from: MealOrigin(.menu, hall: hall, item: UInt16(clamping: item)))
  }
}

/// NUT-9: the menus that a device has fetched, each until its day is over.
///
/// A menu that is missing because the catalog cannot be reached only removes its own buttons: no
/// rule needs a menu when a meal is logged.
public struct MenuCache: Sendable {
  private var menus: [DiningMenu] = []

  public init() {}

  public var count: Int { menus.count }

  /// Replaces the menu of the same hall and day, and drops those of past days.
  public mutating func take(_ menu: DiningMenu, today: LocalDay) {
    menus.removeAll { $0.day < today || ($0.hall == menu.hall && $0.day == menu.day) }
    if menu.day >= today { menus.append(menu) }
  }

  /// The menu of a hall on a day, if it was fetched.
  public func menu(of hall: UInt8, on day: LocalDay) -> DiningMenu? {
    menus.first { $0.hall == hall && $0.day == day }
  }
}
