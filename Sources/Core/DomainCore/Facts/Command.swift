public import Chronology

/// What a person wants to do, before any rule has decided whether they may.
public struct Command: BitwiseCopyable, Hashable, Sendable {
  public var kind: FactKind
  public var subject: MemberHandle
  public var entity: Entity
  public var payload: Payload

  @inlinable public init(
    _ kind: FactKind, subject: MemberHandle, entity: Entity = .none, payload: Payload = Payload()
  ) {
    self.kind = kind
    self.subject = subject
    self.entity = entity
    self.payload = payload
  }
}

// MARK: Families

extension Command {
  /// FAM-3: a parent allows a child to log for itself, or no longer.
  @inlinable public static func setChildMayLog(_ child: MemberHandle, to allowed: Bool) -> Command {
    Command(.childMayLogSet, subject: child, payload: Payload(allowed ? 1 : 0))
  }
}

// MARK: Habits

extension Command {
  /// HAB-1: creates a habit for `owner`.
  @inlinable public static func createHabit(
    for owner: MemberHandle, name: HabitName, category: TextHandle, icon: UInt16, rank: UInt32
  ) -> Command {
    let payload = HabitCreation(name: name, category: category, icon: icon, rank: rank).payload
    return Command(.habitCreated, subject: owner, payload: payload)
  }

  /// HAB-1: renames a habit.
  @inlinable public static func renameHabit(
    _ habit: Entity, of owner: MemberHandle, to name: HabitName
  ) -> Command {
    Command(.habitNameSet, subject: owner, entity: habit, payload: Payload(name.packed))
  }

  /// HAB-4: sets the first day of a habit, as an import does.
  @inlinable public static func startHabit(
    _ habit: Entity, of owner: MemberHandle, on day: LocalDay
  ) -> Command {
    setHabitField(.habitStartSet, of: habit, owner: owner, to: UInt32(bitPattern: day.number))
  }

  /// Changes one field of a habit other than its name and its lifecycle.
  @inlinable public static func setHabitField(
    _ kind: FactKind, of habit: Entity, owner: MemberHandle, to value: UInt32
  ) -> Command {
    Command(kind, subject: owner, entity: habit, payload: Payload(UInt64(value)))
  }

  /// HAB-6: moves a habit to another position in its owner's order.
  @inlinable public static func rankHabit(
    _ habit: Entity, of owner: MemberHandle, at rank: UInt32
  ) -> Command {
    setHabitField(.habitRankSet, of: habit, owner: owner, to: rank)
  }

  /// Archives a habit with its history, or restores it.
  @inlinable public static func archiveHabit(
    _ habit: Entity, of owner: MemberHandle, _ archived: Bool
  ) -> Command {
    setHabitField(.habitArchivedSet, of: habit, owner: owner, to: archived ? 1 : 0)
  }

  /// HAB-5: deletes a habit with its completions.
  @inlinable public static func deleteHabit(_ habit: Entity, of owner: MemberHandle) -> Command {
    Command(.habitDeleted, subject: owner, entity: habit)
  }

  /// HAB-8: undoes a delete.
  @inlinable public static func restoreHabit(_ habit: Entity, of owner: MemberHandle) -> Command {
    Command(.habitRestored, subject: owner, entity: habit)
  }

  /// HAB-2: sets whether a habit is done on `day`; a value, never a toggle.
  @inlinable public static func setCompletion(
    of habit: Entity, owner: MemberHandle, on day: LocalDay, done: Bool,
    source: CompletionSource = .app
  ) -> Command {
    let payload = CompletionPayload(day: day, done: done, source: source).payload
    return Command(.completionSet, subject: owner, entity: habit, payload: payload)
  }
}

// MARK: Nutrition and wellness

extension Command {
  /// NUT-5: logs a meal, or up to three more items of the meal logged just before.
  @inlinable public static func logMeal(for person: MemberHandle, _ meal: MealPortion) -> Command {
    Command(.mealLogged, subject: person, payload: meal.payload)
  }

  /// NUT-5: saves a meal in one of the slots that log it in one tap.
  @inlinable public static func setFavoriteMeal(
    for person: MemberHandle, slot: UInt8, _ meal: MealPortion
  ) -> Command {
    Command(
      .favoriteMealSet, subject: person, entity: Entity(raw: UInt64(slot)), payload: meal.payload)
  }

  /// NUT-5: logs water.
  @inlinable public static func logWater(for person: MemberHandle, _ water: WaterAmount) -> Command
  {
    Command(.waterLogged, subject: person, payload: water.payload)
  }

  /// TRN-6: logs how the person feels today; one check-in per local day, the later one wins.
  @inlinable public static func checkIn(for person: MemberHandle, _ score: WellnessScore)
    -> Command
  {
    Command(.wellnessSet, subject: person, payload: score.payload)
  }
}
