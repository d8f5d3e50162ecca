import Base
import Chronology

@testable import DomainCore

/// Every kind of fact with every text that it can carry, each text a different one.
///
/// The switches name every kind: a new kind does not compile until this file lists its texts.
struct SampleTexts {
  private(set) var names = NameTable()
  private var count = 0
  /// The texts in the commands created so far.
  private var collected: [TextHandle] = []
  private let day = TestFamily.day(0)
  private let thing = Entity(site: 60, sequence: 1)

  /// Commands of a kind about a person, and the texts in them.
  mutating func commands(
    _ kind: FactKind, about person: MemberHandle
  ) -> (commands: [Command], texts: [TextHandle]) {
    collected = []
    let commands = every(kind, person)
    return (commands, collected)
  }

  /// A text that occurs nowhere else.
  private mutating func text() -> TextHandle {
    count += 1
    collected.append(names.handle(of: "text \(count)"))
    return collected[collected.count - 1]
  }

  private mutating func every(_ kind: FactKind, _ person: MemberHandle) -> [Command] {
    switch kind {
    case .unknown: []
    case .goalCreated, .goalTitleSet, .goalTargetSet, .goalUnitSet, .goalDatesSet, .goalPrioritySet,
      .goalSportSet, .goalProgressSet, .goalCompletedSet, .goalArchivedSet, .goalDeleted,
      .goalMetricSet, .goalTextSet, .goalMilestoneSet, .goalAttendanceSet:
      goals(kind, person)
    case .childMayLogSet: [.setChildMayLog(person, to: true)]
    case .memberJoined: [.join(with: InvitationCode(77), as: .observer, born: day)]
    case .memberAdded:
      [
        .addMember(
          MemberAddition(
            role: .child, born: day, name: text(), sex: .female, weightGrams: 30_000,
            heightMillimeters: 1_300), by: person)
      ]
    case .memberEnded: [.removeMember(person)]
    case .memberActivated: [.activateMember(person)]
    case .memberRoleSet: [.setRole(of: person, to: .observer)]
    case .consentSet: [.setConsent(for: person, given: true)]
    case .invitationMade: [.invite(as: .observer, code: InvitationCode(1), by: person)]
    case .invitationRevoked: [.revokeInvitation(thing, by: person)]
    case .rosterSet: [.setRoster(of: MemberHandle(1), athlete: person, to: true)]
    case .profileFieldSet:
      ProfileField.allCases.map { field in
        field.isText
          ? .setProfile(field, of: person, to: text())
          : field == .born ? .setBorn(day, of: person) : .setSex(.female, of: person)
      }
    case .weightSet: [.setWeight(of: person, on: day, grams: 1)]
    case .heightSet: [.setHeight(of: person, on: day, millimeters: 1)]
    case .workoutSharingSet: [.setWorkoutSharing(of: person, to: true)]
    case .habitCreated, .habitNameSet, .habitDescriptionSet, .habitCategorySet, .habitIconSet,
      .habitRankSet, .habitArchivedSet, .habitDeleted, .habitRestored, .completionSet,
      .habitStartSet:
      habits(kind, person)
    case .photoAnalyzed, .nutritionOverrideSet, .nutritionTemplateCreated,
      .nutritionTemplateValueSet, .nutritionTemplateDeleted, .nutritionTemplateApplied,
      .nutritionTemplateEnded, .nutritionTemplateNameSet, .mealLogged, .favoriteMealSet,
      .waterLogged, .foodChanged, .foodMoved, .foodTextSet, .foodDeleted, .waterImported:
      nutrition(kind, person)
    case .sessionCreated, .sessionGenerated, .sessionChanged, .templateCreated, .templateChanged,
      .workoutAssigned, .assignmentChanged, .workoutLogged, .wellnessSet, .workoutImported,
      .workoutImportRemoved, .mobilityLogged, .trainingLogDeleted:
      training(kind, person)
    case .courseCreated, .courseChanged, .academicItemCreated, .academicItemChanged:
      school(kind, person)
    case .sportCreated, .sportFieldSet, .sportDeleted, .classCreated, .classFieldSet, .classRuleSet,
      .classDeleted, .participantSet, .occurrenceFieldSet, .attendanceSet, .dutyClaimed,
      .dutyReleased, .dutyAssigned, .dutyCoverageSet, .dutySwapChanged, .conflictFieldSet:
      schedule(kind, person)
    case .calendarConnectionSet, .calendarModeSet, .calendarEventMapped, .calendarFieldsExchanged,
      .calendarRevisionSeen, .calendarEditImported, .calendarEventGone, .calendarConflictRecorded,
      .calendarFieldsOverruled:
      calendar(kind, person)
    case .pointsSet, .bonusAwarded, .bonusRevoked, .rewardOffered, .rewardTitleSet, .rewardPriceSet,
      .rewardWithdrawn, .rewardClaimed, .claimCancelled, .leaderboardSet,
      .trophyMade, .trophyGiven:
      rewards(kind, person)
    case .groupJoined, .groupNameSet, .groupMemberRemoved, .groupLeft, .groupDeleted,
      .groupDisplayNameSet, .groupConsentSet, .groupSharingSet, .groupWorkoutShared,
      .groupFeedViewed:
      group(kind, person)
    case .notificationChannelsSet: [.setNotificationChannels([.push], for: .meal, of: person)]
    case .quietHoursSet: [.setQuietHours(QuietHours(from: 1, until: 2), of: person)]
    case .doNotDisturbSet: [.setDoNotDisturb(until: TestFamily.noon(1), of: person)]
    case .leadMinutesSet: [.setLeadMinutes(SIMD4(1, 2, 3, 4), of: person)]
    case .notificationSnoozed: [snooze(person)]
    }
  }

