import Base
import Chronology
import DomainCore

/// Whether a state shows a write to a field, where no later write wins.
///
/// It reads what a screen reads, and not the registers, which only know the last author. Nil for
/// fields that are not checked here.
enum FieldVisibility {
  static func shows(_ fact: Fact, in state: borrowing ScopeState) -> Bool? {
    switch fact.kind.area {
    case .schedule: showsSchedule(fact, in: state)
    case .training: showsTraining(fact, in: state)
    case .academics: showsSchool(fact, in: state)
    case .notifications: showsSettings(fact, in: state)
    case .groups: showsSeat(fact, in: state)
    default: showsPerson(fact, in: state)
    }
  }

  // MARK: Schedule

  private static func showsSchedule(_ fact: Fact, in state: borrowing ScopeState) -> Bool? {
    switch fact.kind {
    case .sportFieldSet:
      return state.schedule.sport(fact.entity).map { shows(fact, of: $0) } ?? false
    case .classFieldSet:
      return state.schedule.trainingClass(fact.entity).map { shows(fact, of: $0) } ?? false
    case .classRuleSet:
      return state.schedule.trainingClass(fact.entity)?.recurrence.payload
        == PackedRecurrence(fact.payload).payload
    case .participantSet:
      let isIn = fact.payload.first & 1 == 1
      if let sport = state.schedule.sport(fact.entity) {
        return sport.players.contains(fact.subject) == isIn
      }
      return state.schedule.trainingClass(fact.entity)?.participants.contains(fact.subject) == isIn
    case .occurrenceFieldSet:
      let change = OccurrenceChange(fact.payload)
      return shows(change, in: state.schedule.record(of: OccurrenceID(fact.entity, change.day)))
    case .attendanceSet:
      let mark = AttendancePayload(fact.payload)
      return state.shared.attended(OccurrenceID(fact.entity, mark.day), by: fact.subject)
        == mark.attended
    case .conflictFieldSet:
      let kept = state.schedule.conflicts.row(of: RowKey(fact.entity.raw, fact.payload.first))
      let value = UInt32(truncatingIfNeeded: fact.payload.second)
      switch UInt8(exactly: fact.payload.second >> 32).flatMap(ConflictField.init) {
      case .acknowledged: return kept?.isAcknowledged == (value != 0)
      case .note: return kept?.note.raw == value
      case .handled: return kept?.isHandled == (value != 0)
      case nil: return nil
      }
    default: return nil
    }
  }

  private static func shows(_ fact: Fact, of sport: Sport) -> Bool {
    let change = FieldChange(fact.payload)
    let text = TextHandle(UInt32(truncatingIfNeeded: change.value))
    return switch change.sportField {
    case .name: sport.name == text
    case .category: sport.category == text
    case .team: sport.team == text
    case .coachName: sport.coachName == text
    case .coachContact: sport.coachContact == text
    case .place: sport.place == text
    case .icon: UInt64(sport.icon) == change.value
    case .season: sport.season.packed == change.value
    case .archived: sport.isArchived == (change.value != 0) && sport.archivedDay == fact.day
    case nil: true
    }
  }

  private static func shows(_ fact: Fact, of made: TrainingClass) -> Bool {
    let change = FieldChange(fact.payload)
    let text = TextHandle(UInt32(truncatingIfNeeded: change.value))
    return switch change.classField {
    case .type: UInt64(made.type.rawValue) == change.value
    case .start: made.start.packed == change.value
    case .duration: UInt64(made.durationMinutes) == change.value
    case .place: made.place.packed == change.value
    case .notes: made.notes == text
    case .equipment: made.equipment == text
    case nil: true
    }
  }

  private static func shows(_ change: OccurrenceChange, in record: OccurrenceRecord) -> Bool {
    let text = TextHandle(UInt32(truncatingIfNeeded: change.value))
    return switch change.field {
    case .cancelled: record.isCancelled == (change.value != 0)
    case .start: record.movedPacked == change.value
    case .duration: UInt64(record.durationMinutes) == change.value
    case .place: record.placePacked == change.value
    case .notes: record.notes == text
    case .dropOffNote: record.dropOffNote == text
    case .pickUpNote: record.pickUpNote == text
    case .dropOffHandled: record.isDropOffHandled == (change.value != 0)
    case .pickUpHandled: record.isPickUpHandled == (change.value != 0)
    case .title: record.title == text
    case nil: true
    }
  }

  // MARK: Training and school

