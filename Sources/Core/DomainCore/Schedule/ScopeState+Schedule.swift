import Base
public import Chronology

/// Sports, classes, occurrences and duties.
public enum ScheduleArea: Area {
  public static func fold(
    _ code: ScheduleCode, _ fact: Fact, committed: Instant, into state: inout ScopeState
  ) -> Effect {
    let effect =
      switch code {
      case .sportCreated: state.createSport(fact)
      case .sportFieldSet: state.changeSport(fact)
      case .sportDeleted: state.deleteSport(fact)
      case .classCreated: state.createClass(fact)
      case .classFieldSet: state.changeClass(fact)
      case .classRuleSet: state.changeRecurrence(fact)
      case .classDeleted: state.deleteClass(fact)
      case .participantSet: state.changeParticipant(fact)
      case .occurrenceFieldSet: state.changeOccurrence(fact)
      case .attendanceSet: state.changeAttendance(fact)
      case .conflictFieldSet: state.changeConflict(fact)
      case .dutyClaimed: state.handOver(.claimed, fact)
      case .dutyReleased: state.handOver(.released, fact)
      case .dutyAssigned: state.handOver(.assigned, fact)
      case .dutyCoverageSet: state.handOver(.coverageSet, fact)
      case .dutySwapChanged: state.handOver(.swapChanged, fact)
      }
    if effect == .changed {
      if movesPlan(code) { state.planChanged() }
      state.seriesChanged(code, by: fact)
    }
    return effect
  }

  /// Whether what takes place, who takes part or who came may be another afterwards; who drives
  /// matters to nobody who counts.
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

extension ScopeState {
  /// GOAL-3: of the plan, only goals that are a share of it want to know.
  mutating func planChanged() {
    if goals.hasShares { areaEvents.append(.planChanged) }
  }

  /// NUT-2: tells of whoever a changed series is for, that they are to train on other days.
  mutating func seriesChanged(_ code: ScheduleCode, by fact: Fact) {
    switch code {
    case .sportFieldSet, .sportDeleted:
      if code == .sportFieldSet {
        let field = FieldChange(fact.payload).sportField
        guard field == .season || field == .archived else { return }
      }
      var players = MemberSet()
      for place in 0..<schedule.classes.count where schedule.classes[place].sport == fact.entity {
        players.formUnion(schedule.classes[place].participants)
      }
      seriesChanged(for: players)
    case .classCreated:
      guard let place = schedule.classes.place(of: RowKey(fact.identity.raw)) else { return }
      notePlanned(at: place, for: fact.subject)
      let reach = ActivityLevel.windowDays - 1
      notifyPlanChange(
        of: fact.subject, from: schedule.classes[place].start.day.adding(days: -reach))
    case .classFieldSet where FieldChange(fact.payload).classField != .start: break
    case .classFieldSet, .classRuleSet, .classDeleted:
      seriesChanged(for: schedule.trainingClass(fact.entity)?.participants ?? MemberSet())
    case .participantSet:
      if schedule.trainingClass(fact.entity) != nil {
        seriesChanged(for: MemberSet([fact.subject]))
      }
    case .sportCreated, .occurrenceFieldSet, .attendanceSet, .conflictFieldSet, .dutyClaimed,
      .dutyReleased, .dutyAssigned, .dutyCoverageSet, .dutySwapChanged:
      break
    }
  }

  private mutating func seriesChanged(for players: MemberSet) {
    for person in players {
      schedule.plannedDays.forget(person)
      notifyPlanChange(of: person, from: firstDay)
    }
  }

  private mutating func notifyPlanChange(of person: MemberHandle, from first: LocalDay) {
    guard hasNutritionTarget(person) else { return }
    let last = firstDay.adding(days: dayCapacity)
    areaEvents.append(.needsChanged(person, first: max(first, firstDay), last: last))
  }

  // MARK: Sports

  mutating func createSport(_ fact: Fact) -> Effect {
    guard schedule.sports.add(Sport(created: fact), madeBy: fact) else { return .superseded }
    accountOnce(fact)
    return .changed
  }

  mutating func changeSport(_ fact: Fact) -> Effect {
    let change = FieldChange(fact.payload)
    guard let place = schedule.sports.place(of: RowKey(fact.entity.raw)),
      let field = change.sportField
    else { return .superseded }
    // SCH-1: the day of an archiving is part of what is said: the author's own.
    let value = Payload(change.value, field == .archived ? fact.day.packed : 0)
    let key = FieldKey(field, of: fact.entity)
    guard write(fact, to: key, value: value) else { return .superseded }
    schedule.sports[place].take(field, change.value, on: fact.day)
    return .changed
  }

  /// Of two deletes the later one is remembered, so that their order does not matter.
  mutating func deleteSport(_ fact: Fact) -> Effect {
    guard let place = schedule.sports.place(of: RowKey(fact.entity.raw)),
      write(fact, to: FieldKey(.sportDeleted, of: fact.entity), value: Payload(1)),
      !schedule.sports[place].isDeleted
    else { return .superseded }
    schedule.sports[place].isDeleted = true
    return .changed
  }