  private func snooze(_ person: MemberHandle) -> Command {
    .snooze(NotificationCause(.meal, about: person), until: TestFamily.noon(1), of: person)
  }

  private mutating func habits(_ kind: FactKind, _ person: MemberHandle) -> [Command] {
    // How a name is compared is not a text.
    switch kind {
    case .habitCreated:
      let name = HabitName(text: text(), folded: TextHandle(0xFFFF))
      return [.createHabit(for: person, name: name, category: text(), icon: 9, rank: 7)]
    case .habitNameSet:
      let name = HabitName(text: text(), folded: TextHandle(0xFFFF))
      return [.renameHabit(thing, of: person, to: name)]
    case .habitDescriptionSet, .habitCategorySet:
      return [.setHabitField(kind, of: thing, owner: person, to: text().raw)]
    default: return [.setHabitField(kind, of: thing, owner: person, to: 9)]
    }
  }

  private mutating func nutrition(_ kind: FactKind, _ person: MemberHandle) -> [Command] {
    let amount = TargetAmount(.water, 2_000)
    let meal = MealPortion(.lunch, MealItem(food: 1, quarters: 4))
    return switch kind {
    case .photoAnalyzed: [.analyzePhoto(for: person)]
    case .nutritionOverrideSet: [.setNutritionTarget(of: person, amount)]
    case .nutritionTemplateCreated: [.createNutritionTemplate(by: person, name: text())]
    case .nutritionTemplateNameSet: [.renameNutritionTemplate(thing, by: person, to: text())]
    case .nutritionTemplateValueSet: [.setNutritionTemplate(thing, by: person, amount)]
    case .nutritionTemplateDeleted: [.deleteNutritionTemplate(thing, by: person)]
    case .nutritionTemplateApplied:
      [
        .applyNutritionTemplate(
          TemplateRange(template: thing, first: day, last: day), to: person)
      ]
    case .nutritionTemplateEnded: [.endNutritionTemplate(thing, of: person)]
    case .mealLogged: [.logMeal(for: person, meal)]
    case .favoriteMealSet: [.setFavoriteMeal(for: person, slot: 1, meal)]
    case .foodChanged: [.changeMeal(thing, of: person, to: meal)]
    case .foodMoved: [.setFoodTime(thing, of: person, to: FoodTime(day: day, minuteOfDay: 9))]
    case .foodTextSet: FoodText.allCases.map { .setFoodText($0, thing, of: person, to: text()) }
    case .foodDeleted: [.deleteFood(thing, of: person)]
    case .waterImported:
      [
        .importWater(
          ImportedWater(sample: 9, day: day, tenthOunces: 9, minuteOfDay: 9), of: person)
      ]
    default:
      [.logWater(for: person, WaterAmount(tenthOunces: 9, source: .glass, minuteOfDay: 9))]
    }
  }
}

