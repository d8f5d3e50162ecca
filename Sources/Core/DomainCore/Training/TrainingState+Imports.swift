// Training, imports: workouts of a health store, and merging them with logged ones.

import Base
public import Chronology

/// TRN-3: where an imported workout is in its person's days.
struct ImportedPlace: BitwiseCopyable, Hashable, Sendable {
  var sample: UInt64
  var person: MemberHandle
  /// The zone of the device that reported it first, and when that was.
  var zoneReported: UInt16
  /// The UTC day; for a workout that is no longer in the store it means nothing.
  var day: LocalDay
  var told: Version
  /// The local day that it counts for; nil while it is not in the store, or was logged as well.
  var countsOn: LocalDay?

  init(_ fact: Fact) {
    sample = fact.entity.raw
    person = fact.subject
    zoneReported = fact.zone
    day = ImportedWorkout(sample: fact.entity, fact.payload).start.utcDay
    told = fact.version
  }

  var zone: Zone { Int(zoneReported) < Zone.count ? Zone(id: zoneReported) : .utc }

  /// The days follow from the registers.
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

extension TrainingState {
  /// TRN-3: applies an import and records its UTC day, so that a day finds it, and the zone of the
  /// device that reported it (HAB-3).
  mutating func importWorkout(
    _ fact: Fact, _ shared: inout SharedState, _ schedule: inout ScheduleState,
    _ nutrition: borrowing NutritionState
  ) -> Effect {
    let before = importedWorkout(fact.entity.raw, of: fact.subject, shared)
    let effect = applyHealthImport(fact, &shared)
    var isOther = effect == .changed
    if fact.kind == .workoutImported, placeImport(fact, isNewest: isOther, &shared) {
      isOther = true
    }
    if isOther {
      importChanged(fact.entity.raw, of: fact.subject, from: before, &shared, &schedule, nutrition)
    }
    return effect
  }

  /// Returns whether the zone that an import was reported from has changed.
  private mutating func placeImport(_ fact: Fact, isNewest: Bool, _ shared: inout SharedState)
    -> Bool
  {
    let said = ImportedPlace(fact)
    let key = Self.importRow(said.sample, of: said.person)
    guard let place = imports.place(of: key) else {
      imports.add(said, under: key)
      importDays.add(said.person, said.day)
      shared.digestStored.add(said.digest)
      return true
    }
    var row = imports[place]
    if isNewest {
      importDays.move(place, of: said.person, from: row.day, to: said.day)
      row.day = said.day
    }
    // The earliest report says where its owner was, in whatever order reports arrive.
    let isEarlier = said.told < row.told
    if isEarlier {
      shared.digestStored.remove(row.digest)
      (row.told, row.zoneReported) = (said.told, said.zoneReported)
      shared.digestStored.add(row.digest)
    }
    imports[place] = row
    return isEarlier
  }

  static func importRow(_ sample: UInt64, of person: MemberHandle) -> RowKey {
    RowKey(sample, UInt64(person.index))
  }

  /// TRN-3: the imported workouts of a person that start on a UTC day.
  public func importedWorkouts(
    of person: MemberHandle, onUTC day: LocalDay, _ shared: borrowing SharedState
  ) -> [ImportedWorkout] {
    importDays.places(of: person, on: day)
      .compactMap { importedWorkout(imports[$0].sample, of: person, shared) }
      .sorted { $0.sample < $1.sample }
  }

  /// TRN-3: all imported workouts of a person, in the order in which they first arrived.
  ///
  /// O(imports of the scope); a reading of the whole store is compared with these.
  public func importedWorkouts(of person: MemberHandle, _ shared: borrowing SharedState)
    -> [ImportedWorkout]
  {
    var workouts: [ImportedWorkout] = []
    for place in 0..<imports.count where imports[place].person == person {
      if let workout = importedWorkout(imports[place].sample, of: person, shared) {
        workouts.append(workout)
      }
    }
    return workouts
  }

  /// TRN-3, HAB-3: the local day that an imported workout counts for.
  ///
  /// **Decided**: a store knows an instant and no zone. The device that reports a workout first was
  /// closest to it, so the day is that of the start in that device's zone. A later import at home
  /// does not move it, and neither does a correction that keeps the start. Of several devices the
  /// earliest report counts, not the first to arrive, so all copies agree in whatever order they
  /// receive the reports.
  public func day(of workout: ImportedWorkout, of person: MemberHandle) -> LocalDay {
    let known = imports.row(of: Self.importRow(workout.sample, of: person))
    return (known?.zone ?? .utc).localDay(at: workout.start)
  }
}

// NUT-2, TRN-3: the days for which imported workouts count that no person has logged. Updated as
// workouts come and go, because matching them is too expensive for four weeks at every question of
// how much a person moves.
extension TrainingState {
  /// To be called after an import has changed.
  mutating func importChanged(
    _ sample: UInt64, of person: MemberHandle, from before: ImportedWorkout?,
    _ shared: inout SharedState, _ schedule: inout ScheduleState,
    _ nutrition: borrowing NutritionState
  ) {
    let now = importedWorkout(sample, of: person, shared)
    if let now, mayBeLogged(now.span, by: person) {
      weighImports(of: person, around: now.start.utcDay, &shared, &schedule, nutrition)
    } else {
      countImport(
        sample, of: person, on: now.map { day(of: $0, of: person) }, &shared, &schedule, nutrition)
    }
    if let before, mayBeLogged(before.span, by: person) {
      weighImports(of: person, around: before.start.utcDay, &shared, &schedule, nutrition)
    }
  }

