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
    if let now, hasLogs(person, around: now.start.utcDay) {
      weighImports(of: person, around: now.start.utcDay)
    } else {
      // Most people either log what they do or wear a watch.
      countImport(sample, of: person, on: now.map { self.day(of: $0, of: person) })
    }
    if let before, before.start.utcDay != now?.start.utcDay {
      weighImports(of: person, around: before.start.utcDay)
    }
  }

  /// Finds out anew which imports count; to be called after a workout that starts on this UTC day
  /// came, went, or is another.
  ///
  /// A workout has to do with what overlaps it, which starts on a neighbouring day at the furthest,
  /// and with whatever has to do with that.
  mutating func weighImports(of person: MemberHandle, around day: LocalDay) {
    guard hasImports(person, around: day) else { return }
    for one in WorkoutMatching.distinct(workoutRecords(of: person, around: day)) {
      guard let store = one.store else { continue }
      let known = training.imports.row(of: Self.importRow(store.identity.raw, of: person))
      let counts = one.hand == nil ? known?.zone.localDay(at: store.start) : nil
      countImport(store.identity.raw, of: person, on: counts)
    }
  }

  /// Whether anything was logged that could be one workout with an import of a UTC day.
  private func hasLogs(_ person: MemberHandle, around day: LocalDay) -> Bool {
    !training.workouts.isEmpty
      && (-2...2).contains { loggedWorkoutCount(of: person, on: day.adding(days: $0)) > 0 }
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