  // MARK: Classes

  mutating func createClass(_ fact: Fact) -> Effect {
    guard schedule.classes.add(TrainingClass(created: fact), madeBy: fact) else {
      return .superseded
    }
    schedule.movedHeads.append(.max)
    accountOnce(fact)
    return .changed
  }

  mutating func changeClass(_ fact: Fact) -> Effect {
    let change = FieldChange(fact.payload)
    guard let place = schedule.classes.place(of: RowKey(fact.entity.raw)),
      let field = change.classField, write(fact, to: FieldKey(field, of: fact.entity))
    else { return .superseded }
    schedule.classes[place].take(field, change.value)
    return .changed
  }

  mutating func changeRecurrence(_ fact: Fact) -> Effect {
    guard let place = schedule.classes.place(of: RowKey(fact.entity.raw)),
      write(fact, to: FieldKey(.classRuleSet, of: fact.entity))
    else { return .superseded }
    schedule.classes[place].recurrence = PackedRecurrence(fact.payload)
    return .changed
  }

  mutating func deleteClass(_ fact: Fact) -> Effect {
    guard let place = schedule.classes.place(of: RowKey(fact.entity.raw)),
      write(fact, to: FieldKey(.classDeleted, of: fact.entity), value: Payload(1)),
      !schedule.classes[place].isDeleted
    else { return .superseded }
    schedule.classes[place].isDeleted = true
    return .changed
  }

  /// A register for each child, so that two parents who add two children both have their way. The
  /// day is part of what is said: since when the child takes part.
  mutating func changeParticipant(_ fact: Fact) -> Effect {
    let row = RowKey(fact.entity.raw)
    let key = Self.participantKey(fact.subject, of: fact.entity)
    let takesPart = fact.payload.first & 1 == 1
    let value = Payload(takesPart ? 1 : 0, fact.day.packed)
    if let place = schedule.sports.place(of: row) {
      guard write(fact, to: key, value: value) else { return .superseded }
      schedule.sports[place].players.set(fact.subject, takesPart)
    } else if let place = schedule.classes.place(of: row) {
      guard write(fact, to: key, value: value) else { return .superseded }
      schedule.classes[place].participants.set(fact.subject, takesPart)
    } else {
      return .superseded
    }
    return .changed
  }

  private static func participantKey(_ child: MemberHandle, of entity: Entity) -> FieldKey {
    FieldKey(.participantSet, of: entity, detail: UInt64(child.index))
  }

  /// SCH-2: since when a child takes part in a class: from its beginning if it was made for them.
  func partakesSince(_ child: MemberHandle, in made: TrainingClass) -> LocalDay {
    guard let register = registers[Self.participantKey(child, of: made.entity)] else {
      return LocalDay(number: .min)
    }
    return LocalDay(packed: register.value.second)
  }

  // MARK: Occurrences and conflicts

  /// SCH-4: the exception is kept by the occurrence's original day, whatever the series says.
  mutating func changeOccurrence(_ fact: Fact) -> Effect {
    let change = OccurrenceChange(fact.payload)
    guard let place = schedule.classes.place(of: RowKey(fact.entity.raw)), let field = change.field
    else { return .superseded }
    let occurrence = OccurrenceID(fact.entity, change.day)
    let key = FieldKey(field, of: occurrence)
    guard write(fact, to: key, value: Payload(change.value)) else { return .superseded }
    let row = schedule.occurrences.place(of: occurrence.rowKey, orAdd: OccurrenceRecord())
    let old = schedule.occurrences[row]
    schedule.occurrences[row].take(field, change.value)
    // Also putting one back counts, or the order of two writes could be told from the record.
    if field == .start && !old.isEverMoved {
      schedule.occurrences[row].isEverMoved = true
      schedule.moved.append(
        ScheduleState.MovedOccurrenceLink(day: change.day, next: schedule.movedHeads[place]))
      schedule.movedHeads[place] = UInt32(schedule.moved.count - 1)
    }
    exceptionChanged(occurrence, from: old)
    return .changed
  }

  /// SCH-7: kept under the conflict's identity, so it holds while the cause is the same.
  mutating func changeConflict(_ fact: Fact) -> Effect {
    let identity = Digest128(first: fact.entity.raw, second: fact.payload.first)
    guard let field = UInt8(exactly: fact.payload.second >> 32).flatMap(ConflictField.init) else {
      return .superseded
    }
    // 110 bits of the identity are enough to tell conflicts apart, and fit into a key.
    let key = FieldKey(
      .conflictFieldSet, of: fact.entity,
      detail: (identity.second & (1 << 46 - 1)) << 2 | UInt64(field.rawValue))
    guard write(fact, to: key) else { return .superseded }
    let row = schedule.conflicts.place(
      of: RowKey(identity.first, identity.second), orAdd: ConflictRecord())
    schedule.conflicts[row].take(field, UInt32(truncatingIfNeeded: fact.payload.second))
    return .changed
  }
}

// Where it is known who wrote a field last.
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
