import Base
public import Chronology

/// TRN-3: where an imported workout is in its person's days.
struct ImportedPlace: BitwiseCopyable, Hashable, Sendable {
  var sample: UInt64
  var person: MemberHandle
  /// The zone of the device that was the first to tell of it, and when that was.
  var zoneReported: UInt16
  /// The UTC day; of what is not in the store any more it says nothing.
  var day: LocalDay
  var told: Version
  /// The local day that it counts for; nil while it is not in the store, or somebody logged it too.
  var countsOn: LocalDay?

  init(_ fact: Fact) {
    sample = fact.entity.raw
    person = fact.subject
    zoneReported = fact.zone
    day = ImportedWorkout(sample: fact.entity, fact.payload).start.utcDay
    told = fact.version
  }

  var zone: Zone { Int(zoneReported) < Zone.count ? Zone(id: zoneReported) : .utc }

  /// The days follow from what stands in the registers.
  func hasSameContent(as other: ImportedPlace) -> Bool {
    told == other.told && zoneReported == other.zoneReported
  }

  var digest: Digest128 {
    var digest = Digest128.mix(sample, UInt64(person.index), told.stamp, UInt64(told.site))
    digest.fold(
      Digest128.mix(UInt64(zoneReported), 0, 0, UInt64(FactKind.workoutImported.rawValue)))
    return digest
  }
}

extension ScopeState {
  /// TRN-3: takes an import in and remembers the UTC day it lies on, so that a day finds it, and
  /// the zone in which it was told (HAB-3).
  mutating func importWorkout(_ fact: Fact) -> Effect {
    let before = importedWorkout(fact.entity.raw, of: fact.subject)
    let effect = applyHealthImport(fact)
    var isOther = effect == .changed
    if fact.kind == .workoutImported, placeImport(fact, isNewest: isOther) { isOther = true }
    if isOther { importChanged(fact.entity.raw, of: fact.subject, from: before) }
    return effect
  }

  /// Returns whether where an import was told of is another now.
  private mutating func placeImport(_ fact: Fact, isNewest: Bool) -> Bool {
    let said = ImportedPlace(fact)
    let key = Self.importRow(said.sample, of: said.person)
    guard let place = training.imports.place(of: key) else {
      training.imports.add(said, under: key)
      training.importDays.add(said.person, said.day)
      digestStored.add(said.digest)
      return true
    }
    var row = training.imports[place]
    if isNewest {
      training.importDays.move(place, of: said.person, from: row.day, to: said.day)
      row.day = said.day
    }
    // The earliest word says where its owner was, in whatever order words come.
    let isEarlier = said.told < row.told
    if isEarlier {
      digestStored.remove(row.digest)
      (row.told, row.zoneReported) = (said.told, said.zoneReported)
      digestStored.add(row.digest)
    }
    training.imports[place] = row
    return isEarlier
  }

  static func importRow(_ sample: UInt64, of person: MemberHandle) -> RowKey {
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
    let known = training.imports.row(of: Self.importRow(workout.sample, of: person))
    return (known?.zone ?? .utc).localDay(at: workout.start)
  }
}
