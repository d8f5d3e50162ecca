public import Base
public import Chronology

/// What a fact did to the state it was applied to.
public enum Effect: UInt8, BitwiseCopyable, Sendable {
  /// It is in effect.
  case changed = 0
  /// A later write already wins, or the state is already as requested.
  case superseded = 1
}

extension ScopeState {
  /// Folds one accepted fact into the state; the order is the feed's. O(1).
  ///
  /// `committed` is when the server accepted it, for the rules that have a deadline.
  @inlinable @discardableResult
  public mutating func apply(_ fact: Fact, committed: Instant) -> Effect {
    if fact.isCoreAction { countAction(of: fact) }
    switch fact.kind {
    case .completionSet: return applyCompletion(fact)
    case .mealLogged: return applyMeal(fact)
    case .waterLogged: return applyWater(fact)
    case .wellnessSet: return shared.applyWellness(fact)
    default: return applyByArea(fact, committed: committed)
    }
  }

  /// Counts the fact for the day of its author, which makes the author active that day.
  ///
  /// A write that a later one had already overtaken counts too; otherwise the count would depend on
  /// the order of arrival.
  @inlinable @inline(__always)
  public mutating func countAction(of fact: Fact) {
    let day = index(of: fact.day)
    if day >= dayCapacity { widen(toHold: day) }
    shared.personDays[day * shared.memberCapacity + Int(fact.author.index)].actions.addClamped(1)
    shared.digestStored.add(
      Digest128.mix(UInt64(day), UInt64(fact.author.index), Self.actionDigestMark, 0))
  }

  /// Tells an action's contribution to the digest from every other kind.
  @inlinable public static var actionDigestMark: UInt64 { 0x6163_7469_6f6e }

  @inlinable @inline(__always)
  public mutating func accountInsert(_ fact: Fact, day: Int) {
    shared.digestStored.add(
      Digest128.mix(
        fact.identity.raw, fact.payload.first, fact.payload.second,
        UInt64(day) << 32 | UInt64(fact.subject.index) << 16 | UInt64(fact.kind.rawValue)))
  }

  // MARK: Inserts

  @inlinable public mutating func applyMeal(_ fact: Fact) -> Effect {
    let day = index(of: fact.day)
    let meal = MealPortion(fact.payload)
    let row = day * shared.memberCapacity + Int(fact.subject.index)
    shared.personDays[row].nutrients += meal.total(by: foodRows)
    if !meal.isContinuation { shared.personDays[row].meals[Int(meal.kind.rawValue)].addClamped(1) }
    nutrition.keepFood(fact, day: day, isWater: false)
    accountInsert(fact, day: day)
    nutrition.judgeFoodDay(
      day, row: row, of: fact.subject, &shared, families, &schedule, goals)
    notifyAreas(by: fact)
    return .changed
  }

  @inlinable public mutating func applyWater(_ fact: Fact) -> Effect {
    let day = index(of: fact.day)
    let row = day * shared.memberCapacity + Int(fact.subject.index)
    shared.personDays[row].nutrients.lanes[7] &+= UInt32(WaterAmount(fact.payload).tenthOunces)
    shared.personDays[row].waters.addClamped(1)
    nutrition.keepFood(fact, day: day, isWater: true)
    accountInsert(fact, day: day)
    nutrition.judgeFoodDay(
      day, row: row, of: fact.subject, &shared, families, &schedule, goals)
    notifyAreas(by: fact)
    return .changed
  }

  // MARK: Registers at natural keys

  @inlinable public mutating func applyCompletion(_ fact: Fact) -> Effect {
    guard let slot = slot(of: fact.entity) else { return .superseded }
    let completion = CompletionPayload(fact.payload)
    let day = index(of: completion.day)
    if day >= dayCapacity { widen(toHold: day) }
    let position = day * habits.habitCapacity + slot
    let old = habits.cells[position]
    guard old.version < fact.version else { return .superseded }
    let new = CompletionCell(
      version: fact.version, state: completion.done ? 1 : 2, source: completion.source)
    habits.cells[position] = new
    if old.isWritten { shared.digestStored.remove(contribution(of: old, fact.entity, day)) }
    shared.digestStored.add(contribution(of: new, fact.entity, day))
    if old.isDone != completion.done {
      shared.replaced = old.version
      habits.doneDays.set(slot, day, completion.done)
      let longestBefore = habits.streaks[slot].longest
      if completion.done {
        habits.streaks[slot].add(day, habit: slot, in: habits.doneDays)
      } else {
        habits.streaks[slot].remove(day, habit: slot, in: habits.doneDays)
      }
      if !completion.done || habits.streaks[slot].mayReach(by: day) {
        runsChanged(of: slot, at: day, done: completion.done, longestBefore: longestBefore)
        notifyAreas(by: fact)
      }
    }
    return .changed
  }

  @inlinable @inline(__always)
  public func contribution(of cell: CompletionCell, _ habit: Entity, _ day: Int) -> Digest128 {
    Digest128.mix(
      habit.raw, cell.stamp, UInt64(cell.site),
      UInt64(day) << 32 | UInt64(cell.source) << 16 | UInt64(cell.state) << 8
        | UInt64(FactKind.completionSet.rawValue))
  }

  /// Adds rows for days up to `day`. Amortized O(1) a day.
  public mutating func widen(toHold day: Int) {
    let old = dayCapacity
    let new = max(old * 2, (day + 16) & ~15)
    if new > habits.doneDays.dayCapacity {
      habits.doneDays = habits.doneDays.widened(dayCapacity: HabitsState.bits(forDays: new))
    }
    shared.dayCapacity = new
    habits.cells.extend(to: new * habits.habitCapacity, repeating: CompletionCell())
    shared.personDays.extend(to: new * shared.memberCapacity, repeating: PersonDay())
  }
}
