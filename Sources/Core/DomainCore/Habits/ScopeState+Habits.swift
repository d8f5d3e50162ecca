// Habits: folds of habits and of settings.

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
    case .habitCreated: state.createHabit(fact)
    case .completionSet: state.applyCompletion(fact)
    case .habitNameSet, .habitDescriptionSet, .habitCategorySet, .habitIconSet, .habitRankSet,
      .habitStartSet, .habitArchivedSet, .habitDeleted, .habitRestored:
      state.changeHabit(fact)
    }
  }
}

extension ScopeState {
  // MARK: Habits

  mutating func createHabit(_ fact: Fact) -> Effect {
    guard slotByEntity[fact.identity.raw] == nil else { return .superseded }
    if habits.count == habitCapacity { widenHabits() }
    slotByEntity.insert(fact.identity.raw, handle: UInt32(habits.count))
    habits.append(Habit(created: fact))
    streaks.append(StreakSummary())
    doneDays.addHabit()
    shared.digestStored.add(contribution(ofHabit: habits.count - 1))
    return .changed
  }

  /// Doubles the number of habits that every day's row of cells holds.
  private mutating func widenHabits() {
    let wider = max(16, habitCapacity * 2)
    var moved = FlatArray<CompletionCell>(capacity: dayCapacity * wider)
    for day in 0..<dayCapacity {
      moved.append(cells, day * habitCapacity..<(day + 1) * habitCapacity)
      moved.extend(to: (day + 1) * wider, repeating: CompletionCell())
    }
    cells = moved
    habitCapacity = wider
  }

  mutating func changeHabit(_ fact: Fact) -> Effect {
    guard let slot = slot(of: fact.entity) else { return .superseded }
    let (before, old) = (contribution(ofHabit: slot), habits[slot])
    guard habits[slot].take(fact) else { return .superseded }
    shared.replaced = old.version(replacedBy: fact.kind, in: habits[slot])
    shared.digestStored.remove(before)
    shared.digestStored.add(contribution(ofHabit: slot))
    return .changed
  }

  /// Covers all the fields of a habit and who wrote them.
  func contribution(ofHabit slot: Int) -> Digest128 {
    let habit = habits[slot]
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

  // MARK: Settings

  mutating func applyFavorite(_ fact: Fact) -> Effect {
    let position = Int(fact.subject.index) * Self.favoritesPerMember + Int(fact.entity.raw)
    let old = favorites[position]
    guard favorites[position].write(fact.payload, at: fact.version) else { return .superseded }
    if old.version != .never {
      shared.digestStored.remove(contribution(of: old, kind: .favoriteMealSet, position))
      if old.value != fact.payload { shared.replaced = old.version }
    }
    shared.digestStored.add(
      contribution(of: favorites[position], kind: .favoriteMealSet, position))
    return .changed
  }

  mutating func applyMayLog(_ fact: Fact) -> Effect {
    let child = Int(fact.subject.index)
    let old = shared.members[child].mayLog
    guard shared.members[child].mayLog.write(fact.payload.first != 0, at: fact.version) else {
      return .superseded
    }
    if old.version != .never {
      shared.digestStored.remove(contribution(of: asPayload(old), kind: .childMayLogSet, child))
      if old.value != shared.members[child].mayLog.value { shared.replaced = old.version }
    }
    shared.digestStored.add(
      contribution(of: asPayload(shared.members[child].mayLog), kind: .childMayLogSet, child))
    return .changed
  }

  private func asPayload(_ flag: Register<Bool>) -> Register<Payload> {
    Register(Payload(flag.value ? 1 : 0), at: flag.version)
  }

  private func contribution(
    of register: Register<Payload>, kind: FactKind, _ position: Int
  ) -> Digest128 {
    var digest = Digest128.mix(
      register.version.stamp, UInt64(register.version.site), UInt64(position),
      UInt64(kind.rawValue))
    digest.fold(Digest128.mix(register.value.first, register.value.second, 0, 0))
    return digest
  }
}
