import Base

// What training asks of other areas.
extension ScopeState {
  /// FAM-10: whether an athlete is on a coach's own roster.
  public func isOnTrainingRoster(coach: MemberHandle, athlete: MemberHandle) -> Bool {
    training.roster.row(of: RowKey(UInt64(coach.index), UInt64(athlete.index))) == 1
  }

  /// Puts an athlete on a coach's roster, or takes them off it.
  mutating func setTrainingRoster(coach: MemberHandle, athlete: MemberHandle, to isOn: Bool) {
    let key = RowKey(UInt64(coach.index), UInt64(athlete.index))
    let place = training.roster.place(of: key, orAdd: 0)
    training.roster[place] = isOn ? 1 : 0
  }
}