  private static func showsTraining(_ fact: Fact, in state: borrowing ScopeState) -> Bool? {
    let change = TrainingChange(fact.payload, hasDay: fact.kind == .sessionChanged)
    let text = TextHandle(UInt32(truncatingIfNeeded: change.value))
    switch fact.kind {
    case .wellnessSet:
      let index = state.index(of: fact.day)
      guard index >= 0 else { return nil }
      let (row, score) = (state.personDay(fact.subject, index), WellnessScore(fact.payload))
      return row.mental == score.mental && row.physical == score.physical && row.hasCheckIn
    case .sessionChanged: return showsSession(change, fact, in: state)
    case .templateChanged:
      guard let template = state.training.template(fact.entity) else { return false }
      switch TemplateField(rawValue: change.field) {
      case .title: return template.title == text
      case .recurrence: return template.recurrence.packed == change.value
      case .time:
        let time = SessionTime(packed: change.value)
        return template.minuteOfDay == time.minuteOfDay && template.minutes == time.minutes
      case .character: return template.character.packed == change.value & 0xFFFF
      case .deletion: return template.isDeleted
      case .exercise, nil: return nil
      }
    case .assignmentChanged:
      guard let assignment = state.training.assignment(fact.entity) else { return false }
      switch AssignmentField(rawValue: change.field) {
      case .title: return assignment.title == text
      case .time: return assignment.time == SessionTime(packed: change.value)
      case .place: return assignment.place == text
      case .completion: return assignment.report == EffortReport(packed: change.value)
      case .withdrawal: return assignment.isWithdrawn
      case nil: return nil
      }
    default: return nil
    }
  }

  private static func showsSession(
    _ change: TrainingChange, _ fact: Fact, in state: borrowing ScopeState
  ) -> Bool? {
    let key = change.key(of: fact.entity)
    let text = TextHandle(UInt32(truncatingIfNeeded: change.value))
    guard let session = state.training.session(key) else { return false }
    switch SessionField(rawValue: change.field) {
    case .title: return session.title == text
    case .time: return session.time == SessionTime(packed: change.value)
    case .character: return session.character == SessionCharacter(packed: change.value)
    case .focus: return session.focus == text
    case .notes: return session.notes == text
    case .completion: return session.report == EffortReport(packed: change.value)
    case .deletion: return session.isDeleted
    case .exercise:
      let plan = ExercisePlan(packed: change.value, sets: change.sets)
      let shown = state.training.exercise(change.exercise, of: key)
      return change.sets == 0 ? shown == nil : shown == plan
    case .set:
      let isPlanned = state.training.exercise(change.exercise, of: key).map { change.set < $0.sets }
      guard isPlanned == true else { return nil }
      return state.training.set(change.set, ofExercise: change.exercise, of: key)
        == SetResult(packed: change.value)
    case nil: return nil
    }
  }

  private static func showsSchool(_ fact: Fact, in state: borrowing ScopeState) -> Bool? {
    let (field, value) = (UInt8(truncatingIfNeeded: fact.payload.first), fact.payload.second)
    let text = TextHandle(UInt32(truncatingIfNeeded: value))
    switch fact.kind {
    case .courseChanged:
      guard let course = state.academics.course(fact.entity) else { return false }
      switch CourseField(rawValue: field) {
      case .name: return course.name == text
      case .code: return course.code == text
      case .instructor: return course.instructor == text
      case .meetings: return course.meetings == text
      case .archived: return course.isArchived == (value & 1 == 1)
      case .deletion: return course.isDeleted
      case .term: return course.term?.packed ?? 0 == value
      case .firstMeeting: return course.meeting(0).packed == value
      case .secondMeeting: return course.meeting(1).packed == value
      case .thirdMeeting: return course.meeting(2).packed == value
      case .fourthMeeting: return course.meeting(3).packed == value
      case nil: return nil
      }
    case .academicItemChanged:
      guard let item = state.academics.academicItem(fact.entity) else { return false }
      switch AcademicItemField(rawValue: field) {
      case .title: return item.title == text
      case .course: return item.course.raw == value
      case .kind: return UInt64(item.kind.rawValue) == value
      case .due: return item.due == DueTime(packed: value)
      case .priority: return UInt64(item.priority.rawValue) == value
      case .notes: return item.notes == text
      case .done: return item.isDone == (value & 1 == 1)
      case .archived: return item.isArchived == (value & 1 == 1)
      case .deletion: return item.isDeleted
      case nil: return nil
      }
    default: return nil
    }
  }

  // MARK: People

