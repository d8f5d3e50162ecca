import Base
public import Chronology

/// Sports, classes, occurrences and duties.
public enum ScheduleArea: Area {
  public static func fold(
    _ code: ScheduleCode, _ fact: Fact, committed: Instant, into state: inout ScopeState
  ) -> Effect {
    let effect = state.schedule.fold(code, fact, &state.shared, state.nutrition)
    if effect == .changed {
      // GOAL-3: of the plan's users, only goals that are a share of it need the event.
      if movesPlan(code) && state.goals.hasShares { state.shared.areaEvents.append(.planChanged) }
      state.schedule.seriesChanged(code, by: fact, &state.shared, state.nutrition)
    }
    return effect
  }

  /// Whether the change may affect what takes place, who takes part or who attended; no count
  /// depends on who drives.
  private static func movesPlan(_ code: ScheduleCode) -> Bool {
    switch code {
    case .sportCreated, .sportFieldSet, .sportDeleted, .classCreated, .classFieldSet,
      .classRuleSet, .classDeleted, .participantSet, .occurrenceFieldSet, .attendanceSet:
      true
    case .conflictFieldSet, .dutyClaimed, .dutyReleased, .dutyAssigned, .dutyCoverageSet,
      .dutySwapChanged:
      false
    }
  }
}

extension ScheduleState {
  mutating func fold(
    _ code: ScheduleCode, _ fact: Fact, _ shared: inout SharedState,
    _ nutrition: borrowing NutritionState
  ) -> Effect {
    switch code {
    case .sportCreated: createSport(fact, &shared)
    case .sportFieldSet: changeSport(fact, &shared)
    case .sportDeleted: deleteSport(fact, &shared)
    case .classCreated: createClass(fact, &shared)
    case .classFieldSet: changeClass(fact, &shared)
    case .classRuleSet: changeRecurrence(fact, &shared)
    case .classDeleted: deleteClass(fact, &shared)
    case .participantSet: changeParticipant(fact, &shared)
    case .occurrenceFieldSet: changeOccurrence(fact, &shared, nutrition)
    case .attendanceSet: changeAttendance(fact, &shared, nutrition)
    case .conflictFieldSet: changeConflict(fact, &shared)
    case .dutyClaimed: handOver(.claimed, fact, &shared)
    case .dutyReleased: handOver(.released, fact, &shared)
    case .dutyAssigned: handOver(.assigned, fact, &shared)
    case .dutyCoverageSet: handOver(.coverageSet, fact, &shared)
    case .dutySwapChanged: handOver(.swapChanged, fact, &shared)
    }
  }

  /// NUT-2: reports that the participants of a changed series train on other days.
  mutating func seriesChanged(
    _ code: ScheduleCode, by fact: Fact, _ shared: inout SharedState,
    _ nutrition: borrowing NutritionState
  ) {
    switch code {
    case .sportFieldSet, .sportDeleted:
      if code == .sportFieldSet {
        let field = FieldChange(fact.payload).sportField
        guard field == .season || field == .archived else { return }
      }
      var players = MemberSet()
      for place in 0..<classes.count where classes[place].sport == fact.entity {
        players.formUnion(classes[place].participants)
      }
      seriesChanged(for: players, &shared, nutrition)
    case .classCreated:
      guard let place = classes.place(of: RowKey(fact.identity.raw)) else { return }
      notePlanned(at: place, for: fact.subject, shared)
      let reach = ActivityLevel.windowDays - 1
      notifyPlanChange(
        of: fact.subject, from: classes[place].start.day.adding(days: -reach), &shared, nutrition)
    case .classFieldSet where FieldChange(fact.payload).classField != .start: break
    case .classFieldSet, .classRuleSet, .classDeleted:
      seriesChanged(
        for: trainingClass(fact.entity)?.participants ?? MemberSet(), &shared, nutrition)
    case .participantSet:
      if trainingClass(fact.entity) != nil {
        seriesChanged(for: MemberSet([fact.subject]), &shared, nutrition)
      }
    case .sportCreated, .occurrenceFieldSet, .attendanceSet, .conflictFieldSet, .dutyClaimed,
      .dutyReleased, .dutyAssigned, .dutyCoverageSet, .dutySwapChanged:
      break
    }
  }