  /// To be called after a workout was logged, or its log deleted.
  mutating func logChanged(
    _ workout: Workout, _ shared: inout SharedState, _ schedule: inout ScheduleState,
    _ nutrition: borrowing NutritionState
  ) {
    if mayBeImported(workout.span, of: workout.person, shared) {
      weighImports(of: workout.person, around: workout.start.utcDay, &shared, &schedule, nutrition)
    }
  }

  /// Whether a log can be the same workout as an import; for most it cannot, because people either
  /// log what they do or wear a watch. Overlapping workouts start at most one day apart.
  private func mayBeLogged(_ span: WorkoutSpan, by person: MemberHandle) -> Bool {
    !workouts.isEmpty
      && (-2...2).contains { offset in
        let day = span.start.utcDay.adding(days: offset)
        return workoutDays.count(of: person, on: day) { place in
          let workout = workouts[place]
          return !workout.isDeleted && workout.span.canBe(span)
        } > 0
      }
  }

  private func mayBeImported(
    _ span: WorkoutSpan, of person: MemberHandle, _ shared: borrowing SharedState
  ) -> Bool {
    !imports.isEmpty
      && (-1...1).contains { offset in
        let day = span.start.utcDay.adding(days: offset)
        return importDays.count(of: person, on: day) { place in
          let workout = importedWorkout(imports[place].sample, of: person, shared)
          return workout?.span.canBe(span) == true
        } > 0
      }
  }

  /// Computes again which imports around a UTC day count, including those linked to them by
  /// overlaps.
  private mutating func weighImports(
    of person: MemberHandle, around day: LocalDay, _ shared: inout SharedState,
    _ schedule: inout ScheduleState, _ nutrition: borrowing NutritionState
  ) {
    for one in WorkoutMatching.distinct(workoutRecords(of: person, around: day, shared)) {
      guard let store = one.store else { continue }
      let known = imports.row(of: Self.importRow(store.identity.raw, of: person))
      let counts = one.hand == nil ? known?.zone.localDay(at: store.start) : nil
      countImport(store.identity.raw, of: person, on: counts, &shared, &schedule, nutrition)
    }
  }

  private mutating func countImport(
    _ sample: UInt64, of person: MemberHandle, on day: LocalDay?, _ shared: inout SharedState,
    _ schedule: inout ScheduleState, _ nutrition: borrowing NutritionState
  ) {
    guard let place = imports.place(of: Self.importRow(sample, of: person)),
      case let before = imports[place].countsOn, before != day
    else { return }
    imports[place].countsOn = day
    schedule.countTraining(of: person, on: before, -1, &shared, nutrition)
    schedule.countTraining(of: person, on: day, 1, &shared, nutrition)
  }
}

// TRN-3: a person's workouts: logged by hand and imported from a health store, each once, computed
// on request.
extension TrainingState {
  /// TRN-3, HOME-1: a person's workouts of a local day, by start: each once, whether it was logged
  /// by hand, imported from a health store, or both.
  public func workouts(of person: MemberHandle, on day: LocalDay, _ shared: borrowing SharedState)
    -> [FinishedWorkout]
  {
    // Most people have no watch, and then each log is a workout.
    guard hasImports(person, around: day) else {
      var logged = loggedWorkouts(of: person, on: day)
      logged.sort { $0.span < $1.span }
      return logged.map { FinishedWorkout(logged: $0, on: day) }
    }
    return distinctWorkouts(of: person, on: day, shared).map { one in
      FinishedWorkout(
        logged: one.hand.flatMap { workout($0.identity) },
        imported: one.store.flatMap { importedWorkout($0.identity.raw, of: person, shared) },
        on: day)
    }
  }

  /// TRN-3: how many workouts of a day there are.
  public func workoutCount(
    of person: MemberHandle, on day: LocalDay, _ shared: borrowing SharedState
  ) -> Int {
    hasImports(person, around: day)
      ? distinctWorkouts(of: person, on: day, shared).count
      : loggedWorkoutCount(of: person, on: day)
  }

