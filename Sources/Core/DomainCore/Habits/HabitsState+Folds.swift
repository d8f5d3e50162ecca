// Habits: folds of habits.

import Base
public import Chronology

/// Habits, which devices decide and show through a view (`decideHabit`).
public enum HabitsArea: Area {
  public static func decide(
    _ code: HabitCode, _ fact: Fact, at place: DecisionPlace, now: Instant,
    on state: borrowing ScopeState
  ) -> Refusal? {
    code == .completionSet
      ? decideLogging(fact, on: state) ?? decideCompletion(fact, tapped: fact.tapped, on: state)
      : decideHabit(fact, at: place, on: state)
  }

  public static func fold(
    _ code: HabitCode, _ fact: Fact, committed: Instant, into state: inout ScopeState
  ) -> Effect {
    switch code {
    case .habitCreated: state.habits.createHabit(fact, &state.shared)
    case .completionSet: state.applyCompletion(fact)
    case .habitNameSet, .habitDescriptionSet, .habitCategorySet, .habitIconSet, .habitRankSet,
      .habitStartSet, .habitArchivedSet, .habitDeleted, .habitRestored:
      state.habits.changeHabit(fact, &state.shared)
    }
  }
}

extension HabitsState {
  mutating func createHabit(_ fact: Fact, _ shared: inout SharedState) -> Effect {
    guard slotByEntity[fact.identity.raw] == nil else { return .superseded }
    if rows.count == habitCapacity { widenHabits(shared) }
    slotByEntity.insert(fact.identity.raw, handle: UInt32(rows.count))
    rows.append(Habit(created: fact))
    streaks.append(StreakSummary())
    doneDays.addHabit()
    shared.digestStored.add(contribution(ofHabit: rows.count - 1))
    return .changed
  }

  /// Doubles the number of habits that every day's row of cells holds.
  private mutating func widenHabits(_ shared: borrowing SharedState) {
    let wider = max(16, habitCapacity * 2)
    var moved = FlatArray<CompletionCell>(capacity: shared.dayCapacity * wider)
    for day in 0..<shared.dayCapacity {
      moved.append(cells, day * habitCapacity..<(day + 1) * habitCapacity)
      moved.extend(to: (day + 1) * wider, repeating: CompletionCell())
    }
    cells = moved
    habitCapacity = wider
  }

  mutating func changeHabit(_ fact: Fact, _ shared: inout SharedState) -> Effect {
    guard let slot = slot(of: fact.entity) else { return .superseded }
    let (before, old) = (contribution(ofHabit: slot), rows[slot])
    guard rows[slot].take(fact) else { return .superseded }
    shared.replaced = old.version(replacedBy: fact.kind, in: rows[slot])
    shared.digestStored.remove(before)
    shared.digestStored.add(contribution(ofHabit: slot))
    return .changed
  }

  /// Covers all the fields of a habit and who wrote them.
  func contribution(ofHabit slot: Int) -> Digest128 {
    let habit = rows[slot]
    var digest = Digest128.mix(
      habit.entity.raw, UInt64(habit.owner.index), UInt64(habit.life.count),
      UInt64(FactKind.habitCreated.rawValue))
    func fold(_ version: Version, _ value: UInt64, _ day: LocalDay = LocalDay(number: 0)) {
      digest.fold(Digest128.mix(version.stamp, UInt64(version.site), value, day.packed))
    }
    fold(habit.created, 0, habit.createdDay)
    fold(habit.started.version, 0, habit.started.value)
    fold(habit.name.version, habit.name.value.packed)
    fold(habit.text.version, UInt64(habit.text.value.raw))
    fold(habit.category.version, UInt64(habit.category.value.raw))
    fold(habit.icon.version, UInt64(habit.icon.value))
    fold(habit.rank.version, UInt64(habit.rank.value))
    fold(habit.archived.version, habit.archived.value ? 1 : 0, habit.archivedDay)
    fold(habit.life.deleted, 0, habit.life.deletedDay)
    fold(habit.life.restored, 0)
    return digest
  }
}
