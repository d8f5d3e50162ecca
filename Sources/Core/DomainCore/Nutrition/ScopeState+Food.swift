// Nutrition, food: folds and queries of what was eaten and drunk.

public import Base
public import Chronology

// NUT-10: single meals and drinks. Sums, colors, points and goals follow as if each had always been
// what it is now.
extension ScopeState {
  /// The index of an entry, deleted or not. O(entries), the last first.
  func foodPlace(of entity: Entity) -> Int? {
    guard entity != .none else { return nil }
    var place = nutrition.food.count - 1
    while place >= 0 {
      if nutrition.food[place].entity == entity { return place }
      place -= 1
    }
    return nil
  }

  /// Stores what was just logged.
  @inlinable @inline(__always)
  mutating func keepFood(_ fact: Fact, day: Int, isWater: Bool) {
    nutrition.food.append(FoodEntry(logged: fact, day: day, isWater: isWater))
  }

  mutating func applyFood(_ code: NutritionCode, _ fact: Fact) -> Effect {
    guard let place = foodPlace(of: fact.entity), !nutrition.food[place].isDeleted,
      nutrition.food[place].person == fact.subject
    else { return .superseded }
    switch code {
    case .foodChanged:
      guard shared.write(fact, to: FieldKey(fact.kind, of: fact.entity)) else { return .superseded }
      changeFood(place) { $0.say(fact.payload) }
    case .foodMoved:
      let time = FoodTime(fact.payload)
      guard covers(time.day), time.isWellFormed,
        shared.write(fact, to: FieldKey(fact.kind, of: fact.entity))
      else { return .superseded }
      let day = index(of: time.day)
      if day >= dayCapacity { widen(toHold: day) }
      for portion in portions(of: place) {
        changeFood(portion) { $0.move(to: time, dayIndex: day) }
      }
    case .foodTextSet:
      guard let field = FoodTextChange(fact.payload).field,
        shared.write(fact, to: FieldKey(fact.kind, of: fact.entity, detail: UInt64(field.rawValue)))
      else { return .superseded }
    case .foodDeleted:
      // Deletion wins: later and concurrent changes find the entry deleted.
      for portion in portions(of: place) where !nutrition.food[portion].isDeleted {
        shared.accountEnd(of: nutrition.food[portion].entity, fact.kind)
        changeFood(portion) { $0.isDeleted = true }
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
  mutating func importWater(_ fact: Fact) -> Effect {
    let water = ImportedWater(sample: fact.entity, fact.payload)
    let key = FieldKey(.waterImported, of: fact.entity, detail: UInt64(fact.subject.index))
    guard covers(water.day), shared.registers[key] == nil, shared.write(fact, to: key) else {
      return .superseded
    }
    let day = index(of: water.day)
    if day >= dayCapacity { widen(toHold: day) }
    var entry = FoodEntry(logged: fact, day: day, isWater: true)
    entry.payload = water.water.payload
    entry.minute = water.minuteOfDay
    nutrition.food.append(entry)
    count(entry, 1)
    judgeFoodDay(day, of: fact.subject)
    return .changed
  }

  /// The portions that a change is about: all of a meal, or one further portion of it.
  private func portions(of place: Int) -> Range<Int> {
    let first = nutrition.food[place]
    var end = place + 1
    if first.isWater || first.isContinuation { return place..<end }
    // A meal's portions are one transaction, so they are consecutive in the log.
    while end < nutrition.food.count, nutrition.food[end].isContinuation,
      nutrition.food[end].person == first.person, nutrition.food[end].isSaid(with: first)
    {
      end += 1
    }
    return place..<end
  }

  /// Subtracts an entry from its day, changes it, and adds it to the day that it has then.
  private mutating func changeFood(_ place: Int, _ change: (inout FoodEntry) -> Void) {
    let before = nutrition.food[place]
    count(before, -1)
    change(&nutrition.food[place])
    let after = nutrition.food[place]
    if !after.isDeleted { count(after, 1) }
    judgeFoodDay(Int(before.dayIndex), of: after.person)
    if after.dayIndex != before.dayIndex {
      judgeFoodDay(Int(after.dayIndex), of: after.person)
    }
  }

  private mutating func judgeFoodDay(_ day: Int, of person: MemberHandle) {
    judgeFoodDay(day, row: day * memberCapacity + Int(person.index), of: person)
  }

  private mutating func count(_ entry: FoodEntry, _ sign: Int) {
    let row = Int(entry.dayIndex) * memberCapacity + Int(entry.person.index)
    let nutrients = entry.nutrients(by: foodRows)
    if sign > 0 {
      personDays[row].nutrients += nutrients
    } else {
      personDays[row].nutrients.lanes &-= nutrients.lanes
    }
    func counted(_ count: UInt16) -> UInt16 {
      sign > 0 ? (count < .max ? count + 1 : count) : (count > 0 ? count - 1 : 0)
    }
    if entry.isWater {
      personDays[row].waters = counted(personDays[row].waters)
    } else if !entry.isContinuation {
      let kind = Int(MealPortion(entry.payload).kind.rawValue)
      personDays[row].meals[kind] = counted(personDays[row].meals[kind])
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

extension ScopeState {
  /// NUT-10: what a person ate and drank from one day through another, without deleted entries: by
  /// day, then by time, and without a time in the order of logging. O(entries of the scope).
  public func food(
    of person: MemberHandle, from first: LocalDay, through last: LocalDay
  ) -> [FoodEntry] {
    let (from, through) = (index(of: first), index(of: last))
    var found: [FoodEntry] = []
    for place in 0..<nutrition.food.count {
      let entry = nutrition.food[place]
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
    foodPlace(of: entity).map { nutrition.food[$0] }
  }

  /// NUT-10: the day that an entry counts for.
  public func day(of entry: FoodEntry) -> LocalDay { firstDay.adding(days: Int(entry.dayIndex)) }

  /// NUT-5: a text of an entry.
  public func text(_ field: FoodText, of entry: FoodEntry) -> TextHandle {
    let key = FieldKey(.foodTextSet, of: entry.entity, detail: UInt64(field.rawValue))
    guard let set = shared.registers[key] else { return .empty }
    return FoodTextChange(set.value).text
  }
}

extension ScopeState {
  /// NUT-7: counts an analyzed photo for the day of the person who requested the analysis, whatever
  /// member it is about.
  public mutating func applyPhotoAnalysis(_ fact: Fact) -> Effect {
    let day = index(of: fact.day)
    if day >= dayCapacity { widen(toHold: day) }
    let row = day * memberCapacity + Int(fact.author.index)
    if personDays[row].photos < .max { personDays[row].photos += 1 }
    shared.accountOnce(fact)
    return .changed
  }

  /// NUT-7: how many photos a person had analyzed on a day.
  public func photosAnalyzed(by person: MemberHandle, on day: LocalDay) -> Int {
    let index = index(of: day)
    return index < 0 ? 0 : Int(personDay(person, index).photos)
  }
}

extension ScopeState {
  /// NUT-5: the sodium, vitamins and minerals of what a person ate on a day, computed on request.
  /// O(entries of the scope).
  public func micronutrients(of person: MemberHandle, on day: LocalDay) -> MicronutrientSum {
    var sum = MicronutrientSum()
    let index = index(of: day)
    for place in 0..<nutrition.food.count {
      let entry = nutrition.food[place]
      guard entry.person == person, !entry.isDeleted, Int(entry.dayIndex) == index,
        let meal = entry.meal
      else { continue }
      sum += meal.micronutrients
    }
    return sum
  }
}
