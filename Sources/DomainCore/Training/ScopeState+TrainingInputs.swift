import Base

// What training asks of other areas.
extension ScopeState {
  /// FAM-10: whether an athlete is on a coach's own roster, as the log says.
  ///
  /// Who can be put on a roster was decided then; a role that changed since takes nobody off.
  public func isOnTrainingRoster(coach: MemberHandle, athlete: MemberHandle) -> Bool {
    let key = Self.rosterKey(coach: UInt64(coach.index), athlete: athlete)
    return registers[key].map { $0.value.first != 0 } ?? false
  }
}
