import Base
import Chronology

extension ScopeState {
  /// A deep copy of the state: what a device folds its pending operations into. O(bytes).
  public func copy() -> ScopeState { ScopeState(copying: self) }

  private init(copying other: borrowing ScopeState) {
    shared = SharedState(copying: other.shared)
    habits = other.habits.copy()
    foodRows = other.foodRows
    takeFields(of: other)
  }
}

extension ScopeState: FieldPairable {
  /// The states of the areas; the rows of days are copied by hand, because their capacity differs
  /// from copy to copy.
  public mutating func pair(with other: borrowing ScopeState, _ fields: inout some FieldVisitor) {
    fields.same(&shared.ends, other.shared.ends)
    fields.same(&shared.registers, other.shared.registers)
    fields.same(&families, other.families)
    fields.same(&nutrition, other.nutrition)
    fields.same(&training, other.training)
    fields.same(&academics, other.academics)
    fields.same(&schedule, other.schedule)
    fields.same(&calendar, other.calendar)
    fields.same(&goals, other.goals)
    fields.same(&rewards, other.rewards)
    fields.same(&group, other.group)
  }
}
