import Workload
import Metrics

extension PersonSideBuilder {
  /// Adds the values of one side of a day that metrics count.
  mutating func add(_ record: PersonDayRecord, _ side: Side, on day: Int) {
    switch side {
    case .truth:
      set(.sessions, on: day, to: UInt16(record.sessions))
      set(.crashedSessions, on: day, to: UInt16(record.crashedSessions))
      set(.sessionSeconds, on: day, to: record.sessionSeconds)
      set(.rejectedAfterAck, on: day, to: record.rejectedAfterAck)
      set(.active24HourWindow, on: day, to: record.isActive24Hours ? 1 : 0)
      add(record.truth, on: day)
    case .observed: add(record.observed, on: day)
    }
  }

  private mutating func add(_ side: PersonDayRecord.Side, on day: Int) {
    if side.isActive { noteActive(on: day) }
    set(.habitsDue, on: day, to: UInt16(side.habitsDue))
    set(.habitsDone, on: day, to: UInt16(side.habitsDone))
    set(.streakBest, on: day, to: side.streakBest)
    set(.meals, on: day, to: side.meals)
    set(.waters, on: day, to: side.waters)
    set(.mental, on: day, to: UInt16(side.mental))
    set(.workouts, on: day, to: UInt16(side.workouts))
    set(.operationsDue, on: day, to: side.operationsDue)
    set(.operationsWithinDeadline, on: day, to: side.operationsWithinDeadline)
    set(.operationsFirstAttempt, on: day, to: side.operationsFirstAttempt)
  }
}