// MARK: Training and school

extension SampleTexts {
  private mutating func exercise() -> ExercisePlan {
    ExercisePlan(name: text(), sets: 3, reps: 5, grams: 80_000)
  }

  private mutating func report() -> EffortReport {
    EffortReport(isDone: true, effort: 5, notes: text())
  }

  private mutating func plan() -> SessionPlan {
    SessionPlan(
      title: text(), time: SessionTime(day: day, minuteOfDay: 600, minutes: 60),
      character: SessionCharacter(.strength))
  }

  private mutating func training(_ kind: FactKind, _ person: MemberHandle) -> [Command] {
    let log = WorkoutLog(
      .running, start: TestFamily.noon(0), duration: 60_000, calories: 9, day: day)
    let recurrence = TemplateRecurrence(on: [.monday], from: day)
    switch kind {
    case .sessionCreated: return [.createSession(for: person, plan())]
    case .sessionGenerated: return [.generateSession(for: person, from: thing, on: day)]
    case .sessionChanged: return SessionField.allCases.map { change($0, person) }
    case .templateCreated:
      return [
        .createTemplate(
          for: person,
          TemplateBlueprint(
            title: text(), minuteOfDay: 600, minutes: 60, character: SessionCharacter(.strength),
            recurrence: recurrence))
      ]
    case .templateChanged:
      return TemplateField.allCases.map { field in
        switch field {
        case .title: .renameTemplate(thing, of: person, to: text())
        case .recurrence: .setTemplateRecurrence(thing, of: person, to: recurrence)
        case .time: .setTemplateTime(thing, of: person, minuteOfDay: 9, minutes: 9)
        case .character:
          .setTemplateCharacter(thing, of: person, to: SessionCharacter(.practice, .high))
        case .exercise: .setTemplateExercise(1, of: thing, owner: person, to: exercise())
        case .deletion: .deleteTemplate(thing, of: person)
        }
      }
    case .workoutAssigned: return [.assignWorkout(to: person, plan())]
    case .assignmentChanged:
      return AssignmentField.allCases.map { field in
        switch field {
        case .title, .place: .setAssignmentText(field, of: thing, athlete: person, to: text())
        case .time:
          .moveAssignment(
            thing, of: person, to: SessionTime(day: day, minuteOfDay: 9, minutes: 9))
        case .completion: .completeAssignment(thing, of: person, report())
        case .withdrawal: .withdrawAssignment(thing, of: person)
        }
      }
    case .workoutLogged: return [.logWorkout(for: person, log)]
    case .wellnessSet: return [.checkIn(for: person, WellnessScore(mental: 5, physical: 5))]
    case .workoutImported:
      let workout = ImportedWorkout(
        sample: 7, revision: 1, start: TestFamily.noon(0), durationMilliseconds: 9, kind: 1,
        kilocalories: 9)
      return [.importWorkout(workout, of: person)]
    case .workoutImportRemoved: return [.removeImportedWorkout(7, of: person)]
    case .mobilityLogged:
      return [.logMobility(for: person, exercise: 1, minutes: 9, notes: text())]
    default: return [.deleteTrainingLog(thing, of: person)]
    }
  }

