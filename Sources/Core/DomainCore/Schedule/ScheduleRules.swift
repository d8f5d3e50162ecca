public import Chronology

extension ScheduleArea {
  public static func decide(
    _ code: ScheduleCode, _ fact: Fact, at place: DecisionPlace, now: Instant,
    on state: borrowing ScopeState
  ) -> Refusal? {
    state.schedule.decide(code, fact, at: place, state.shared)
  }
}

extension ScheduleState {
  /// FAM-2: a parent may do everything; the other roles are checked where each fact is decided.
  func decide(
    _ code: ScheduleCode, _ fact: Fact, at place: DecisionPlace, _ shared: borrowing SharedState
  ) -> Refusal? {
    switch code {
    case .attendanceSet: return decideAttendance(fact, shared)
    case .occurrenceFieldSet: return decideOccurrence(fact, shared)
    case .dutyClaimed: return decideDuty(.claimed, fact, at: place, shared)
    case .dutyReleased: return decideDuty(.released, fact, at: place, shared)
    case .dutyAssigned: return decideDuty(.assigned, fact, at: place, shared)
    case .dutyCoverageSet: return decideDuty(.coverageSet, fact, at: place, shared)
    case .dutySwapChanged: return decideDuty(.swapChanged, fact, at: place, shared)
    case .sportCreated:
      return decideManaging(fact, shared)
        ?? decideNewSport(SportCreation(fact.payload), fact, shared)
    case .sportFieldSet:
      return decideManaging(fact, shared) ?? decideSport(fact.entity)
        ?? decideSportField(fact, shared)
    case .sportDeleted:
      // Two devices that delete the same sport agree; the second delete is not refused.
      let refusal = decideSport(fact.entity)
      return decideManaging(fact, shared)
        ?? (place == .server && refusal == .sportDeleted ? nil : refusal)
    case .classCreated:
      return decideManaging(fact, shared)
        ?? decideNewClass(ClassCreation(fact.payload), fact, shared)
    case .classFieldSet:
      return decideManaging(fact, shared) ?? decideClass(fact.entity)
        ?? decideClassField(fact)
    case .classRuleSet:
      let recurrence = PackedRecurrence(fact.payload)
      return decideManaging(fact, shared) ?? decideClass(fact.entity)
        ?? (recurrence.isOnce || recurrence.rule != nil ? nil : .recurrenceInvalid)
    case .classDeleted:
      let refusal = decideClass(fact.entity)
      return decideManaging(fact, shared)
        ?? (place == .server && refusal == .classDeleted ? nil : refusal)
    case .participantSet:
      return decideManaging(fact, shared) ?? decideParticipantSet(fact, shared)
    case .conflictFieldSet:
      let field = UInt8(exactly: fact.payload.second >> 32).flatMap(ConflictField.init)
      return decideManaging(fact, shared) ?? (field == nil ? .valueNotPossible : nil)
    }
  }

  private func decideManaging(_ fact: Fact, _ shared: borrowing SharedState) -> Refusal? {
    Permissions.mayManage(shared.member(fact.author)) ? nil : .parentNeeded
  }

  private func decideNewSport(
    _ creation: SportCreation, _ fact: Fact, _ shared: borrowing SharedState
  ) -> Refusal? {
    if creation.name == .empty { return .sportNameEmpty }
    return decideSeason(creation.season, shared) ?? decideParticipant(fact.subject, shared)
  }

  // MARK: Sports and classes

  func decideSport(_ sport: Entity) -> Refusal? {
    guard let sport = self.sport(sport) else { return .sportUnknown }
    return sport.isDeleted ? .sportDeleted : nil
  }

  /// SCH-1: a class of a deleted sport is deleted too, and nothing restores it.
  func decideClass(_ trainingClass: Entity) -> Refusal? {
    guard let made = self.trainingClass(trainingClass) else { return .classUnknown }
    return isAlive(made) ? nil : .classDeleted
  }

  /// SCH-1: a season is within ten years of the family's first day, also before it, because a
  /// family may begin in the middle of a season.
  private func decideSeason(_ season: Season, _ shared: borrowing SharedState) -> Refusal? {
    guard isPlausible(season.first, shared), isPlausible(season.last, shared) else {
      return .dayOutOfRange
    }
    return season.first <= season.last ? nil : .seasonInvalid
  }

  private func isPlausible(_ day: LocalDay, _ shared: borrowing SharedState) -> Bool {
    (-3_660..<3_660).contains(shared.index(of: day)) && day.number >= 0
  }

  private func decideSportField(_ fact: Fact, _ shared: borrowing SharedState) -> Refusal? {
    let change = FieldChange(fact.payload)
    switch change.sportField {
    case .name:
      guard change.value <= UInt64(UInt32.max) else { return .valueNotPossible }
      return change.value == 0 ? .sportNameEmpty : nil
    case .category, .team, .coachName, .coachContact, .place:
      return change.value <= UInt64(UInt32.max) ? nil : .valueNotPossible
    case .icon: return change.value <= UInt64(UInt16.max) ? nil : .valueNotPossible
    case .archived: return change.value <= 1 ? nil : .valueNotPossible
    case .season: return decideSeason(Season(packed: change.value), shared)
    case nil: return .valueNotPossible
    }
  }

  /// Participants train: children, or an athlete in a scope of their own.
  private func decideParticipant(_ member: MemberHandle, _ shared: borrowing SharedState)
    -> Refusal?
  {
    let role = shared.member(member).role
    let trains = role == .child || role == .athlete
    return trains && Int(member.index) < MemberSet.capacity ? nil : .participantNotAllowed
  }

  private func decideParticipantSet(_ fact: Fact, _ shared: borrowing SharedState) -> Refusal? {
    if trainingClass(fact.entity) != nil {
      if let refusal = decideClass(fact.entity) { return refusal }
    } else if let refusal = decideSport(fact.entity) {
      return refusal
    }
    guard fact.payload.first <= 1 else { return .valueNotPossible }
    return decideParticipant(fact.subject, shared)
  }

  private func decideNewClass(
    _ creation: ClassCreation, _ fact: Fact, _ shared: borrowing SharedState
  ) -> Refusal? {
    if let refusal = decideSport(creation.sport) { return refusal }
    guard TrainingClass.durationRange.contains(UInt64(creation.durationMinutes)) else {
      return .classTimeInvalid
    }
    return decideStart(creation.start, sport: creation.sport)
      ?? decideParticipant(fact.subject, shared)
  }

  /// SCH-1: a series starts in its sport's season; a later edit of the season may leave it outside.
  private func decideStart(
    _ start: ClassStart, sport: Entity
  ) -> Refusal? {
    guard start.isWellFormed else { return .classTimeInvalid }
    guard let sport = self.sport(sport), sport.days.contains(start.day) else {
      return .outsideSeason
    }
    return nil
  }

  private func decideClassField(_ fact: Fact) -> Refusal? {
    let change = FieldChange(fact.payload)
    switch change.classField {
    case .type:
      let type = UInt8(exactly: change.value).flatMap(ClassType.init)
      return type == nil ? .valueNotPossible : nil
    case .start:
      guard change.value < 1 << 45, let made = trainingClass(fact.entity) else {
        return .valueNotPossible
      }
      return decideStart(ClassStart(packed: change.value), sport: made.sport)
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
}
