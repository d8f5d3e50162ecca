public import DomainCore

extension FactKind {
  /// The names of the cases, in the order of `allCases`.
  ///
  /// Written out, because a case asks for its name by reflection, which for all of them took as
  /// long as reading a scenario.
  public static let names = [
    "childMayLogSet", "memberJoined", "memberAdded", "memberEnded", "memberActivated",
    "memberRoleSet", "consentSet", "invitationMade", "invitationRevoked", "rosterSet",
    "profileFieldSet", "weightSet", "heightSet", "workoutSharingSet", "habitCreated",
    "habitNameSet", "habitDescriptionSet", "habitCategorySet", "habitIconSet", "habitRankSet",
    "habitArchivedSet", "habitDeleted", "habitRestored", "completionSet", "habitStartSet",
    "nutritionOverrideSet", "nutritionTemplateCreated", "nutritionTemplateValueSet",
    "nutritionTemplateDeleted", "photoAnalyzed", "nutritionTemplateApplied",
    "nutritionTemplateEnded", "nutritionTemplateNameSet", "mealLogged", "favoriteMealSet",
    "waterLogged", "foodChanged", "foodMoved", "foodTextSet", "foodDeleted", "waterImported",
    "sessionCreated", "sessionGenerated", "sessionChanged", "templateCreated", "templateChanged",
    "workoutAssigned", "assignmentChanged", "workoutLogged", "wellnessSet", "mobilityLogged",
    "trainingLogDeleted", "workoutImported", "workoutImportRemoved", "courseCreated",
    "courseChanged", "academicItemCreated", "academicItemChanged", "sportCreated", "sportFieldSet",
    "sportDeleted", "classCreated", "classFieldSet", "classRuleSet", "classDeleted",
    "participantSet", "occurrenceFieldSet", "attendanceSet", "dutyClaimed", "dutyReleased",
    "dutyAssigned", "dutyCoverageSet", "dutySwapChanged", "conflictFieldSet",
    "calendarConnectionSet", "calendarModeSet", "calendarEventMapped", "calendarFieldsExchanged",
    "calendarRevisionSeen", "calendarEditImported", "calendarEventGone", "calendarConflictRecorded",
    "calendarFieldsOverruled", "goalCreated", "goalTitleSet", "goalTargetSet", "goalUnitSet",
    "goalDatesSet", "goalPrioritySet", "goalSportSet", "goalProgressSet", "goalCompletedSet",
    "goalArchivedSet", "goalDeleted", "goalMetricSet", "goalTextSet", "goalMilestoneSet",
    "goalAttendanceSet", "pointsSet", "bonusAwarded", "bonusRevoked", "rewardOffered",
    "rewardTitleSet", "rewardPriceSet", "rewardWithdrawn", "rewardClaimed", "claimCancelled",
    "leaderboardSet", "trophyMade", "trophyGiven", "groupJoined", "groupNameSet",
    "groupMemberRemoved", "groupLeft", "groupDeleted", "groupDisplayNameSet", "groupConsentSet",
    "groupSharingSet", "groupWorkoutShared", "groupFeedViewed", "notificationChannelsSet",
    "quietHoursSet", "doNotDisturbSet", "leadMinutesSet", "notificationSnoozed",
  ]

  /// The name of the case.
  public var name: String { Self.namesByNumber[Int(rawValue)] }

  private static let namesByNumber = {
    var names = Array(repeating: "unknown", count: Int(UInt8.max) + 1)
    for (kind, name) in zip(allCases, Self.names) { names[Int(kind.rawValue)] = name }
    return names
  }()
}
