import Chronology
import Environment
import DomainCore

// What an app has as a client of the food catalog and of the photo analysis.

extension DiningMenu {
  /// NUT-9: a complete menu; its names and contents come from the food table.
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
