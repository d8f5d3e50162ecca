// FAM-7: which words of a fact are texts. Every field of a kind is listed by name, so that adding
// one forces a decision on whether people can read it; a test checks that no kind is missing.
extension Fact {
  /// FAM-7: the handles of all texts that the fact carries, so that an export can resolve them.
  /// Some may be empty.
  public var texts: [TextHandle] {
    switch kind.area {
    case .families: familyTexts
    case .habits: habitTexts
    case .nutrition: nutritionTexts
    case .training: trainingTexts
    case .academics: academicTexts
    case .schedule: scheduleTexts
    case .calendar: calendarTexts
    case .goals: goalTexts
    case .rewards: rewardTexts
    case .groups: groupTexts
    case .notifications: []
    }
  }

  /// The words of the payload that are text handles.
  private var first: TextHandle { TextHandle(packed: payload.first) }
  private var second: TextHandle { TextHandle(packed: payload.second) }

  private var familyTexts: [TextHandle] {
    switch kind {
    case .memberAdded: return [MemberAddition(payload).name]
    case .profileFieldSet:
      let field = ProfileField(rawValue: UInt8(truncatingIfNeeded: entity.raw))
      return field?.isText == true ? [first] : []
    default: return []
    }
  }

  private var habitTexts: [TextHandle] {
    switch kind {
    case .habitCreated:
      let creation = HabitCreation(payload)
      return [creation.name.text, creation.category]
    case .habitNameSet: return [HabitName(packed: payload.first).text]
    case .habitDescriptionSet, .habitCategorySet: return [first]
    default: return []
    }
  }

  private var nutritionTexts: [TextHandle] {
    switch kind {
    case .nutritionTemplateCreated, .nutritionTemplateNameSet, .foodTextSet: [first]
    default: []
    }
  }

  private var academicTexts: [TextHandle] {
    switch kind {
    case .courseCreated:
      let creation = CourseCreation(payload)
      return [creation.name, creation.code]
    case .courseChanged:
      switch CourseField(rawValue: UInt8(truncatingIfNeeded: payload.first)) {
      case .name, .code, .instructor, .meetings: return [second]
      case .firstMeeting, .secondMeeting, .thirdMeeting, .fourthMeeting:
        return [CourseMeeting(packed: payload.second).place]
      case .archived, .deletion, .term, nil: return []
      }
    case .academicItemCreated: return [AcademicItemDraft(payload).title]
    case .academicItemChanged:
      switch AcademicItemField(rawValue: UInt8(truncatingIfNeeded: payload.first)) {
      case .title, .notes: return [second]
      case .course, .kind, .due, .priority, .done, .archived, .deletion, nil: return []
      }
    default: return []
    }
  }

  private var goalTexts: [TextHandle] {
    switch kind {
    case .goalCreated:
      let creation = GoalCreation(payload)
      return [creation.title, creation.unit]
    case .goalTitleSet, .goalUnitSet: return [first]
    case .goalTextSet, .goalMilestoneSet: return [second]
    default: return []
    }
  }

  private var rewardTexts: [TextHandle] {
    switch kind {
    case .bonusAwarded: [second]
    case .rewardOffered, .rewardTitleSet, .trophyMade: [first]
    default: []
    }
  }

  private var groupTexts: [TextHandle] {
    switch kind {
    case .groupJoined:
      let join = GroupJoin(payload)
      return [join.displayName, join.groupName]
    case .groupNameSet, .groupDisplayNameSet: return [first]
    default: return []
    }
  }
}

// MARK: Training

extension Fact {
  private var trainingTexts: [TextHandle] {
    switch kind {
    case .sessionCreated, .workoutAssigned: [SessionPlan(payload).title]
    case .templateCreated: [TemplateBlueprint(payload).title]
    case .mobilityLogged: [MobilityLog(logged: self).notes]
    case .sessionChanged: sessionTexts(TrainingChange(payload, hasDay: true))
    case .templateChanged: templateTexts(TrainingChange(payload, hasDay: false))
    case .assignmentChanged: assignmentTexts(TrainingChange(payload, hasDay: false))
    default: []
    }
  }

  private func sessionTexts(_ change: TrainingChange) -> [TextHandle] {
    switch SessionField(rawValue: change.field) {
    case .title, .focus, .notes: [change.text]
    case .exercise: [change.plan.name]
    case .completion: [EffortReport(packed: change.value).notes]
    case .time, .character, .set, .deletion, nil: []
    }
  }

  private func templateTexts(_ change: TrainingChange) -> [TextHandle] {
    switch TemplateField(rawValue: change.field) {
    case .title: [change.text]
    case .exercise: [change.plan.name]
    case .recurrence, .time, .character, .deletion, nil: []
    }
  }

  private func assignmentTexts(_ change: TrainingChange) -> [TextHandle] {
    switch AssignmentField(rawValue: change.field) {
    case .title, .place: [change.text]
    case .completion: [EffortReport(packed: change.value).notes]
    case .time, .withdrawal, nil: []
    }
  }
}

// MARK: Schedule

extension Fact {
  private var scheduleTexts: [TextHandle] {
    switch kind {
    case .sportCreated: return [SportCreation(payload).name]
    case .sportFieldSet:
      switch FieldChange(payload).sportField {
      case .name, .category, .team, .coachName, .coachContact, .place: return [first]
      case .icon, .season, .archived, nil: return []
      }
    case .classFieldSet:
      switch FieldChange(payload).classField {
      case .place: return [ClassPlace(packed: payload.first).text]
      case .notes, .equipment: return [first]
      case .type, .start, .duration, nil: return []
      }
    case .occurrenceFieldSet:
      switch OccurrenceChange(payload).field {
      case .place: return [ClassPlace(packed: payload.first).text]
      case .notes, .title, .dropOffNote, .pickUpNote: return [first]
      case .cancelled, .start, .duration, .dropOffHandled, .pickUpHandled, nil: return []
      }
    case .conflictFieldSet:
      switch UInt8(exactly: payload.second >> 32).flatMap(ConflictField.init) {
      case .note: return [second]
      case .acknowledged, .handled, nil: return []
      }
    default: return []
    }
  }

  private var calendarTexts: [TextHandle] {
    let part = CalendarAddress(payload.second).part
    let field: CalendarField?
    switch kind {
    case .calendarEditImported: field = CalendarField(rawValue: part)
    case .calendarConflictRecorded: field = CalendarConflictPart(part)?.field
    default: field = nil
    }
    switch field {
    case .title, .place, .details: return [first]
    case .start, .duration, .drivers, nil: return []
    }
  }
}
