import Base
public import Chronology

/// TRN-3: where an imported workout is in its person's days.
struct ImportedPlace: BitwiseCopyable, Hashable, Sendable {
  var sample: UInt64
  var person: MemberHandle
  var day: LocalDay
}

extension ScopeState {
  /// TRN-3: takes an import in and remembers the UTC day it lies on, so that a day finds it.
  mutating func importWorkout(_ fact: Fact) -> Effect {
    let effect = applyHealthImport(fact)
    guard effect == .changed, fact.kind == .workoutImported else { return effect }
    let day = ImportedWorkout(sample: fact.entity, fact.payload).start.utcDay
    let key = RowKey(fact.entity.raw, UInt64(fact.subject.index))
    if let place = training.imports.place(of: key) {
      let old = training.imports[place].day
      if old != day { training.importDays.move(place, of: fact.subject, from: old, to: day) }
      training.imports[place].day = day
    } else {
      training.imports.add(
        ImportedPlace(sample: fact.entity.raw, person: fact.subject, day: day), under: key)
      training.importDays.add(fact.subject, day)
    }
    return effect
  }

  /// TRN-3: the imported workouts of somebody that start on a UTC day.
  public func importedWorkouts(of person: MemberHandle, onUTC day: LocalDay) -> [ImportedWorkout] {
    training.importDays.places(of: person, on: day)
      .compactMap { importedWorkout(training.imports[$0].sample, of: person) }
      .sorted { $0.sample < $1.sample }
  }

  /// TRN-3: all imported workouts of somebody, in the order in which they first came.
  ///
  /// O(imports of the scope); what a reading of the whole store is held against.
  public func importedWorkouts(of person: MemberHandle) -> [ImportedWorkout] {
    var workouts: [ImportedWorkout] = []
    for place in 0..<training.imports.count where training.imports[place].person == person {
      if let workout = importedWorkout(training.imports[place].sample, of: person) {
        workouts.append(workout)
      }
    }
    return workouts
  }

  /// TRN-3: what somebody did on a local day, each workout once, whether it was logged by hand,
  /// imported from a health store, or both.
  public func distinctWorkouts(
    of person: MemberHandle, on day: LocalDay, in zone: Zone
  ) -> [DistinctWorkout] {
    var records: [WorkoutSpan] = []
    for offset in -1...1 {
      for workout in workouts(of: person, on: day.adding(days: offset)) {
        records.append(
          WorkoutSpan(
            start: workout.start, end: workout.end, source: .hand, identity: workout.entity))
      }
    }
    for offset in -2...2 {
      records += importedWorkouts(of: person, onUTC: day.adding(days: offset)).map(\.span)
    }
    return WorkoutMatching.distinct(on: day, in: zone, among: records)
  }
}