  private mutating func change(_ field: SessionField, _ person: MemberHandle) -> Command {
    let session = SessionKey(template: thing, on: day)
    switch field {
    case .title, .focus, .notes:
      return .setSessionText(field, of: session, owner: person, to: text())
    case .time:
      let time = SessionTime(day: day, minuteOfDay: 9, minutes: 9)
      return .moveSession(session, of: person, to: time)
    case .character:
      return .setSessionCharacter(session, of: person, to: SessionCharacter(.practice, .high))
    case .exercise: return .setExercise(1, of: session, owner: person, to: exercise())
    case .set:
      return .setSet(
        1, ofExercise: 1, of: session, owner: person, to: SetResult(reps: 5, grams: 80_000))
    case .completion: return .completeSession(session, of: person, report())
    case .deletion: return .deleteSession(session, of: person)
    }
  }

  private mutating func school(_ kind: FactKind, _ person: MemberHandle) -> [Command] {
    let due = DueTime(day: day)
    switch kind {
    case .courseCreated: return [.createCourse(for: person, name: text(), code: text())]
    case .courseChanged:
      return CourseField.allCases.map { field in
        switch field {
        case .name, .code, .instructor, .meetings:
          .setCourseText(field, of: thing, owner: person, to: text())
        case .archived: .archiveCourse(thing, of: person, true)
        case .deletion: .deleteCourse(thing, of: person)
        case .term:
          .setCourseTerm(of: thing, owner: person, to: CourseTerm(from: day, through: day))
        case .firstMeeting, .secondMeeting, .thirdMeeting, .fourthMeeting:
          .setCourseMeeting(
            Int(field.rawValue - CourseField.firstMeeting.rawValue), of: thing, owner: person,
            to: CourseMeeting(weekdays: 1, minuteOfDay: 9, minutes: 9, place: text()))
        }
      }
    case .academicItemCreated:
      return [
        .createAcademicItem(
          for: person, AcademicItemDraft(.exam, title: text(), course: thing, due: due))
      ]
    default:
      return AcademicItemField.allCases.map { field in
        switch field {
        case .title, .notes: .setAcademicItemText(field, of: thing, owner: person, to: text())
        case .course: .setCourse(of: thing, owner: person, to: thing)
        case .kind: .setAcademicItemKind(thing, of: person, to: .quiz)
        case .due: .setDue(thing, of: person, to: due)
        case .priority: .setAcademicPriority(thing, of: person, to: .low)
        case .done: .setAcademicItemDone(thing, of: person, true)
        case .archived: .archiveAcademicItem(thing, of: person, true)
        case .deletion: .deleteAcademicItem(thing, of: person)
        }
      }
    }
  }
}

// MARK: Schedule and calendar

extension SampleTexts {
  private mutating func place() -> UInt64 {
    ClassPlace(text: text(), number: 9, travelMinutes: 9).packed
  }

