// Schedule, duties: how a duty stands, for whoever holds the whole state.
extension ScopeState {
  /// SCH-5, FAM-6: how a duty stands: nobody has it if its driver's membership ended before it was
  /// done. O(1).
  public subscript(duty: Duty) -> DutyRecord { schedule.standing(of: duty, shared) }
}
