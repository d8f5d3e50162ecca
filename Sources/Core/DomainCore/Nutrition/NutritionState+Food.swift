// Nutrition, food: folds and queries of what was eaten and drunk.

public import Base
public import Chronology

// NUT-10: single meals and drinks. Sums, colors, points and goals follow as if each had always been
// what it is now.
extension NutritionState {
  /// The index of an entry, deleted or not. O(entries), the last first.
  func foodPlace(of entity: Entity) -> Int? {
    guard entity != .none else { return nil }
    var place = food.count - 1
    while place >= 0 {
      if food[place].entity == entity { return place }
      place -= 1
    }
    return nil
  }

  /// Stores what was just logged.
  @inlinable @inline(__always)
  mutating func keepFood(_ fact: Fact, day: Int, isWater: Bool) {
    food.append(FoodEntry(logged: fact, day: day, isWater: isWater))
  }

  mutating func applyFood(
    _ code: NutritionCode, _ fact: Fact, _ shared: inout SharedState,
    _ families: borrowing FamiliesState, _ schedule: inout ScheduleState,
    _ goals: borrowing GoalsState
  ) -> Effect {
    guard let place = foodPlace(of: fact.entity), !food[place].isDeleted,
      food[place].person == fact.subject
    else { return .superseded }
    switch code {
    case .foodChanged:
      guard shared.write(fact, to: FieldKey(fact.kind, of: fact.entity)) else { return .superseded }
      changeFood(place, &shared, families, &schedule, goals) { $0.say(fact.payload) }
    case .foodMoved:
      let time = FoodTime(fact.payload)
      guard shared.covers(time.day), time.isWellFormed,
        shared.write(fact, to: FieldKey(fact.kind, of: fact.entity))
      else { return .superseded }
      let day = shared.index(of: time.day)
      for portion in portions(of: place) {
        changeFood(portion, &shared, families, &schedule, goals) {
          $0.move(to: time, dayIndex: day)
        }
      }
    case .foodTextSet:
      guard let field = FoodTextChange(fact.payload).field,
        shared.write(fact, to: FieldKey(fact.kind, of: fact.entity, detail: UInt64(field.rawValue)))
      else { return .superseded }
    case .foodDeleted:
      // Deletion wins: later and concurrent changes find the entry deleted.
      for portion in portions(of: place) where !food[portion].isDeleted {
        shared.accountEnd(of: food[portion].entity, fact.kind)
        changeFood(portion, &shared, families, &schedule, goals) { $0.isDeleted = true }
      }
    // None of these changes an entry.
    case .mealLogged, .favoriteMealSet, .waterLogged, .waterImported, .photoAnalyzed,
      .nutritionOverrideSet, .nutritionTemplateCreated, .nutritionTemplateValueSet,
      .nutritionTemplateDeleted, .nutritionTemplateApplied, .nutritionTemplateEnded,
      .nutritionTemplateNameSet:
      return .superseded
    }
    return .changed
  }

  /// TRN-7: the first row of a sample counts, on however many devices the store is read.
  mutating func importWater(
    _ fact: Fact, _ shared: inout SharedState, _ families: borrowing FamiliesState,
    _ schedule: inout ScheduleState, _ goals: borrowing GoalsState
  ) -> Effect {
    let water = ImportedWater(sample: fact.entity, fact.payload)
    let key = FieldKey(.waterImported, of: fact.entity, detail: UInt64(fact.subject.index))
    guard shared.covers(water.day), shared.registers[key] == nil, shared.write(fact, to: key) else {
      return .superseded
    }
    let day = shared.index(of: water.day)
    var entry = FoodEntry(logged: fact, day: day, isWater: true)
    entry.payload = water.water.payload
    entry.minute = water.minuteOfDay
    food.append(entry)
    count(entry, 1, &shared)
    judgeFoodDay(day, of: fact.subject, &shared, families, &schedule, goals)
    return .changed
  }

  /// The portions that a change is about: all of a meal, or one further portion of it.
  private func portions(of place: Int) -> Range<Int> {
    let first = food[place]
    var end = place + 1
    if first.isWater || first.isContinuation { return place..<end }
    // A meal's portions are one transaction, so they are consecutive in the log.
    while end < food.count, food[end].isContinuation,
      food[end].person == first.person, food[end].isSaid(with: first)
    {
      end += 1
    }
    return place..<end
  }

  /// Subtracts an entry from its day, changes it, and adds it to the day that it has then.
  private mutating func changeFood(
    _ place: Int, _ shared: inout SharedState,
    _ families: borrowing FamiliesState, _ schedule: inout ScheduleState,
    _ goals: borrowing GoalsState,
    _ change: (inout FoodEntry) -> Void
  ) {
    let before = food[place]
    count(before, -1, &shared)
    change(&food[place])
    let after = food[place]
    if !after.isDeleted { count(after, 1, &shared) }
    judgeFoodDay(Int(before.dayIndex), of: after.person, &shared, families, &schedule, goals)
    if after.dayIndex != before.dayIndex {
      judgeFoodDay(Int(after.dayIndex), of: after.person, &shared, families, &schedule, goals)
    }
  }

