// What training asks of other areas.
extension ScopeState {
  /// FAM-10: whether an athlete is on a coach's own roster.
  public func isOnTrainingRoster(coach: MemberHandle, athlete: MemberHandle) -> Bool {
    isOnRoster(coach: coach, athlete: athlete)
  }
}
