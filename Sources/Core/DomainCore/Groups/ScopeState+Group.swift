// Groups: an empty group, before anybody has founded it.

import Base
public import Chronology

extension ScopeState {
  /// An empty group: what somebody founds with their first fact.
  ///
  /// It reaches back to the Monday before last, so that also who is a day behind the founder, and
  /// who shares what they did earlier in the week, finds their day in it.
  public static func emptyGroup(openedOn day: LocalDay) -> ScopeState {
    ScopeState(
      members: FlatArray<Member>(), firstDay: day.weekStart.adding(days: -7), dayCapacity: 64)
  }
}