  /// GRP-6: the totals of a person's workouts of a day that may leave the device.
  public func workoutTotals(
    of person: MemberHandle, on day: LocalDay, _ shared: borrowing SharedState
  ) -> WorkoutTotals {
    var totals = WorkoutTotals()
    for workout in workouts(of: person, on: day, shared) {
      totals.count += 1
      totals.calories += Int(workout.calories)
    }
    return totals
  }

  /// TRN-3: the records of a person's workouts of a local day.
  ///
  /// A workout counts for the frozen day of its log, and without a log for that of the import: it
  /// belongs to one day only, also across midnight.
  public func distinctWorkouts(
    of person: MemberHandle, on day: LocalDay, _ shared: borrowing SharedState
  ) -> [DistinctWorkout] {
    guard hasImports(person, around: day) else {
      return loggedWorkouts(of: person, on: day).map { DistinctWorkout(hand: $0.span) }
        .sorted { $0.span < $1.span }
    }
    return WorkoutMatching.distinct(workoutRecords(of: person, around: day, shared)).filter { one in
      if let hand = one.hand { return workout(hand.identity)?.day == day }
      return importedWorkout(one.span.identity.raw, of: person, shared)
        .map { self.day(of: $0, of: person) == day } ?? false
    }
  }

  /// Whether there is any import that could be a workout of a day, or be merged with one: local
  /// days are at most one day away from those of UTC, and so is any overlapping workout.
  private func hasImports(_ person: MemberHandle, around day: LocalDay) -> Bool {
    // Days beyond the range of the count have no workouts.
    guard !imports.isEmpty, abs(Int64(day.number)) < 1 << 30 else { return false }
    return (-2...2).contains { offset in
      importDays.count(of: person, on: day.adding(days: offset)) { _ in true } > 0
    }
  }

  /// All records that may belong to a day, and all that a chain of overlaps reaches from there, so
  /// that pairs are the same whichever day is asked for.
  func workoutRecords(
    of person: MemberHandle, around day: LocalDay, _ shared: borrowing SharedState
  ) -> [WorkoutSpan] {
    var (first, last) = (day.adding(days: -1), day.adding(days: 1))
    var records: [WorkoutSpan] = []
    records.reserveCapacity(8)
    for day in first...last { addRecords(of: person, onUTC: day, to: &records, shared) }
    // No workout lasts longer than a day, so an overlapping one starts at most one day apart.
    func reaches(_ day: LocalDay) -> Bool {
      var others: [WorkoutSpan] = []
      addRecords(of: person, onUTC: day, to: &others, shared)
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
    of person: MemberHandle, onUTC day: LocalDay, to records: inout [WorkoutSpan],
    _ shared: borrowing SharedState
  ) {
    importDays.each(of: person, on: day) { place in
      if let workout = importedWorkout(imports[place].sample, of: person, shared) {
        records.append(workout.span)
      }
    }
    for offset in -1...1 {
      workoutDays.each(of: person, on: day.adding(days: offset)) { place in
        let workout = workouts[place]
        if !workout.isDeleted && workout.start.utcDay == day { records.append(workout.span) }
      }
    }
  }
}

extension TrainingState {
  /// TRN-3: folds an import: one register for each person and identifier of the store. The greatest
  /// revision of the store wins, and a deletion is permanent. O(1).
  ///
  /// So a sample exists once however many devices import it, an edit updates it, and a device that
  /// was offline restores neither an old reading nor a deleted workout. When the state changed,
  /// `importedWorkout` has the workout as it is now.
  public mutating func applyHealthImport(_ fact: Fact, _ shared: inout SharedState) -> Effect {
    // The store's revision replaces the clock; equal revisions have equal content. One is added,
    // because version zero means that the field was never written.
    var write = fact
    let revision =
      fact.kind == .workoutImportRemoved
      ? ImportedWorkout.revisionMax + 1
      : ImportedWorkout(sample: fact.entity, fact.payload).revision
    write.version = Version(stamp: UInt64(revision) + 1, site: 0)
    let value = fact.kind == .workoutImportRemoved ? Payload() : fact.payload
    return shared.write(write, to: Self.importKey(fact.entity, of: fact.subject), value: value)
      ? .changed : .superseded
  }

  /// TRN-3: an imported workout, or nil when there is none or it was deleted.
  public func importedWorkout(
    _ sample: UInt64, of person: MemberHandle, _ shared: borrowing SharedState
  ) -> ImportedWorkout? {
    guard let register = shared.registers[Self.importKey(Entity(raw: sample), of: person)],
      register.version.stamp <= UInt64(ImportedWorkout.revisionMax) + 1
    else { return nil }
    return ImportedWorkout(sample: Entity(raw: sample), register.value)
  }

  private static func importKey(_ sample: Entity, of person: MemberHandle) -> FieldKey {
    FieldKey(.workoutImported, of: sample, detail: UInt64(person.index))
  }
}
