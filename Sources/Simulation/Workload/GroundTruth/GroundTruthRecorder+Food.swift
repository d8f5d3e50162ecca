import Base
import Chronology
import DomainCore
import SyncCore
import SimulatedWorld

// NUT-10: an edit of a meal or drink counts for the day that it is about.
extension GroundTruthRecorder {
  mutating func foodChanged(_ happening: SimulationEvent, _ world: borrowing World) {
    let fact = happening.fact
    guard let subject = person(fact.subject, besides: happening.person, world) else { return }
    if fact.kind == .waterImported {
      let water = ImportedWater(sample: fact.entity, fact.payload)
      let day = Int(water.day.number) - Int(firstDay.number)
      return change(subject, day) { $0.truth.add(water.water, 1) }
    }
    // The server's value at the time of the edit. Of two pending edits the first is subtracted
    // twice, which matters only for a person who is offline for a day.
    let household = world.directory.people[happening.person].household
    let scope = Int(world.directory.households[household].scope)
    guard let entry = world.backend.server.scopes[scope].state.nutrition.foodEntry(fact.entity),
      !entry.isDeleted
    else { return }
    let day =
      Int(
        world.backend.server.scopes[scope].state.nutrition.day(
          of: entry, world.backend.server.scopes[scope].state.shared
        ).number) - Int(firstDay.number)
    var after = entry
    if fact.kind == .foodChanged { after.payload = fact.payload }
    let moved =
      fact.kind == .foodMoved
      ? Int(FoodTime(fact.payload).day.number) - Int(firstDay.number) : day
    change(subject, day) { $0.truth.add(entry, -1) }
    if fact.kind != .foodDeleted { change(subject, moved) { $0.truth.add(after, 1) } }
  }
}

extension PersonDayRecord.Side {
  fileprivate mutating func add(_ entry: FoodEntry, _ sign: Int) {
    if let water = entry.water { return add(water, sign) }
    guard let meal = entry.meal else { return }
    if !meal.isContinuation { meals = Self.changed(meals, 1, sign) }
    tenthKilocalories = Self.changed(tenthKilocalories, meal.total.tenthKilocalories, sign)
  }

  fileprivate mutating func add(_ water: WaterAmount, _ sign: Int) {
    waters = Self.changed(waters, 1, sign)
    waterTenthOunces = Self.changed(
      waterTenthOunces, .init(clamping: water.tenthOunces), sign)
  }

  private static func changed<Count: FixedWidthInteger & UnsignedInteger>(
    _ count: Count, _ amount: Count, _ sign: Int
  ) -> Count {
    var count = count
    if sign > 0 { count.addClamped(amount) } else { count -= min(count, amount) }
    return count
  }
}
