/// A kind of fact within its area: the lower half of its number, which stands beside the kind
/// (`FactKindTests` hold the two together).
///
/// Together with the area it is what a fact says. `Area` says what is
/// done with it.
public protocol FactCode: RawRepresentable<UInt8>, BitwiseCopyable, CaseIterable, Sendable {
  static var area: FactKind.Area { get }
}

extension FactCode {
  /// The code of a kind; nil for one of another area.
  @inlinable public init?(_ kind: FactKind) {
    guard kind.area == Self.area else { return nil }
    self.init(rawValue: kind.rawValue & 0xF)
  }

  /// The kind that is this code of its area.
  public var kind: FactKind? { FactKind(rawValue: Self.area.rawValue << 4 | rawValue) }
}

/// What is said of who belongs to a family, and what they may.
public enum FamilyCode: UInt8, FactCode {
  public static var area: FactKind.Area { .families }

  case unknown, childMayLogSet, memberJoined, memberAdded, memberEnded, memberActivated,
    memberRoleSet, consentSet, invitationMade, invitationRevoked, rosterSet, profileFieldSet,
    weightSet, heightSet, workoutSharingSet
}

/// What is said of targets, and of what was eaten.
public enum NutritionCode: UInt8, FactCode {
  public static var area: FactKind.Area { .nutrition }

  case nutritionOverrideSet, nutritionTemplateCreated, nutritionTemplateValueSet,
    nutritionTemplateDeleted, photoAnalyzed, nutritionTemplateApplied, nutritionTemplateEnded,
    nutritionTemplateNameSet, mealLogged, favoriteMealSet, waterLogged, foodChanged, foodMoved,
    foodTextSet, foodDeleted, waterImported
}

/// What is said of sessions, templates and workouts.
public enum TrainingCode: UInt8, FactCode {
  public static var area: FactKind.Area { .training }

  case sessionCreated, sessionGenerated, sessionChanged, templateCreated, templateChanged,
    workoutAssigned, assignmentChanged, workoutLogged, wellnessSet, mobilityLogged,
    trainingLogDeleted
  case workoutImported = 12, workoutImportRemoved
}

/// What is said of courses and what is due.
public enum AcademicCode: UInt8, FactCode {
  public static var area: FactKind.Area { .academics }

  case courseCreated, courseChanged, academicItemCreated, academicItemChanged
}

/// What is said of points and what rests on them.
public enum RewardCode: UInt8, FactCode {
  public static var area: FactKind.Area { .rewards }

  case pointsSet, bonusAwarded, bonusRevoked, rewardOffered, rewardTitleSet, rewardPriceSet,
    rewardWithdrawn, rewardClaimed, claimCancelled, leaderboardSet, trophyMade, trophyGiven
}

/// What is said of a group: seats, boards, feed.
public enum GroupFactCode: UInt8, FactCode {
  public static var area: FactKind.Area { .groups }

  case groupJoined, groupNameSet, groupMemberRemoved, groupLeft, groupDeleted, groupDisplayNameSet,
    groupConsentSet, groupSharingSet, groupWorkoutShared, groupFeedViewed
}

/// What is said of habits.
public enum HabitCode: UInt8, FactCode {
  public static var area: FactKind.Area { .habits }

  case habitCreated, habitNameSet, habitDescriptionSet, habitCategorySet, habitIconSet,
    habitRankSet, habitArchivedSet, habitDeleted, habitRestored, completionSet, habitStartSet
}

/// What is said of sports, classes, occurrences and duties.
public enum ScheduleCode: UInt8, FactCode {
  public static var area: FactKind.Area { .schedule }

  case sportCreated, sportFieldSet, sportDeleted, classCreated, classFieldSet, classRuleSet,
    classDeleted, participantSet, occurrenceFieldSet, attendanceSet, dutyClaimed, dutyReleased,
    dutyAssigned, dutyCoverageSet, dutySwapChanged, conflictFieldSet
}

/// What is said of the links to external calendars.
public enum CalendarCode: UInt8, FactCode {
  public static var area: FactKind.Area { .calendar }

  case calendarConnectionSet, calendarModeSet, calendarEventMapped, calendarFieldsExchanged,
    calendarRevisionSeen, calendarEditImported, calendarEventGone, calendarConflictRecorded,
    calendarFieldsOverruled
}

/// What is said of goals.
public enum GoalCode: UInt8, FactCode {
  public static var area: FactKind.Area { .goals }

  case goalCreated, goalTitleSet, goalTargetSet, goalUnitSet, goalDatesSet, goalPrioritySet,
    goalSportSet, goalProgressSet, goalCompletedSet, goalArchivedSet, goalDeleted, goalMetricSet,
    goalTextSet, goalMilestoneSet, goalAttendanceSet
}

/// What is said of notifications.
public enum NotificationCode: UInt8, FactCode {
  public static var area: FactKind.Area { .notifications }

  case notificationChannelsSet, quietHoursSet, doNotDisturbSet, leadMinutesSet, notificationSnoozed
}
