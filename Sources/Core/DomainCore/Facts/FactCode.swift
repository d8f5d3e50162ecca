/// A kind of fact within its area: the lower half of its number. `FactKindTests` checks that codes
/// and kinds match.
///
/// `Area` decides and folds by this code.
public protocol FactCode: RawRepresentable<UInt8>, BitwiseCopyable, CaseIterable, Sendable {
  static var area: FactKind.Area { get }
}

extension FactCode {
  /// The code of a kind; nil for a kind of another area.
  @inlinable public init?(_ kind: FactKind) {
    guard kind.area == Self.area else { return nil }
    self.init(rawValue: kind.rawValue & 0xF)
  }

  /// The kind with this code in its area.
  public var kind: FactKind? { FactKind(rawValue: Self.area.rawValue << 4 | rawValue) }
}

/// Facts about who belongs to a family, and their permissions.
public enum FamilyCode: UInt8, FactCode {
  public static var area: FactKind.Area { .families }

  case unknown, childMayLogSet, memberJoined, memberAdded, memberEnded, memberActivated,
    memberRoleSet, consentSet, invitationMade, invitationRevoked, rosterSet, profileFieldSet,
    weightSet, heightSet, workoutSharingSet
}

/// Facts about targets and food.
public enum NutritionCode: UInt8, FactCode {
  public static var area: FactKind.Area { .nutrition }

  case nutritionOverrideSet, nutritionTemplateCreated, nutritionTemplateValueSet,
    nutritionTemplateDeleted, photoAnalyzed, nutritionTemplateApplied, nutritionTemplateEnded,
    nutritionTemplateNameSet, mealLogged, favoriteMealSet, waterLogged, foodChanged, foodMoved,
    foodTextSet, foodDeleted, waterImported
}

/// Facts about sessions, templates and workouts.
public enum TrainingCode: UInt8, FactCode {
  public static var area: FactKind.Area { .training }

  case sessionCreated, sessionGenerated, sessionChanged, templateCreated, templateChanged,
    workoutAssigned, assignmentChanged, workoutLogged, wellnessSet, mobilityLogged,
    trainingLogDeleted
  case workoutImported = 12, workoutImportRemoved
}

/// Facts about courses and their items.
public enum AcademicCode: UInt8, FactCode {
  public static var area: FactKind.Area { .academics }

  case courseCreated, courseChanged, academicItemCreated, academicItemChanged
}

/// Facts about points and what is paid with or for them.
public enum RewardCode: UInt8, FactCode {
  public static var area: FactKind.Area { .rewards }

  case pointsSet, bonusAwarded, bonusRevoked, rewardOffered, rewardTitleSet, rewardPriceSet,
    rewardWithdrawn, rewardClaimed, claimCancelled, leaderboardSet, trophyMade, trophyGiven
}

/// Facts about a group: seats, boards, feed.
public enum GroupFactCode: UInt8, FactCode {
  public static var area: FactKind.Area { .groups }

  case groupJoined, groupNameSet, groupMemberRemoved, groupLeft, groupDeleted, groupDisplayNameSet,
    groupConsentSet, groupSharingSet, groupWorkoutShared, groupFeedViewed
}

/// Facts about habits.
public enum HabitCode: UInt8, FactCode {
  public static var area: FactKind.Area { .habits }

  case habitCreated, habitNameSet, habitDescriptionSet, habitCategorySet, habitIconSet,
    habitRankSet, habitArchivedSet, habitDeleted, habitRestored, completionSet, habitStartSet
}

/// Facts about sports, classes, occurrences and duties.
public enum ScheduleCode: UInt8, FactCode {
  public static var area: FactKind.Area { .schedule }

  case sportCreated, sportFieldSet, sportDeleted, classCreated, classFieldSet, classRuleSet,
    classDeleted, participantSet, occurrenceFieldSet, attendanceSet, dutyClaimed, dutyReleased,
    dutyAssigned, dutyCoverageSet, dutySwapChanged, conflictFieldSet
}

/// Facts about the links to external calendars.
public enum CalendarCode: UInt8, FactCode {
  public static var area: FactKind.Area { .calendar }

  case calendarConnectionSet, calendarModeSet, calendarEventMapped, calendarFieldsExchanged,
    calendarRevisionSeen, calendarEditImported, calendarEventGone, calendarConflictRecorded,
    calendarFieldsOverruled
}

/// Facts about goals.
public enum GoalCode: UInt8, FactCode {
  public static var area: FactKind.Area { .goals }

  case goalCreated, goalTitleSet, goalTargetSet, goalUnitSet, goalDatesSet, goalPrioritySet,
    goalSportSet, goalProgressSet, goalCompletedSet, goalArchivedSet, goalDeleted, goalMetricSet,
    goalTextSet, goalMilestoneSet, goalAttendanceSet
}

/// Facts about notifications.
public enum NotificationCode: UInt8, FactCode {
  public static var area: FactKind.Area { .notifications }

  case notificationChannelsSet, quietHoursSet, doNotDisturbSet, leadMinutesSet, notificationSnoozed
}
