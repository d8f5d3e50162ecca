public import Chronology

extension ScheduleArea {
  /// FAM-2: a parent does everything; what others may is named where it is decided.
  public static func decide(
    _ code: ScheduleCode, _ fact: Fact, at place: DecisionPlace, now: Instant,
    on state: borrowing ScopeState
  ) -> Refusal? {
    switch code {
    case .attendanceSet: return decideAttendance(fact, on: state)
    case .occurrenceFieldSet: return decideOccurrence(fact, on: state)
    case .dutyClaimed: return decideDuty(.claimed, fact, at: place, on: state)
    case .dutyReleased: return decideDuty(.released, fact, at: place, on: state)
    case .dutyAssigned: return decideDuty(.assigned, fact, at: place, on: state)
    case .dutyCoverageSet: return decideDuty(.coverageSet, fact, at: place, on: state)
    case .dutySwapChanged: return decideDuty(.swapChanged, fact, at: place, on: state)
    case .sportCreated:
      return decideManaging(fact, on: state)
        ?? decideNewSport(SportCreation(fact.payload), fact, on: state)
    case .sportFieldSet:
      return decideManaging(fact, on: state) ?? decideSport(fact.entity, on: state)
        ?? decideSportField(fact, on: state)
    case .sportDeleted:
      // Two devices that delete the same sport agree; the second finds it so and is not refused.
      let refusal = decideSport(fact.entity, on: state)
      return decideManaging(fact, on: state)
        ?? (place == .server && refusal == .sportDeleted ? nil : refusal)
    case .classCreated:
      return decideManaging(fact, on: state)
        ?? decideNewClass(ClassCreation(fact.payload), fact, on: state)
    case .classFieldSet:
      return decideManaging(fact, on: state) ?? decideClass(fact.entity, on: state)
        ?? decideClassField(fact, on: state)
    case .classRuleSet:
      let recurrence = PackedRecurrence(fact.payload)
      return decideManaging(fact, on: state) ?? decideClass(fact.entity, on: state)
        ?? (recurrence.isOnce || recurrence.rule != nil ? nil : .recurrenceInvalid)
    case .classDeleted:
      let refusal = decideClass(fact.entity, on: state)
      return decideManaging(fact, on: state)
        ?? (place == .server && refusal == .classDeleted ? nil : refusal)
    case .participantSet:
      return decideManaging(fact, on: state) ?? decideParticipantSet(fact, on: state)
    case .conflictFieldSet:
      let field = UInt8(exactly: fact.payload.second >> 32).flatMap(ConflictField.init)
      return decideManaging(fact, on: state) ?? (field == nil ? .valueNotPossible : nil)
    }
  }
}

private func decideManaging(_ fact: Fact, on state: borrowing ScopeState) -> Refusal? {
  Permissions.mayManage(state.member(fact.author)) ? nil : .parentNeeded
}

private func decideNewSport(
  _ creation: SportCreation, _ fact: Fact, on state: borrowing ScopeState
) -> Refusal? {
  if creation.name == .empty { return .sportNameEmpty }
  return decideSeason(creation.season, on: state) ?? decideParticipant(fact.subject, on: state)
}

// MARK: Sports and classes

func decideSport(_ sport: Entity, on state: borrowing ScopeState) -> Refusal? {
  guard let sport = state.schedule.sport(sport) else { return .sportUnknown }
  return sport.isDeleted ? .sportDeleted : nil
}

/// SCH-1: a class of a deleted sport is deleted too, and nothing brings it back.
func decideClass(_ trainingClass: Entity, on state: borrowing ScopeState) -> Refusal? {
  guard let made = state.schedule.trainingClass(trainingClass) else { return .classUnknown }
  return state.schedule.isAlive(made) ? nil : .classDeleted
}

/// SCH-1: a season lies within ten years of the family's first day, before it as well, because a
/// family may begin in the middle of one.
private func decideSeason(_ season: Season, on state: borrowing ScopeState) -> Refusal? {
  guard isPlausible(season.first, on: state), isPlausible(season.last, on: state) else {
    return .dayOutOfRange
  }
  return season.first <= season.last ? nil : .seasonInvalid
}

private func isPlausible(_ day: LocalDay, on state: borrowing ScopeState) -> Bool {
  (-3_660..<3_660).contains(state.index(of: day)) && day.number >= 0
}

private func decideSportField(_ fact: Fact, on state: borrowing ScopeState) -> Refusal? {
  let change = FieldChange(fact.payload)
  switch change.sportField {
  case .name:
    guard change.value <= UInt64(UInt32.max) else { return .valueNotPossible }
    return change.value == 0 ? .sportNameEmpty : nil
  case .category, .team, .coachName, .coachContact, .place:
    return change.value <= UInt64(UInt32.max) ? nil : .valueNotPossible
  case .icon: return change.value <= UInt64(UInt16.max) ? nil : .valueNotPossible
  case .archived: return change.value <= 1 ? nil : .valueNotPossible
  case .season: return decideSeason(Season(packed: change.value), on: state)
  case nil: return .valueNotPossible
  }
}

/// Who takes part trains: a child, or an athlete in a scope of their own.
private func decideParticipant(_ member: MemberHandle, on state: borrowing ScopeState) -> Refusal? {
  let role = state.member(member).role
  let trains = role == .child || role == .athlete
  return trains && Int(member.index) < MemberSet.capacity ? nil : .participantNotAllowed
}

private func decideParticipantSet(_ fact: Fact, on state: borrowing ScopeState) -> Refusal? {
  if state.schedule.trainingClass(fact.entity) != nil {
    if let refusal = decideClass(fact.entity, on: state) { return refusal }
  } else if let refusal = decideSport(fact.entity, on: state) {
    return refusal
  }
  guard fact.payload.first <= 1 else { return .valueNotPossible }
  return decideParticipant(fact.subject, on: state)
}

private func decideNewClass(
  _ creation: ClassCreation, _ fact: Fact, on state: borrowing ScopeState
) -> Refusal? {
  if let refusal = decideSport(creation.sport, on: state) { return refusal }
  guard TrainingClass.durationRange.contains(UInt64(creation.durationMinutes)) else {
    return .classTimeInvalid
  }
  return decideStart(creation.start, sport: creation.sport, on: state)
    ?? decideParticipant(fact.subject, on: state)
}

/// SCH-1: a series starts in its sport's season; where later edits of the season leave it is
/// theirs to say.
private func decideStart(
  _ start: ClassStart, sport: Entity, on state: borrowing ScopeState
) -> Refusal? {
  guard start.isWellFormed else { return .classTimeInvalid }
  guard let sport = state.schedule.sport(sport), sport.days.contains(start.day) else {
    return .outsideSeason
  }
  return nil
}

private func decideClassField(_ fact: Fact, on state: borrowing ScopeState) -> Refusal? {
  let change = FieldChange(fact.payload)
  switch change.classField {
  case .type:
    let type = UInt8(exactly: change.value).flatMap(ClassType.init)
    return type == nil ? .valueNotPossible : nil
  case .start:
    guard change.value < 1 << 45, let made = state.schedule.trainingClass(fact.entity) else {
      return .valueNotPossible
    }
    return decideStart(ClassStart(packed: change.value), sport: made.sport, on: state)
  case .duration:
    return TrainingClass.durationRange.contains(change.value) ? nil : .classTimeInvalid
  case .place:
    return ClassPlace(packed: change.value).isWellFormed ? nil : .valueNotPossible
  case .notes, .equipment:
    return change.value <= UInt64(UInt32.max) ? nil : .valueNotPossible
  case nil:
    return .valueNotPossible
  }
}
