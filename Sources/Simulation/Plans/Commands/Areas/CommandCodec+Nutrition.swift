import Chronology
import DomainCore

extension CommandCodec {
  mutating func fillNutrition() throws(CommandTextError) {
    switch kind {
    case .photoAnalyzed: break
    case .nutritionOverrideSet: try fillTarget()
    case .nutritionTemplateCreated: try codeFirst("name", Fields.text)
    case .nutritionTemplateValueSet:
      try codeEntity("template")
      try fillTarget()
    case .nutritionTemplateDeleted: try codeEntity("template")
    case .nutritionTemplateApplied:
      var range = TemplateRange(sourceCommand.payload)
      try codeField("template", Fields.entity, &range.template)
      try codeField("from", Fields.day, &range.first)
      try codeField("through", Fields.day, &range.last)
      made.payload = range.payload
    case .nutritionTemplateEnded: try codeEntity("application")
    case .nutritionTemplateNameSet:
      try codeEntity("template")
      try codeFirst("name", Fields.text)
    case .mealLogged: try fillMeal()
    case .favoriteMealSet:
      try codeKey("slot", Fields.byte)
      try fillMeal()
    case .waterLogged:
      var water = WaterAmount(sourceCommand.payload)
      try codeField("ounces", Fields.tenthOunces, &water.tenthOunces)
      try codeField("from", Fields.waterSource, &water.source)
      try codeField("at", Fields.time, &water.minuteOfDay)
      made.payload = water.payload
    case .foodChanged: try fillFoodChange()
    case .foodMoved:
      try codeEntity("entry")
      var time = FoodTime(sourceCommand.payload)
      var minute = time.minuteOfDay ?? .max
      try codeField("on", Fields.day, &time.day)
      try codeField("at", Fields.time, &minute, defaultValue: .max)
      time.minuteOfDay = minute == .max ? nil : minute
      made.payload = time.payload
    case .foodTextSet:
      try codeEntity("entry")
      var change = FoodTextChange(sourceCommand.payload)
      try codeField("field", Fields.foodText, known: &change.field)
      try codeField("text", Fields.text, &change.text)
      made.payload = change.payload
    case .foodDeleted: try codeEntity("entry")
    case .waterImported:
      var water = ImportedWater(sample: sourceCommand.entity, sourceCommand.payload)
      try codeField("sample", Fields.long, &water.sample)
      try codeField("on", Fields.day, &water.day)
      try codeField("ounces", Fields.tenthOunces, &water.tenthOunces)
      try codeField("at", Fields.time, &water.minuteOfDay)
      made.entity = Entity(raw: water.sample)
      made.payload = water.payload
    default: throw Self.unrepresentable
    }
  }

  /// The new value of an entry as raw words, because only the log knows whether it is a meal or a
  /// drink.
  private mutating func fillFoodChange() throws(CommandTextError) {
    try codeEntity("entry")
    var (first, second) = (sourceCommand.payload.first, sourceCommand.payload.second)
    try codeField("first", Fields.long, &first)
    try codeField("second", Fields.long, &second, defaultValue: 0)
    made.payload = Payload(first, second)
  }

  private mutating func fillTarget() throws(CommandTextError) {
    var target = TargetAmount(sourceCommand.payload)
    let metric = try codeVariant("metric", Fields.metric, target.metric)
    target.metric = metric
    switch metric {
    case .energy: try codeField("kilocalories", Fields.tenths, &target.amount)
    case .protein, .carbohydrate, .fat, .fiber:
      try codeField("grams", Fields.tenths, &target.amount)
    case .water: try codeField("milliliters", Fields.count, &target.amount)
    }
    made.payload = target.payload
  }

  private mutating func fillMeal() throws(CommandTextError) {
    var meal = MealPortion(sourceCommand.payload)
    try codeField("meal", Fields.meal, &meal.kind)
    try codeField("continues", Fields.flag, &meal.isContinuation, defaultValue: false)
    meal.origin.source = try codeVariant("source", Fields.mealSource, meal.origin.source)
    try codeField("hall", Fields.byte, &meal.origin.hall, defaultValue: 0)
    try codeField("item", Fields.bits13, &meal.origin.item, defaultValue: 0)
    switch meal.origin.source {
    case .table:
      var foods = [meal.items.0, meal.items.1, meal.items.2]
      try codeField("foods", Fields.foods, &foods)
      foods += [.none, .none, .none]
      meal.items = (foods[0], foods[1], foods[2])
    case .menu, .photo, .typed:
      var nutrients = StatedNutrients(meal.items).nutrients
      try fill(&nutrients)
      meal.items = StatedNutrients(nutrients).items
    }
    made.payload = meal.payload
  }

  /// The largest amounts that a meal can have.
  private mutating func fill(_ nutrients: inout Nutrients) throws(CommandTextError) {
    try codeField("kilocalories", Fields.tenths16, &nutrients.lanes[0], defaultValue: 0)
    try codeField("protein", Fields.tenths13, &nutrients.lanes[1], defaultValue: 0)
    try codeField("carbohydrate", Fields.tenths13, &nutrients.lanes[2], defaultValue: 0)
    try codeField("fat", Fields.tenths13, &nutrients.lanes[3], defaultValue: 0)
    try codeField("fiber", Fields.tenths11, &nutrients.lanes[4], defaultValue: 0)
    try codeField("sugar", Fields.tenths13, &nutrients.lanes[5], defaultValue: 0)
    try codeField("vegetables", Fields.tenths10, &nutrients.lanes[6], defaultValue: 0)
  }
}
