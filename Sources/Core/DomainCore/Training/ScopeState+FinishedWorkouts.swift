import Base
public import Chronology

// TRN-3: a person's workouts as they count everywhere: what was logged by hand and what a health
// store had, each once, worked out when somebody asks.
extension ScopeState {
  /// TRN-3, HOME-1: what somebody did on a local day, by start: each workout once, whether it was
  /// logged by hand, imported from a health store, or both.
  public func workouts(of person: MemberHandle, on day: LocalDay) -> [FinishedWorkout] {
    // Most people have no watch, and then each log is a workout.
    guard hasImports(person, around: day) else {
      var logged = loggedWorkouts(of: person, on: day)
      logged.sort { $0.span < $1.span }
      return logged.map { FinishedWorkout(logged: $0, on: day) }
    }
    return distinctWorkouts(of: person, on: day).map { one in
      FinishedWorkout(
        logged: one.hand.flatMap { workout($0.identity) },
        imported: one.store.flatMap { importedWorkout($0.identity.raw, of: person) }, on: day)
    }
  }

  /// TRN-3: how many workouts of a day there are.
  public func workoutCount(of person: MemberHandle, on day: LocalDay) -> Int {
    hasImports(person, around: day)
      ? distinctWorkouts(of: person, on: day).count : loggedWorkoutCount(of: person, on: day)
  }

  /// GRP-6: what may leave the device of a person's workouts of a day.
  public func workoutTotals(of person: MemberHandle, on day: LocalDay) -> WorkoutTotals {
    var totals = WorkoutTotals()
    for workout in workouts(of: person, on: day) {
      totals.count += 1
      totals.calories += Int(workout.calories)
    }
    return totals
  }

  /// TRN-3: which records make up what somebody did on a local day.
  ///
  /// A workout counts for the frozen day of its log, and where nobody logged it for that of the
  /// import: it is one of one day only, also across midnight.
  public func distinctWorkouts(of person: MemberHandle, on day: LocalDay) -> [DistinctWorkout] {
    guard hasImports(person, around: day) else {
      return loggedWorkouts(of: person, on: day).map { DistinctWorkout(hand: $0.span) }
        .sorted { $0.span < $1.span }
    }
    return WorkoutMatching.distinct(workoutRecords(of: person, around: day)).filter { one in
      if let hand = one.hand { return workout(hand.identity)?.day == day }
      return importedWorkout(one.span.identity.raw, of: person)
        .map { self.day(of: $0, of: person) == day } ?? false
    }
  }

  /// Whether anything was imported that could be a workout of a day, or be one with such: local
  /// days are at most one day away from those of UTC, and so is whatever overlaps.
  private func hasImports(_ person: MemberHandle, around day: LocalDay) -> Bool {
    // Nothing is on a day that is further away than a day can be counted to.
    guard !training.imports.isEmpty, abs(Int64(day.number)) < 1 << 30 else { return false }
    return (-2...2).contains { offset in
      training.importDays.count(of: person, on: day.adding(days: offset)) { _ in true } > 0
    }
  }

  /// All records that can be of a day, and whatever a chain of overlaps leads to from there: so
  /// that a pair is the same one whichever day is asked for.
  func workoutRecords(of person: MemberHandle, around day: LocalDay) -> [WorkoutSpan] {
    var (first, last) = (day.adding(days: -1), day.adding(days: 1))
    var records: [WorkoutSpan] = []
    records.reserveCapacity(8)
    for day in first...last { addRecords(of: person, onUTC: day, to: &records) }
    // Nothing lasts longer than a day, so whatever overlaps starts on a neighboring one.
    func reaches(_ day: LocalDay) -> Bool {
      var others: [WorkoutSpan] = []
      addRecords(of: person, onUTC: day, to: &others)
      let overlaps = others.contains { one in
        records.contains { one.overlapMilliseconds(with: $0) > 0 }
      }
      if overlaps { records += others }
      return overlaps
    }
    while reaches(first.adding(days: -1)) { first = first.adding(days: -1) }
    while reaches(last.adding(days: 1)) { last = last.adding(days: 1) }
    return records
  }

  private func addRecords(
    of person: MemberHandle, onUTC day: LocalDay, to records: inout [WorkoutSpan]
  ) {
    training.importDays.each(of: person, on: day) { place in
      if let workout = importedWorkout(training.imports[place].sample, of: person) {
        records.append(workout.span)
      }
    }
    for offset in -1...1 {
      training.workoutDays.each(of: person, on: day.adding(days: offset)) { place in
        let workout = training.workouts[place]
        if !workout.isDeleted && workout.start.utcDay == day { records.append(workout.span) }
      }
    }
  }
}
