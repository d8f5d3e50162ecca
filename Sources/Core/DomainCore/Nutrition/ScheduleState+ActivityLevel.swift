// Nutrition, activity: how much a person trains, by the schedule.

public import Chronology

extension ScheduleState {
  /// NUT-2: a person's activity level, as of a day.
  public func activityLevel(
    of person: MemberHandle, on day: LocalDay, _ shared: borrowing SharedState
  ) -> ActivityLevel {
    let reach = ActivityLevel.windowDays - 1
    let first = day.adding(days: -reach)
    let past = planned(for: person, from: first, through: day, shared)
    let done = trainedDays.count(of: person, from: first, through: day)
    return ActivityLevel(done: done.all, marked: Int(past.marked), unmarked: past.unmarked) {
      Int(
        planned(for: person, from: day, through: day.adding(days: reach), shared).planned)
    }
  }

  /// NUT-2: how often a person trained between two days, both included: classes that they attended,
  /// completed sessions and assignments, and workouts, each once (TRN-3).
  public func trainedCount(
    of person: MemberHandle, from first: LocalDay, through last: LocalDay
  ) -> Int {
    trainedDays.count(of: person, from: first, through: last).all
  }
}
