import Base
import Chronology

// NUT-2, TRN-3: on which days imported workouts count that nobody has logged. It is kept as
// workouts come and go, because matching them is too dear for each of four weeks whenever somebody
// asks how much a person moves.
extension ScopeState {
  /// To be called after an import has changed.
  mutating func importChanged(
    _ sample: UInt64, of person: MemberHandle, from before: ImportedWorkout?
  ) {
    let now = importedWorkout(sample, of: person)
    if let now, mayBeLogged(now.span, by: person) {
      weighImports(of: person, around: now.start.utcDay)
    } else {
      countImport(sample, of: person, on: now.map { day(of: $0, of: person) })
    }
    if let before, mayBeLogged(before.span, by: person) {
      weighImports(of: person, around: before.start.utcDay)
    }
  }

  /// To be called after somebody has logged a workout, or taken the log back.
  mutating func logChanged(_ workout: Workout) {
    if mayBeImported(workout.span, of: workout.person) {
      weighImports(of: workout.person, around: workout.start.utcDay)
    }
  }

  /// Whether a log can be one workout with an import, as most cannot: people either log what they
  /// do or wear a watch. What overlaps starts on a neighboring day at the furthest.
  private func mayBeLogged(_ span: WorkoutSpan, by person: MemberHandle) -> Bool {
    !training.workouts.isEmpty
      && (-2...2).contains { offset in
        let day = span.start.utcDay.adding(days: offset)
        return training.workoutDays.count(of: person, on: day) { place in
          let workout = training.workouts[place]
          return !workout.isDeleted && workout.span.canBe(span)
        } > 0
      }
  }

  private func mayBeImported(_ span: WorkoutSpan, of person: MemberHandle) -> Bool {
    !training.imports.isEmpty
      && (-1...1).contains { offset in
        let day = span.start.utcDay.adding(days: offset)
        return training.importDays.count(of: person, on: day) { place in
          let workout = importedWorkout(training.imports[place].sample, of: person)
          return workout?.span.canBe(span) == true
        } > 0
      }
  }

  /// Finds out anew which imports count of those that start about a UTC day, and of whatever has to
  /// do with them.
  private mutating func weighImports(of person: MemberHandle, around day: LocalDay) {
    for one in WorkoutMatching.distinct(workoutRecords(of: person, around: day)) {
      guard let store = one.store else { continue }
      let known = training.imports.row(of: Self.importRow(store.identity.raw, of: person))
      let counts = one.hand == nil ? known?.zone.localDay(at: store.start) : nil
      countImport(store.identity.raw, of: person, on: counts)
    }
  }

  private mutating func countImport(_ sample: UInt64, of person: MemberHandle, on day: LocalDay?) {
    guard let place = training.imports.place(of: Self.importRow(sample, of: person)),
      case let before = training.imports[place].countsOn, before != day
    else { return }
    training.imports[place].countsOn = day
    countTraining(of: person, on: before, -1)
    countTraining(of: person, on: day, 1)
  }
}