  private mutating func judgeFoodDay(
    _ day: Int, of person: MemberHandle, _ shared: inout SharedState,
    _ families: borrowing FamiliesState, _ schedule: inout ScheduleState,
    _ goals: borrowing GoalsState
  ) {
    judgeFoodDay(
      day, row: day * shared.memberCapacity + Int(person.index), of: person, &shared, families,
      &schedule, goals)
  }

  private mutating func count(_ entry: FoodEntry, _ sign: Int, _ shared: inout SharedState) {
    let row = Int(entry.dayIndex) * shared.memberCapacity + Int(entry.person.index)
    let nutrients = entry.nutrients(by: FoodTable.rows)
    if sign > 0 {
      shared.personDays[row].nutrients += nutrients
    } else {
      shared.personDays[row].nutrients.lanes &-= nutrients.lanes
    }
    func counted(_ count: UInt16) -> UInt16 {
      sign > 0 ? (count < .max ? count + 1 : count) : (count > 0 ? count - 1 : 0)
    }
    if entry.isWater {
      shared.personDays[row].waters = counted(shared.personDays[row].waters)
    } else if !entry.isContinuation {
      let kind = Int(MealPortion(entry.payload).kind.rawValue)
      shared.personDays[row].meals[kind] = counted(shared.personDays[row].meals[kind])
    }
  }
}

extension FoodEntry {
  /// Replaces the payload but keeps whether it is a further portion of a meal.
  mutating func say(_ payload: Payload) {
    if isWater {
      self.payload = payload
      minute = WaterAmount(payload).minuteOfDay
    } else {
      var meal = MealPortion(payload)
      meal.isContinuation = isContinuation
      self.payload = meal.payload
    }
  }

  mutating func move(to time: FoodTime, dayIndex: Int) {
    self.dayIndex = Int16(truncatingIfNeeded: dayIndex)
    minute = time.minuteOfDay ?? Self.noMinute
  }

  /// Whether both come from the same site.
  func isSaid(with first: FoodEntry) -> Bool { entity.raw >> 32 == first.entity.raw >> 32 }
}

// MARK: Reading

extension NutritionState {
  /// NUT-10: what a person ate and drank from one day through another, without deleted entries: by
  /// day, then by time, and without a time in the order of logging. O(entries of the scope).
  public func food(
    of person: MemberHandle, from first: LocalDay, through last: LocalDay,
    _ shared: borrowing SharedState
  ) -> [FoodEntry] {
    let (from, through) = (shared.index(of: first), shared.index(of: last))
    var found: [FoodEntry] = []
    for place in 0..<food.count {
      let entry = food[place]
      if entry.person == person, !entry.isDeleted, Int(entry.dayIndex) >= from,
        Int(entry.dayIndex) <= through
      {
        found.append(entry)
      }
    }
    // The sort is not stable, so the index breaks ties.
    return found.enumerated().sorted {
      ($0.element.dayIndex, $0.element.minute, $0.offset)
        < ($1.element.dayIndex, $1.element.minute, $1.offset)
    }.map(\.element)
  }

  /// NUT-10: an entry, deleted or not.
  public func foodEntry(_ entity: Entity) -> FoodEntry? {
    foodPlace(of: entity).map { food[$0] }
  }

  /// NUT-10: the day that an entry counts for.
  public func day(of entry: FoodEntry, _ shared: borrowing SharedState) -> LocalDay {
    shared.firstDay.adding(days: Int(entry.dayIndex))
  }

  /// NUT-5: a text of an entry.
  public func text(
    _ field: FoodText, of entry: FoodEntry, _ shared: borrowing SharedState
  ) -> TextHandle {
    let key = FieldKey(.foodTextSet, of: entry.entity, detail: UInt64(field.rawValue))
    guard let set = shared.registers[key] else { return .empty }
    return FoodTextChange(set.value).text
  }
}

extension NutritionState {
  /// NUT-5: the sodium, vitamins and minerals of what a person ate on a day, computed on request.
  /// O(entries of the scope).
  public func micronutrients(
    of person: MemberHandle, on day: LocalDay, _ shared: borrowing SharedState
  ) -> MicronutrientSum {
    var sum = MicronutrientSum()
    let index = shared.index(of: day)
    for place in 0..<food.count {
      let entry = food[place]
      guard entry.person == person, !entry.isDeleted, Int(entry.dayIndex) == index,
        let meal = entry.meal
      else { continue }
      sum += meal.micronutrients
    }
    return sum
  }
}
