import Chronology
import DomainCore

extension CommandForm {
  mutating func fillNutrition() throws(CommandTextError) {
    switch kind {
    case .photoAnalysed: break
    case .nutritionOverrideSet: try fillTarget()
    case .nutritionTemplateCreated: try sayFirst("name", Fields.text)
    case .nutritionTemplateValueSet:
      try sayEntity("template")
      try fillTarget()
    case .nutritionTemplateDeleted: try sayEntity("template")
    case .nutritionTemplateApplied:
      var range = TemplateRange(said.payload)
      try say("template", Fields.entity, &range.template)
      try say("from", Fields.day, &range.first)
      try say("through", Fields.day, &range.last)
      made.payload = range.payload
    case .nutritionTemplateEnded: try sayEntity("application")
    case .nutritionTemplateNameSet:
      try sayEntity("template")
      try sayFirst("name", Fields.text)
    case .mealLogged: try fillMeal()
    case .favouriteMealSet:
      try sayKey("slot", Fields.byte)
      try fillMeal()
    case .waterLogged:
      var water = WaterAmount(said.payload)
      try say("ounces", Fields.tenthOunces, &water.tenthOunces)
      try say("from", Fields.waterSource, &water.source)
      try say("at", Fields.time, &water.minuteOfDay)
      made.payload = water.payload
    case .foodChanged: try fillFoodChange()
    case .foodMoved:
      try sayEntity("entry")
      var time = FoodTime(said.payload)
      var minute = time.minuteOfDay ?? .max
      try say("on", Fields.day, &time.day)
      try say("at", Fields.time, &minute, usually: .max)
      time.minuteOfDay = minute == .max ? nil : minute
      made.payload = time.payload
    case .foodTextSet:
      try sayEntity("entry")
      var change = FoodTextChange(said.payload)
      try say("field", Fields.foodText, known: &change.field)
      try say("text", Fields.text, &change.text)
      made.payload = change.payload
    case .foodDeleted: try sayEntity("entry")
    case .waterImported:
      var water = ImportedWater(sample: said.entity, said.payload)
      try say("sample", Fields.long, &water.sample)
      try say("on", Fields.day, &water.day)
      try say("ounces", Fields.tenthOunces, &water.tenthOunces)
      try say("at", Fields.time, &water.minuteOfDay)
      made.entity = Entity(raw: water.sample)
      made.payload = water.payload
    default: throw Self.unsayable
    }
  }

  /// What an entry is now: its words, because only the log knows whether it is a meal or a drink.
  private mutating func fillFoodChange() throws(CommandTextError) {
    try sayEntity("entry")
    var (first, second) = (said.payload.first, said.payload.second)
    try say("first", Fields.long, &first)
    try say("second", Fields.long, &second, usually: 0)
    made.payload = Payload(first, second)
  }

  private mutating func fillTarget() throws(CommandTextError) {
    var target = TargetAmount(said.payload)
    let metric = try sayVariant("metric", Fields.metric, target.metric)
    target.metric = metric
    switch metric {
    case .energy: try say("kilocalories", Fields.tenths, &target.amount)
    case .protein, .carbohydrate, .fat, .fibre: try say("grams", Fields.tenths, &target.amount)
    case .water: try say("millilitres", Fields.count, &target.amount)
    }
    made.payload = target.payload
  }

  private mutating func fillMeal() throws(CommandTextError) {
    var meal = MealPortion(said.payload)
    try say("meal", Fields.meal, &meal.kind)
    try say("continues", Fields.flag, &meal.isContinuation, usually: false)
    meal.origin.source = try sayVariant("source", Fields.mealSource, meal.origin.source)
    try say("hall", Fields.byte, &meal.origin.hall, usually: 0)
    try say("item", Fields.bits13, &meal.origin.item, usually: 0)
    switch meal.origin.source {
    case .table:
      var foods = [meal.items.0, meal.items.1, meal.items.2]
      try say("foods", Fields.foods, &foods)
      foods += [.none, .none, .none]
      meal.items = (foods[0], foods[1], foods[2])
    case .menu, .photo, .typed:
      var nutrients = StatedNutrients(meal.items).nutrients
      try fill(&nutrients)
      meal.items = StatedNutrients(nutrients).items
    }
    made.payload = meal.payload
  }

  /// As much of each as a meal can state.
  private mutating func fill(_ nutrients: inout Nutrients) throws(CommandTextError) {
    try say("kilocalories", Fields.tenths16, &nutrients.lanes[0], usually: 0)
    try say("protein", Fields.tenths13, &nutrients.lanes[1], usually: 0)
    try say("carbohydrate", Fields.tenths13, &nutrients.lanes[2], usually: 0)
    try say("fat", Fields.tenths13, &nutrients.lanes[3], usually: 0)
    try say("fibre", Fields.tenths11, &nutrients.lanes[4], usually: 0)
    try say("sugar", Fields.tenths13, &nutrients.lanes[5], usually: 0)
    try say("vegetables", Fields.tenths10, &nutrients.lanes[6], usually: 0)
  }
}
