import Chronology
import Environment
import DomainCore

// What an application has as its client of the catalogue and of the analysis.

extension DiningMenu {
  /// NUT-9: a menu, complete in itself: names and contents are read off the food table once.
  init(_ menu: FoodCatalog.Menu, names: [TextHandle]) {
    self.init(
      hall: UInt8(menu.hall), day: menu.day,
      items: menu.dishes.map { dish in
        Item(
          name: names[Int(dish.food)],
          serving: FoodTable.nutrients(
            of: MealItem(food: dish.food, quarters: dish.quarterServings), in: FoodTable.rows))
      })
  }
}

extension AnalysisService.PhotoEstimate {
  var nutrients: Nutrients {
    FoodTable.nutrients(of: MealItem(food: food, quarters: quarterServings), in: FoodTable.rows)
  }
}