  private mutating func schedule(_ kind: FactKind, _ person: MemberHandle) -> [Command] {
    let season = Season(first: day, last: day)
    let occurrence = OccurrenceID(thing, day)
    let duty = Duty(.pickUp, of: occurrence)
    let start = ClassStart(day: day, minute: 600, zone: .utc)
    switch kind {
    case .sportCreated:
      return [.createSport(for: person, SportCreation(name: text(), icon: 9, season: season))]
    case .sportFieldSet: return SportField.allCases.map { change($0, season) }
    case .sportDeleted: return [.deleteSport(thing)]
    case .classCreated:
      return [
        .createClass(
          for: person,
          ClassCreation(sport: thing, type: .game, start: start, durationMinutes: 60))
      ]
    case .classFieldSet:
      return ClassField.allCases.map { field in
        switch field {
        case .type: .setClassField(field, of: thing, to: 1)
        case .start: .setClassField(field, of: thing, to: start.packed)
        case .duration: .setClassField(field, of: thing, to: 60)
        case .place: .setClassField(field, of: thing, to: place())
        case .notes, .equipment: .setClassField(field, of: thing, to: UInt64(text().raw))
        }
      }
    case .classRuleSet:
      let rule = PackedRecurrence(try! RecurrenceRule(parsing: "FREQ=DAILY;COUNT=9"))!
      return [.setRecurrence(of: thing, to: rule)]
    case .classDeleted: return [.deleteClass(thing)]
    case .participantSet: return [.setParticipant(person, of: thing, to: true)]
    case .occurrenceFieldSet: return OccurrenceField.allCases.map { change($0, of: occurrence) }
    case .attendanceSet: return [.setAttendance(of: person, at: occurrence, to: true)]
    case .dutyClaimed: return [.claim(duty, by: person)]
    case .dutyReleased: return [.release(duty, of: person)]
    case .dutyAssigned: return [.assign(duty, to: person)]
    case .dutyCoverageSet: return [.requestCoverage(of: duty, by: person, true)]
    case .dutySwapChanged:
      return [.swap(SwapPayload(given: duty, wanted: duty, .accepted), with: person)]
    default:
      let conflict = Digest128(first: 5, second: 6)
      return ConflictField.allCases.map { field in
        .setConflictField(field, of: conflict, to: field == .note ? text().raw : 1)
      }
    }
  }

  private mutating func change(_ field: SportField, _ season: Season) -> Command {
    switch field {
    case .name, .category, .team, .coachName, .coachContact, .place:
      .setSportField(field, of: thing, to: UInt64(text().raw))
    case .season: .setSeason(of: thing, to: season)
    case .icon, .archived: .setSportField(field, of: thing, to: 1)
    }
  }

  private mutating func change(
    _ field: OccurrenceField, of occurrence: OccurrenceID
  ) -> Command {
    switch field {
    case .notes, .title, .dropOffNote, .pickUpNote:
      .setOccurrenceField(field, of: occurrence, to: UInt64(text().raw))
    case .place: .setOccurrenceField(field, of: occurrence, to: place())
    case .start: .moveOccurrence(occurrence, to: MovedStart(day: day, minute: 9))
    case .cancelled, .duration, .dropOffHandled, .pickUpHandled:
      .setOccurrenceField(field, of: occurrence, to: 1)
    }
  }

  private mutating func calendar(_ kind: FactKind, _ person: MemberHandle) -> [Command] {
    let identity = CalendarIdentity(trainingClass: thing, day: day)
    func value(_ field: CalendarField, _ text: () -> TextHandle) -> UInt64 {
      switch field {
      case .title, .place, .details: UInt64(text().raw)
      case .start: UInt64(TestFamily.noon(0).milliseconds)
      case .duration: 60_000
      case .drivers: 1
      }
    }
    switch kind {
    case .calendarConnectionSet: return [.connectCalendar(1, true, by: person)]
    case .calendarModeSet: return [.setCalendarMode(1, .daily, by: person)]
    case .calendarEventMapped: return [.mapCalendarEvent(9, to: identity, in: 1, by: person)]
    case .calendarFieldsExchanged:
      return [
        .exchangeCalendarFields(
          CalendarField.allBits, at: Version(stamp: 9, site: 9), of: identity, in: 1, by: person)
      ]
    case .calendarFieldsOverruled:
      return [.overruleCalendarFields(CalendarField.allBits, of: identity, in: 1, by: person)]
    case .calendarRevisionSeen: return [.seeCalendarRevision(9, of: identity, in: 1, by: person)]
    case .calendarEditImported:
      return CalendarField.allCases.filter { $0 != .drivers }.map { field in
        .importCalendarEdit(
          field, to: value(field) { text() }, of: identity, in: 1, by: person)
      }
    case .calendarEventGone:
      return [.endCalendarEvent(of: identity, in: 1, deletedBy: .theirs, by: person)]
    default:
      return CalendarField.allCases.map { field in
        .recordCalendarConflict(
          CalendarConflict(
            identity: identity, calendar: 1, field: field, loser: .theirs, isByDeletion: true,
            value: value(field) { text() }), by: person)
      }
    }
  }
}

