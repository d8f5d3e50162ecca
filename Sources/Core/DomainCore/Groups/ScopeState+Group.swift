// Groups: an empty group, before it is founded.

import Base
public import Chronology

extension ScopeState {
  /// An empty group; its first fact founds it.
  ///
  /// Its days start on the Monday before last, so that they include the day of a member who is a
  /// day behind the founder, and of workouts from earlier in the week.
  public static func emptyGroup(openedOn day: LocalDay) -> ScopeState {
    ScopeState(
      members: FlatArray<Member>(), firstDay: day.weekStart.adding(days: -7), dayCapacity: 64)
  }
}
