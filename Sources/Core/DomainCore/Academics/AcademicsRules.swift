public import Chronology

extension AcademicsArea {
  /// ACA-1: a parent acts for every member, a child for itself once it may log, an athlete for
  /// itself.
  public static func decide(
    _ code: AcademicCode, _ fact: Fact, at place: DecisionPlace, now: Instant,
    on state: borrowing ScopeState
  ) -> Refusal? {
    if let refusal = decideLogging(fact, on: state) { return refusal }
    switch code {
    case .courseCreated:
      return fact.payload.first & 0xFFFF_FFFF == 0 ? .titleMissing : nil
    case .courseChanged: return state.academics.decideCourse(fact)
    case .academicItemCreated:
      let draft = AcademicItemDraft(fact.payload)
      guard draft.title != .empty else { return .titleMissing }
      guard AcademicItemDraft.isWellFormed(fact.payload) else { return .dueOutOfRange }
      return decideDue(draft.due, state.shared)
        ?? state.academics.decideCourse(of: fact, draft.course)
    case .academicItemChanged: return state.academics.decideAcademicItem(fact, state.shared)
    }
  }
}

extension AcademicsState {
  func decideCourse(_ fact: Fact) -> Refusal? {
    guard let course = course(fact.entity), course.owner == fact.subject,
      let field = CourseField(rawValue: UInt8(truncatingIfNeeded: fact.payload.first))
    else { return .courseUnknown }
    // Two devices may delete the same course; the second delete changes nothing.
    if field == .deletion { return nil }
    guard !course.isDeleted else { return .courseDeleted }
    let value = fact.payload.second
    switch field {
    case .name: return value & 0xFFFF_FFFF == 0 ? .titleMissing : nil
    case .term: return CourseTerm.isWellFormed(value) ? nil : .timetableImpossible
    case .firstMeeting, .secondMeeting, .thirdMeeting, .fourthMeeting:
      return CourseMeeting.isWellFormed(value) ? nil : .timetableImpossible
    case .code, .instructor, .meetings, .archived, .deletion: return nil
    }
  }

  func decideAcademicItem(_ fact: Fact, _ shared: borrowing SharedState) -> Refusal? {
    guard let item = academicItem(fact.entity), item.owner == fact.subject,
      let field = AcademicItemField(rawValue: UInt8(truncatingIfNeeded: fact.payload.first))
    else { return .academicItemUnknown }
    if field == .deletion { return nil }
    guard !item.isDeleted, course(item.course)?.isDeleted != true else {
      return .academicItemDeleted
    }
    let value = fact.payload.second
    switch field {
    case .title: return value & 0xFFFF_FFFF == 0 ? .titleMissing : nil
    case .course: return decideCourse(of: fact, Entity(raw: value))
    case .kind: return value < UInt64(AcademicItemKind.allCases.count) ? nil : .academicItemUnknown
    case .due: return decideDue(DueTime(packed: value), shared)
    case .priority:
      return value < UInt64(AcademicPriority.allCases.count) ? nil : .academicItemUnknown
    case .notes, .done, .archived, .deletion: return nil
    }
  }

  /// Whether the course that an item is assigned to belongs to the subject.
  func decideCourse(of fact: Fact, _ course: Entity) -> Refusal? {
    if course == .none { return nil }
    guard let known = self.course(course), known.owner == fact.subject else {
      return .courseUnknown
    }
    return known.isDeleted ? .courseDeleted : nil
  }
}

private func decideDue(_ due: DueTime, _ shared: borrowing SharedState) -> Refusal? {
  due.minuteOfDay < 1_440 && shared.covers(due.day) ? nil : .dueOutOfRange
}
