// Schedule, duties: the current state of a duty, for callers with the whole state.
extension ScopeState {
  /// SCH-5, FAM-6: the current state of a duty: without a driver if the driver's membership ended
  /// before the duty was done. O(1).
  public subscript(duty: Duty) -> DutyRecord { schedule.standing(of: duty, shared) }
}