  private mutating func seriesChanged(
    for players: MemberSet, _ shared: inout SharedState,
    _ nutrition: borrowing NutritionState
  ) {
    for person in players {
      plannedDays.forget(person)
      notifyPlanChange(of: person, from: shared.firstDay, &shared, nutrition)
    }
  }

  private mutating func notifyPlanChange(
    of person: MemberHandle, from first: LocalDay, _ shared: inout SharedState,
    _ nutrition: borrowing NutritionState
  ) {
    guard nutrition.hasNutritionTarget(person) else { return }
    let last = shared.firstDay.adding(days: shared.dayCapacity)
    shared.areaEvents.append(.needsChanged(person, first: max(first, shared.firstDay), last: last))
  }

  // MARK: Sports

  mutating func createSport(_ fact: Fact, _ shared: inout SharedState) -> Effect {
    guard sports.add(Sport(created: fact), madeBy: fact) else { return .superseded }
    shared.accountOnce(fact)
    return .changed
  }

  mutating func changeSport(_ fact: Fact, _ shared: inout SharedState) -> Effect {
    let change = FieldChange(fact.payload)
    guard let place = sports.place(of: RowKey(fact.entity.raw)),
      let field = change.sportField
    else { return .superseded }
    // SCH-1: the value of an archiving includes the author's own day.
    let value = Payload(change.value, field == .archived ? fact.day.packed : 0)
    let key = FieldKey(field, of: fact.entity)
    guard shared.write(fact, to: key, value: value) else { return .superseded }
    sports[place].take(field, change.value, on: fact.day)
    return .changed
  }

  /// Of two deletes the later one is stored, so that their order does not matter.
  mutating func deleteSport(_ fact: Fact, _ shared: inout SharedState) -> Effect {
    guard let place = sports.place(of: RowKey(fact.entity.raw)),
      shared.write(fact, to: FieldKey(.sportDeleted, of: fact.entity), value: Payload(1)),
      !sports[place].isDeleted
    else { return .superseded }
    sports[place].isDeleted = true
    return .changed
  }

  // MARK: Classes

  mutating func createClass(_ fact: Fact, _ shared: inout SharedState) -> Effect {
    guard classes.add(TrainingClass(created: fact), madeBy: fact) else {
      return .superseded
    }
    movedHeads.append(.max)
    shared.accountOnce(fact)
    return .changed
  }

  mutating func changeClass(_ fact: Fact, _ shared: inout SharedState) -> Effect {
    let change = FieldChange(fact.payload)
    guard let place = classes.place(of: RowKey(fact.entity.raw)),
      let field = change.classField, shared.write(fact, to: FieldKey(field, of: fact.entity))
    else { return .superseded }
    classes[place].take(field, change.value)
    return .changed
  }

  mutating func changeRecurrence(_ fact: Fact, _ shared: inout SharedState) -> Effect {
    guard let place = classes.place(of: RowKey(fact.entity.raw)),
      shared.write(fact, to: FieldKey(.classRuleSet, of: fact.entity))
    else { return .superseded }
    classes[place].recurrence = PackedRecurrence(fact.payload)
    return .changed
  }

  mutating func deleteClass(_ fact: Fact, _ shared: inout SharedState) -> Effect {
    guard let place = classes.place(of: RowKey(fact.entity.raw)),
      shared.write(fact, to: FieldKey(.classDeleted, of: fact.entity), value: Payload(1)),
      !classes[place].isDeleted
    else { return .superseded }
    classes[place].isDeleted = true
    return .changed
  }