// MARK: Goals, rewards and groups

extension SampleTexts {
  private mutating func goals(_ kind: FactKind, _ person: MemberHandle) -> [Command] {
    switch kind {
    case .goalCreated:
      let goal = GoalCreation(
        .skill, title: text(), target: 9, unit: text(), from: day, through: day, priority: .high)
      return [.createGoal(for: person, goal)]
    case .goalTitleSet: return [.retitleGoal(thing, of: person, to: text())]
    case .goalUnitSet: return [.setGoalUnit(thing, of: person, to: text())]
    case .goalTargetSet: return [.setGoalTarget(thing, of: person, to: 9)]
    case .goalDatesSet:
      return [.setGoalDates(thing, of: person, to: GoalDates(from: day, through: day))]
    case .goalPrioritySet: return [.setGoalPriority(thing, of: person, to: .high)]
    case .goalSportSet: return [.setGoalSport(thing, of: person, to: thing)]
    case .goalProgressSet: return [.setGoalProgress(thing, of: person, to: 9)]
    case .goalCompletedSet: return [.completeGoal(thing, of: person)]
    case .goalArchivedSet: return [.archiveGoal(thing, of: person, true)]
    case .goalMetricSet: return [.setGoalMetric(thing, of: person, to: GoalMetric(.water, 500))]
    case .goalTextSet:
      return GoalText.allCases.map { .setGoalText($0, of: thing, of: person, to: text()) }
    case .goalMilestoneSet:
      return [.setGoalMilestone(GoalMilestone(1, at: 9, title: text()), of: thing, of: person)]
    case .goalAttendanceSet:
      return [.setGoalAttendance(thing, of: person, to: AttendanceRule(isShare: true))]
    default: return [.deleteGoal(thing, of: person)]
    }
  }

  private mutating func rewards(_ kind: FactKind, _ person: MemberHandle) -> [Command] {
    switch kind {
    case .pointsSet: [.setPoints(.goalHigh, to: 9, by: person)]
    case .bonusAwarded: [.awardBonus(to: person, 9, message: text())]
    case .bonusRevoked: [.revokeBonus(thing, of: person)]
    case .rewardOffered: [.offerReward(text(), price: 9, by: person)]
    case .rewardTitleSet: [.retitleReward(thing, to: text(), by: person)]
    case .rewardPriceSet: [.priceReward(thing, at: 9, by: person)]
    case .rewardWithdrawn: [.withdrawReward(thing, by: person)]
    case .rewardClaimed: [.claimReward(thing, for: person, price: 9)]
    case .claimCancelled: [.cancelClaim(thing, of: person)]
    case .trophyMade: [.makeTrophy(text(), by: person)]
    case .trophyGiven: [.giveTrophy(thing, to: person)]
    default: [.showLeaderboard(true, by: person)]
    }
  }

  private mutating func group(_ kind: FactKind, _ person: MemberHandle) -> [Command] {
    switch kind {
    case .groupJoined: [.foundGroup(named: text(), code: GroupCode(9), as: text())]
    case .groupNameSet: [.renameGroup(text(), by: person)]
    case .groupMemberRemoved: [.removeFromGroup(person, membership: thing)]
    case .groupLeft: [.leaveGroup(person)]
    case .groupDeleted: [.deleteGroup(by: person)]
    case .groupDisplayNameSet: [.setDisplayName(of: person, to: text())]
    case .groupConsentSet: [.setGroupConsent(of: person, to: true)]
    case .groupSharingSet: [.setGroupSharing(of: person, to: true)]
    case .groupWorkoutShared: [.shareWorkout(thing, of: person, on: day, calories: 9)]
    default: [.viewGroupFeed(of: person, through: 9)]
    }
  }
}
