import Base
public import Chronology

/// TRN-3: where an imported workout is in its person's days.
struct ImportedPlace: BitwiseCopyable, Hashable, Sendable {
  var sample: UInt64
  var person: MemberHandle
  var day: LocalDay
}

/// HAB-3: where the device was that was the first to tell of an imported workout.
struct ImportZone: BitwiseCopyable, Hashable, Sendable {
  var told: Version
  var id: UInt16

  var zone: Zone { Int(id) < Zone.count ? Zone(id: id) : .utc }

  func digest(under key: RowKey) -> Digest128 {
    var digest = Digest128.mix(key.first, key.second, told.stamp, UInt64(told.site))
    digest.fold(Digest128.mix(UInt64(id), 0, 0, UInt64(FactKind.workoutImported.rawValue)))
    return digest
  }
}

extension ScopeState {
  /// TRN-3: takes an import in and remembers the UTC day it lies on, so that a day finds it.
  mutating func importWorkout(_ fact: Fact) -> Effect {
    if fact.kind == .workoutImported { noteImportZone(fact) }
    let effect = applyHealthImport(fact)
    guard effect == .changed, fact.kind == .workoutImported else { return effect }
    let day = ImportedWorkout(sample: fact.entity, fact.payload).start.utcDay
    let key = Self.importRow(fact.entity.raw, of: fact.subject)
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

  /// HAB-3: the earliest word of an import says where its owner was, in whatever order words come.
  private mutating func noteImportZone(_ fact: Fact) {
    let key = Self.importRow(fact.entity.raw, of: fact.subject)
    let said = ImportZone(told: fact.version, id: fact.zone)
    let place = training.importZones.place(of: key)
    if let place {
      let known = training.importZones[place]
      guard said.told < known.told else { return }
      digestStored.remove(known.digest(under: key))
      training.importZones[place] = said
    } else {
      training.importZones.add(said, under: key)
    }
    digestStored.add(said.digest(under: key))
  }

  private static func importRow(_ sample: UInt64, of person: MemberHandle) -> RowKey {
    RowKey(sample, UInt64(person.index))
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

  /// TRN-3, HAB-3: the local day that an imported workout counts for.
  ///
  /// **decided** A store knows an instant and no zone. The device that tells of a workout first is
  /// the one closest to it, so the day is that of the start in the zone in which that device was:
  /// whoever imports it later, at home again, does not move it, and neither does a correction that
  /// leaves the start where it was. Of several devices it is the earliest word that counts, not the
  /// first to arrive, so all copies agree in whatever order they hear of it.
  public func day(of workout: ImportedWorkout, of person: MemberHandle) -> LocalDay {
    let known = training.importZones.row(of: Self.importRow(workout.sample, of: person))
    return (known?.zone ?? .utc).localDay(at: workout.start)
  }
}