  /// A register for each child, so that when two parents add two children both are added. The value
  /// includes the day since when the child takes part.
  mutating func changeParticipant(_ fact: Fact, _ shared: inout SharedState) -> Effect {
    let row = RowKey(fact.entity.raw)
    let key = Self.participantKey(fact.subject, of: fact.entity)
    let takesPart = fact.payload.first & 1 == 1
    let value = Payload(takesPart ? 1 : 0, fact.day.packed)
    if let place = sports.place(of: row) {
      guard shared.write(fact, to: key, value: value) else { return .superseded }
      sports[place].players.set(fact.subject, takesPart)
    } else if let place = classes.place(of: row) {
      guard shared.write(fact, to: key, value: value) else { return .superseded }
      classes[place].participants.set(fact.subject, takesPart)
    } else {
      return .superseded
    }
    return .changed
  }

  private static func participantKey(_ child: MemberHandle, of entity: Entity) -> FieldKey {
    FieldKey(.participantSet, of: entity, detail: UInt64(child.index))
  }

  /// SCH-2: since when a child takes part in a class: from its beginning if it was made for them.
  func partakesSince(_ child: MemberHandle, in made: TrainingClass, _ shared: borrowing SharedState)
    -> LocalDay
  {
    guard let register = shared.registers[Self.participantKey(child, of: made.entity)] else {
      return LocalDay(number: .min)
    }
    return LocalDay(packed: register.value.second)
  }

  // MARK: Occurrences and conflicts

  /// SCH-4: the exception is stored under the occurrence's original day, whatever the series is.
  mutating func changeOccurrence(
    _ fact: Fact, _ shared: inout SharedState,
    _ nutrition: borrowing NutritionState
  ) -> Effect {
    let change = OccurrenceChange(fact.payload)
    guard let place = classes.place(of: RowKey(fact.entity.raw)), let field = change.field
    else { return .superseded }
    let occurrence = OccurrenceID(fact.entity, change.day)
    let key = FieldKey(field, of: occurrence)
    guard shared.write(fact, to: key, value: Payload(change.value)) else { return .superseded }
    let row = occurrences.place(of: occurrence.rowKey, orAdd: OccurrenceRecord())
    let old = occurrences[row]
    occurrences[row].take(field, change.value)
    // Restoring the start counts too; otherwise the record would depend on the order of two writes.
    if field == .start && !old.isEverMoved {
      occurrences[row].isEverMoved = true
      moved.append(
        MovedOccurrenceLink(day: change.day, next: movedHeads[place]))
      movedHeads[place] = UInt32(moved.count - 1)
    }
    exceptionChanged(occurrence, from: old, &shared, nutrition)
    return .changed
  }

  /// SCH-7: stored under the conflict's identity, so it applies while the cause is the same.
  mutating func changeConflict(_ fact: Fact, _ shared: inout SharedState) -> Effect {
    let identity = Digest128(first: fact.entity.raw, second: fact.payload.first)
    guard let field = UInt8(exactly: fact.payload.second >> 32).flatMap(ConflictField.init) else {
      return .superseded
    }
    // 110 bits of the identity are enough to tell conflicts apart, and fit into a key.
    let key = FieldKey(
      .conflictFieldSet, of: fact.entity,
      detail: (identity.second & (1 << 46 - 1)) << 2 | UInt64(field.rawValue))
    guard shared.write(fact, to: key) else { return .superseded }
    let row = conflicts.place(
      of: RowKey(identity.first, identity.second), orAdd: ConflictRecord())
    conflicts[row].take(field, UInt32(truncatingIfNeeded: fact.payload.second))
    return .changed
  }
}

// The keys under which the registers know who wrote a field last.
extension FieldKey {
  init(_ field: SportField, of sport: Entity) {
    self.init(.sportFieldSet, of: sport, detail: UInt64(field.rawValue))
  }

  init(_ field: ClassField, of trainingClass: Entity) {
    self.init(.classFieldSet, of: trainingClass, detail: UInt64(field.rawValue))
  }

  init(_ field: OccurrenceField, of occurrence: OccurrenceID) {
    self.init(
      .occurrenceFieldSet, of: occurrence.trainingClass,
      detail: UInt64(field.rawValue) << 32 | occurrence.day.packed)
  }
}
