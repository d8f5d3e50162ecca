public import Chronology
public import DomainCore
import SyncCore

/// HAB-1: a habit as a list shows it.
public struct HabitView: Hashable, Sendable {
  public let id: HabitID
  /// The typed name; `shownName` adds the number that distinguishes two of the same name.
  public let name: String
  public let shownName: String
  public let isDoneToday: Bool
  public let streak: Int
}

// MARK: Actions

extension Action where Made == HabitID {
  /// HAB-1, HAB-10: creates a habit at the end of its owner's list, whatever was deleted or
  /// archived before.
  public static func createHabit(
    _ name: String, for owner: MemberID, category: String = "", icon: UInt16 = 0
  ) -> Action {
    Action(
      making: HabitID.init(entity:),
      all: { draft throws(Refusal) in
        let owner = try draft.handle(of: owner)
        var order = HabitOrder(of: owner, in: draft.state.pointee)
        let creation = Command.createHabit(
          for: owner, name: draft.texts.habitName(name), category: draft.label(category),
          icon: icon, rank: order.rankOfNew)
        return [creation] + order.makingRoom(of: owner)
      })
  }
}

extension Action where Made == Void {
  /// HAB-2: sets whether a habit is done on a day, by default today: a value, never a toggle, so a
  /// second tap changes nothing.
  public static func mark(_ habit: HabitID, done: Bool = true, on day: LocalDay? = nil) -> Action {
    change(habit) { draft, owner in
      .setCompletion(of: habit.entity, owner: owner, on: day ?? draft.today, done: done)
    }
  }

  /// HAB-1: renames a habit.
  public static func rename(_ habit: HabitID, to name: String) -> Action {
    change(habit) { draft, owner in
      .renameHabit(habit.entity, of: owner, to: draft.texts.habitName(name))
    }
  }

  /// Archives a habit with its history, or restores it.
  public static func archive(_ habit: HabitID, _ archived: Bool = true) -> Action {
    change(habit) { _, owner in .archiveHabit(habit.entity, of: owner, archived) }
  }

  /// HAB-5: deletes a habit with its completions; HAB-8: it can be restored for ten minutes.
  public static func delete(_ habit: HabitID) -> Action {
    change(habit) { _, owner in .deleteHabit(habit.entity, of: owner) }
  }

  /// HAB-8: undoes a deletion.
  public static func restore(_ habit: HabitID) -> Action {
    change(habit) { _, owner in .restoreHabit(habit.entity, of: owner) }
  }

  private static func change(
    _ habit: HabitID, _ command: @escaping (ActionContext, MemberHandle) -> Command
  ) -> Action {
    Action { draft throws(Refusal) in
      guard let slot = draft.state.pointee.slot(of: habit.entity) else { throw .habitUnknown }
      return command(draft, draft.state.pointee.habitAt(slot).owner)
    }
  }
}

// MARK: Queries

extension Session where Storage: ~Copyable {
  /// HAB-6: a person's habits in the order of their list; none without read access.
  public func habits(of owner: MemberID, archived: Bool = false) -> [HabitView] {
    guard let (state, owner) = reading(.diary, of: owner) else { return [] }
    let day = today
    let shownNames = state.pointee.habits.shownNames(of: owner, in: texts)
    return state.pointee.habits.habitsInOrder(of: owner, archived: archived).map { slot in
      let habit = state.pointee.habitAt(slot)
      let name = texts.text(of: habit.name.value.text)
      return HabitView(
        id: HabitID(entity: habit.entity), name: name,
        shownName: shownNames.first { $0.slot == slot }?.name ?? name,
        isDoneToday: replica.isDone(habit.entity, on: day),
        streak: state.pointee.streak(slot, asOf: day))
    }
  }

  /// HAB-4: days in a row up to today, or nil for a missing habit or without read access.
  public func streak(of habit: HabitID) -> Int? {
    slot(of: habit).map { $0.state.pointee.streak($0.slot, asOf: today) }
  }

  /// HAB-4: the statistics on the history screen of a habit.
  public func statistics(of habit: HabitID) -> HabitStatistics? {
    slot(of: habit).map {
      $0.state.pointee.habits.statistics($0.slot, asOf: today, $0.state.pointee.shared)
    }
  }

  /// HAB-10: how many days of a period were done, of those from the habit's first day through
  /// today; nil for a missing habit or without read access.
  public func success(
    of habit: HabitID, from first: LocalDay, through last: LocalDay
  ) -> HabitStatistics.Success? {
    slot(of: habit).map {
      $0.state.pointee.habits.success(
        $0.slot, from: first.plausible, through: min(last.plausible, today),
        $0.state.pointee.shared)
    }
  }

  /// HAB-2: whether a habit shows as done on a day.
  public func isDone(_ habit: HabitID, on day: LocalDay) -> Bool? {
    slot(of: habit).map { _ in replica.isDone(habit.entity, on: day) }
  }

  private func slot(of habit: HabitID) -> (state: UnsafePointer<ScopeState>, slot: Int)? {
    let state = shown
    guard let slot = state.pointee.slot(of: habit.entity) else { return nil }
    let habit = state.pointee.habitAt(slot)
    let owner = MemberID(habit.owner, in: state.pointee)
    guard habit.life.isAlive, reading(.diary, of: owner) != nil else { return nil }
    return (state, slot)
  }
}
