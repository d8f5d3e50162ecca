/// A kind of fact within its area: the lower half of its number.
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

  case unknown = 0
  case childMayLogSet = 1
  case memberJoined = 2
  case memberAdded = 3
  case memberEnded = 4
  case memberActivated = 5
  case memberRoleSet = 6
  case consentSet = 7
  case invitationMade = 8
  case invitationRevoked = 9
  case rosterSet = 10
  case profileFieldSet = 11
  case weightSet = 12
  case heightSet = 13
  case workoutSharingSet = 14
}

/// What is said of targets, and of what was eaten.
public enum NutritionCode: UInt8, FactCode {
  public static var area: FactKind.Area { .nutrition }

  case nutritionOverrideSet = 0
  case nutritionTemplateCreated = 1
  case nutritionTemplateValueSet = 2
  case nutritionTemplateDeleted = 3
  case photoAnalysed = 4
  case nutritionTemplateApplied = 5
  case nutritionTemplateEnded = 6
  case nutritionTemplateNameSet = 7
  case mealLogged = 8
  case favouriteMealSet = 9
  case waterLogged = 10
  case foodChanged = 11
  case foodMoved = 12
  case foodTextSet = 13
  case foodDeleted = 14
  case waterImported = 15
}

/// What is said of sessions, templates and workouts.
public enum TrainingCode: UInt8, FactCode {
  public static var area: FactKind.Area { .training }

  case sessionCreated = 0
  case sessionGenerated = 1
  case sessionChanged = 2
  case templateCreated = 3
  case templateChanged = 4
  case workoutAssigned = 5
  case assignmentChanged = 6
  case workoutLogged = 7
  case wellnessSet = 8
  case mobilityLogged = 9
  case trainingLogDeleted = 10
  case workoutImported = 12
  case workoutImportRemoved = 13
}

/// What is said of courses and what is due.
public enum AcademicCode: UInt8, FactCode {
  public static var area: FactKind.Area { .academics }

  case courseCreated = 0
  case courseChanged = 1
  case academicItemCreated = 2
  case academicItemChanged = 3
}

/// What is said of points and what rests on them.
public enum RewardCode: UInt8, FactCode {
  public static var area: FactKind.Area { .rewards }

  case pointsSet = 0
  case bonusAwarded = 1
  case bonusRevoked = 2
  case rewardOffered = 3
  case rewardTitleSet = 4
  case rewardPriceSet = 5
  case rewardWithdrawn = 6
  case rewardClaimed = 7
  case claimCancelled = 8
  case leaderboardSet = 9
  case trophyMade = 10
  case trophyGiven = 11
}

/// What is said of a group: seats, boards, feed.
public enum GroupFactCode: UInt8, FactCode {
  public static var area: FactKind.Area { .groups }

  case groupJoined = 0
  case groupNameSet = 1
  case groupMemberRemoved = 2
  case groupLeft = 3
  case groupDeleted = 4
  case groupDisplayNameSet = 5
  case groupConsentSet = 6
  case groupSharingSet = 7
  case groupWorkoutShared = 8
  case groupFeedViewed = 9
}

/// What is said of habits.
public enum HabitCode: UInt8, FactCode {
  public static var area: FactKind.Area { .habits }

  case habitCreated = 0
  case habitNameSet = 1
  case habitDescriptionSet = 2
  case habitCategorySet = 3
  case habitIconSet = 4
  case habitRankSet = 5
  case habitArchivedSet = 6
  case habitDeleted = 7
  case habitRestored = 8
  case completionSet = 9
  case habitStartSet = 10
}

/// What is said of sports, classes, occurrences and duties.
public enum ScheduleCode: UInt8, FactCode {
  public static var area: FactKind.Area { .schedule }

  case sportCreated = 0
  case sportFieldSet = 1
  case sportDeleted = 2
  case classCreated = 3
  case classFieldSet = 4
  case classRuleSet = 5
  case classDeleted = 6
  case participantSet = 7
  case occurrenceFieldSet = 8
  case attendanceSet = 9
  case dutyClaimed = 10
  case dutyReleased = 11
  case dutyAssigned = 12
  case dutyCoverageSet = 13
  case dutySwapSaid = 14
  case conflictFieldSet = 15
}

/// What is said of the links to external calendars.
public enum CalendarCode: UInt8, FactCode {
  public static var area: FactKind.Area { .calendar }

  case calendarConnectionSet = 0
  case calendarModeSet = 1
  case calendarEventMapped = 2
  case calendarFieldsExchanged = 3
  case calendarRevisionSeen = 4
  case calendarEditImported = 5
  case calendarEventGone = 6
  case calendarConflictRecorded = 7
  case calendarFieldsOverruled = 8
}

/// What is said of goals.
public enum GoalCode: UInt8, FactCode {
  public static var area: FactKind.Area { .goals }

  case goalCreated = 0
  case goalTitleSet = 1
  case goalTargetSet = 2
  case goalUnitSet = 3
  case goalDatesSet = 4
  case goalPrioritySet = 5
  case goalSportSet = 6
  case goalProgressSet = 7
  case goalCompletedSet = 8
  case goalArchivedSet = 9
  case goalDeleted = 10
  case goalMetricSet = 11
  case goalTextSet = 12
  case goalMilestoneSet = 13
  case goalAttendanceSet = 14
}

/// What is said of notifications.
public enum NotificationCode: UInt8, FactCode {
  public static var area: FactKind.Area { .notifications }

  case notificationChannelsSet = 0
  case quietHoursSet = 1
  case doNotDisturbSet = 2
  case leadMinutesSet = 3
  case notificationSnoozed = 4
}
