public import Chronology

extension Fact {
  /// HAB-3: counts the fact for another day of its author, because the one that was frozen is that
  /// of a clock that was days ahead.
  ///
  /// What the payload says of days moves along by as many, where the day had not come yet: the
  /// author's today becomes their today, their yesterday their yesterday, and a day that they
  /// picked from the past stays what it is.
  public mutating func move(to day: LocalDay) {
    let shift = day.number &- self.day.number
    self.day = day
    switch kind {
    case .completionSet, .habitStartSet, .weightSet, .heightSet, .groupWorkoutShared, .foodMoved,
      .waterImported:
      let said = LocalDay(packed: payload.first)
      guard said > day else { return }
      payload.first =
        payload.first & ~0xFFFF_FFFF | UInt64(UInt32(bitPattern: said.number &+ shift))
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