  private static func showsSettings(_ fact: Fact, in state: borrowing ScopeState) -> Bool? {
    let settings = state.shared.notificationSettings(of: fact.subject)
    let value = fact.payload.first
    switch fact.kind {
    case .notificationChannelsSet:
      let kind = NotificationKind(rawValue: UInt8(truncatingIfNeeded: value))
      return kind.map {
        settings.channels(for: $0).rawValue == UInt8(truncatingIfNeeded: fact.payload.second)
      }
    case .quietHoursSet:
      return settings.quiet == (value >> 32 & 1 == 1 ? QuietHours(packed: value) : nil)
    case .doNotDisturbSet: return settings.silentUntil.milliseconds == Int64(clamping: value)
    case .leadMinutesSet where fact.payload.second == 0:
      return NotificationSettings.packed(leadMinutes: settings.leadMinutes) == value
    case .leadMinutesSet:
      return ClassType(rawValue: UInt8(truncatingIfNeeded: fact.payload.second - 1)).map {
        let shown = state.shared.leadMinutes(of: fact.subject, for: $0)
        return NotificationSettings.packed(leadMinutes: shown) == value
      }
    default: return nil
    }
  }

  private static func showsSeat(_ fact: Fact, in state: borrowing ScopeState) -> Bool? {
    guard !state.group.head.isDeleted else { return nil }
    let text = TextHandle(UInt32(truncatingIfNeeded: fact.payload.first))
    let isOn = fact.payload.first & 1 == 1
    if fact.kind == .groupNameSet { return state.group.head.name == text }
    let place = Int(fact.author.index)
    guard fact.author != .newcomer else { return nil }
    guard place < state.group.seats.count else { return false }
    return switch fact.kind {
    case .groupDisplayNameSet: state.group.seats[place].name == text
    case .groupConsentSet: state.group.seats[place].consents == isOn
    case .groupSharingSet: state.group.seats[place].shares == isOn
    default: nil
    }
  }

  private static func showsPerson(_ fact: Fact, in state: borrowing ScopeState) -> Bool? {
    let value = fact.payload.first
    let text = TextHandle(UInt32(truncatingIfNeeded: value))
    switch fact.kind {
    case .profileFieldSet:
      switch ProfileField(rawValue: UInt8(truncatingIfNeeded: fact.entity.raw)) {
      case .born:
        return state.member(fact.subject).born.number == Int32(truncatingIfNeeded: value)
      case .sex:
        return state.families.sex(of: fact.subject, state.shared).map { UInt64($0.rawValue) }
          == value
      case .some(let field):
        return state.families.profileText(field, of: fact.subject, state.shared) == text
      case nil: return nil
      }
    case .rosterSet:
      // FAM-10: only a coach has a roster, and only current athletes are on it.
      let coach = MemberHandle(UInt16(truncatingIfNeeded: fact.payload.second))
      guard Int(coach.index) < state.memberCount else { return nil }
      let mayBe =
        state.member(coach).role == .coach && state.member(coach).isActive
        && state.member(fact.subject).role == .athlete && state.member(fact.subject).isActive
      return state.shared.isOnRoster(coach: coach, athlete: fact.subject) == (mayBe && value != 0)
    case .workoutSharingSet:
      return state.families.sharesWorkouts(fact.subject, state.shared) == (value != 0)
    case .favoriteMealSet:
      return state.nutrition.favorite(of: fact.subject, slot: Int(fact.entity.raw)).value
        == fact.payload
    case .leaderboardSet: return state.rewards.hasLeaderboard == (value != 0)
    case .trophyGiven:
      return state.rewards.customTrophy(fact.entity).map {
        state.rewards.holds($0, fact.subject, state.shared)
      } == (value == 1)
    case .goalTextSet:
      let text = UInt8(exactly: value).flatMap(GoalText.init)
      return text.map {
        state.goals.goalText($0, of: fact.entity, state.shared).raw
          == UInt32(truncatingIfNeeded: fact.payload.second)
      }
    case .goalAttendanceSet:
      guard let goal = state.goals.goal(fact.entity), !goal.isDeleted, goal.type == .attendance
      else {
        return nil
      }
      return goal.attendance == AttendanceRule(fact.payload)
    case .foodTextSet:
      let change = FoodTextChange(fact.payload)
      guard let field = change.field, let entry = state.nutrition.foodEntry(fact.entity) else {
        return nil
      }
      return state.nutrition.text(field, of: entry, state.shared) == change.text
    case .goalMetricSet:
      guard let goal = state.goals.goal(fact.entity), !goal.isDeleted, goal.type == .nutrition
      else {
        return nil
      }
      let set = GoalMetric(fact.payload)
      return goal.metric == set.metric && goal.metricAmount == set.amount
    default: return nil
    }
  }
}
