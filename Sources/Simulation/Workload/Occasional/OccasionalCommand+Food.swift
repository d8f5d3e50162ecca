import Base
import Chronology
import DomainCore

// Corrections of a day's recorded food.
extension OccasionalCommand {
  func foodCommands(_ state: borrowing ScopeState) -> [Command] {
    let sample = draw.first | 1
    var commands: [Command] = [
      .importWater(
        ImportedWater(
          sample: sample, day: day, tenthOunces: UInt16(40 + roll(120, 1)), minuteOfDay: 600),
        of: child)
    ]
    let lately = state.nutrition.food(
      of: child, from: day.adding(days: -2), through: day, state.shared)
    guard let entry = pick(lately, 2, named: { $0.entity.raw }) else { return commands }
    let minute = UInt16(7 * 60 + roll(200, 3))
    commands += [
      .setFoodTime(
        entry.entity, of: child,
        to: FoodTime(day: state.nutrition.day(of: entry, state.shared), minuteOfDay: minute)),
      .setFoodText(isOn ? .notes : .description, entry.entity, of: child, to: text),
      .deleteFood(entry.entity, of: child),
    ]
    if let meal = entry.meal {
      var more = meal
      more.items.0 = MealItem(food: UInt16(roll(FoodTable.count, 4)), quarters: 4)
      if meal.origin.source == .table {
        commands.append(.changeMeal(entry.entity, of: child, to: more))
      }
    } else {
      let water = WaterAmount(tenthOunces: 100, source: .bottle, minuteOfDay: minute)
      commands.append(.changeWater(entry.entity, of: child, to: water))
    }
    return commands
  }
}
