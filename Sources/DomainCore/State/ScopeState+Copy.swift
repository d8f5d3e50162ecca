import Base
import Chronology

extension ScopeState {
  /// The same state in memory of its own: what a device folds its pending operations into.
  /// O(bytes).
  public func copy() -> ScopeState { ScopeState(copying: self) }

  private init(copying other: borrowing ScopeState) {
    firstDay = other.firstDay
    members = other.members.copy()
    habits = other.habits.copy()
    streaks = other.streaks.copy()
    slotByEntity = other.slotByEntity.copy()
    doneDays = other.doneDays.copy()
    cells = other.cells.copy()
    habitCapacity = other.habitCapacity
    personDays = other.personDays.copy()
    memberCapacity = other.memberCapacity
    favourites = other.favourites.copy()
    registers = other.registers.copy()
    families = other.families.copy()
    nutrition = other.nutrition.copy()
    training = other.training.copy()
    academics = other.academics.copy()
    schedule = other.schedule.copy()
    calendar = other.calendar.copy()
    goals = other.goals.copy()
    rewards = other.rewards.copy()
    group = other.group.copy()
    digestStored = other.digestStored
    foodRows = other.foodRows
  }
}
