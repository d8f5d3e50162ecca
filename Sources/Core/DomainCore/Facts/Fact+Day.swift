public import Chronology

extension Fact {
  /// HAB-3: counts the fact for another day of its author, because the frozen day came from a clock
  /// that was days ahead.
  ///
  /// Days in the payload that had not come yet shift by the same number: the author's today becomes
  /// the new today. A day that they picked from the past is unchanged.
  public mutating func move(to day: LocalDay) {
    let shift = day.number &- self.day.number
    self.day = day
    switch kind {
    case .completionSet, .habitStartSet, .weightSet, .heightSet, .groupWorkoutShared, .foodMoved,
      .waterImported:
      let claimedDay = LocalDay(packed: payload.first)
      guard claimedDay > day else { return }
      payload.first =
        payload.first & ~0xFFFF_FFFF | UInt64(UInt32(bitPattern: claimedDay.number &+ shift))
    case .workoutLogged:
      var log = WorkoutLog(payload)
      let (moved, start) = (log.day.adding(days: Int(shift)), log.start + Int64(shift) * Span.day)
      guard log.day > day, WorkoutLog.canHold(moved, start) else { return }
      (log.day, log.start) = (moved, start)
      payload = log.payload
    default: break
    }
  }
}
