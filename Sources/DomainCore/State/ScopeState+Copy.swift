import Base
import Chronology

extension ScopeState {
  /// The same state in memory of its own: what a device folds its pending operations into.
  /// O(bytes).
  public func copy() -> ScopeState {
    var copy = ScopeState(members: members, firstDay: firstDay, dayCapacity: 64)
    copy.habits = habits.copy()
    copy.streaks = streaks.copy()
    copy.slotByEntity = slotByEntity.copy()
    copy.doneDays = doneDays.copy()
    copy.cells = cells.copy()
    copy.habitCapacity = habitCapacity
    copy.personDays = personDays.copy()
    copy.memberCapacity = memberCapacity
    copy.favourites = favourites.copy()
    copy.registers = registers.copy()
    copy.families = families.copy()
    copy.nutrition = nutrition.copy()
    copy.training = training.copy()
    copy.academics = academics.copy()
    copy.schedule = schedule.copy()
    copy.calendar = calendar.copy()
    copy.goals = goals.copy()
    copy.rewards = rewards.copy()
    copy.group = group.copy()
    copy.digestStored = digestStored
    return copy
  }
}
