public import DomainCore

/// The role that the author of a fact of a kind must have, by the product documents.
///
/// The compiler requires a row for every kind of fact.
public enum RequiredRight: CaseIterable, Sendable {
  /// A fact that only a later app version knows may have any author.
  case anybody
  /// A newcomer who joins has no role yet; the invitation is checked elsewhere.
  case newcomer
  /// FAM-2, FAM-3: a parent for all members, a child for itself if it may log, an athlete for
  /// itself.
  case logging
  /// FAM-2: a parent for all members; an athlete, who needs no parent, for itself.
  case ownOrParent
  /// FAM-2.
  case parent
  /// GOAL-3: like one's own data, except that a child's note is the child's.
  case goal
  /// FAM-6: a parent ends any membership; an adult may leave.
  case leaving
  /// FAM-10: a parent for all members, and a coach for their own roster.
  case roster
  /// FAM-11: a parent for all members; any member but a child for themselves.
  case profile
  /// FAM-12: the owner; for a child a parent, and from 13 on the child as well.
  case sharing
  /// FAM-10: a coach, for an athlete on their own roster.
  case assigning
  /// TRN-2: an athlete reports; a parent changes the rest, or the coach who assigned it.
  case assignment
  /// SCH-4, SCH-5: a parent; the texts of a duty also its driver.
  case occurrence
  /// FAM-4: a parent, for themselves.
  case claim
  /// FAM-4: a parent, to a parent or an observer.
  case duty
  /// SCH-5, FAM-4: a parent, and an observer for an assigned duty.
  case release
  /// SCH-5: the driver, for themselves.
  case coverage
  /// SCH-5, FAM-4: a parent proposes; the asked member responds, also an observer.
  case swap
  /// NOT-2: each member for themselves, and a parent for a child.
  case settings
  /// GRP-2, GRP-6: a group member, for themselves.
  case seat
  /// GRP-2: the admin of the group.
  case admin

  public static func needed(for kind: FactKind) -> RequiredRight {
    switch kind {
    case .unknown: .anybody
    case .memberJoined, .groupJoined: .newcomer
    case .completionSet, .mealLogged, .waterLogged, .wellnessSet, .favoriteMealSet,
      .photoAnalyzed, .foodChanged, .foodMoved, .foodTextSet, .foodDeleted, .waterImported,
      .sessionCreated, .sessionGenerated, .sessionChanged, .templateCreated, .templateChanged,
      .workoutLogged, .workoutImported, .workoutImportRemoved, .mobilityLogged,
      .trainingLogDeleted, .courseCreated, .courseChanged, .academicItemCreated,
      .academicItemChanged, .attendanceSet, .rewardClaimed:
      .logging
    case .habitCreated, .habitNameSet, .habitDescriptionSet, .habitCategorySet, .habitIconSet,
      .habitRankSet, .habitArchivedSet, .habitDeleted, .habitRestored, .habitStartSet,
      .nutritionOverrideSet:
      .ownOrParent
    case .goalCreated, .goalTitleSet, .goalTargetSet, .goalUnitSet, .goalDatesSet,
      .goalPrioritySet, .goalSportSet, .goalProgressSet, .goalCompletedSet, .goalArchivedSet,
      .goalDeleted, .goalMetricSet, .goalTextSet, .goalMilestoneSet, .goalAttendanceSet:
      .goal
    case .childMayLogSet, .memberAdded, .memberActivated, .memberRoleSet, .consentSet,
      .invitationMade, .invitationRevoked:
      .parent
    case .nutritionTemplateCreated, .nutritionTemplateNameSet, .nutritionTemplateValueSet,
      .nutritionTemplateDeleted, .nutritionTemplateApplied, .nutritionTemplateEnded:
      .parent
    case .sportCreated, .sportFieldSet, .sportDeleted, .classCreated, .classFieldSet,
      .classRuleSet, .classDeleted, .participantSet, .conflictFieldSet:
      .parent
    case .calendarConnectionSet, .calendarModeSet, .calendarEventMapped, .calendarFieldsExchanged,
      .calendarRevisionSeen, .calendarEditImported, .calendarEventGone, .calendarConflictRecorded,
      .calendarFieldsOverruled:
      .parent
    case .pointsSet, .bonusAwarded, .bonusRevoked, .rewardOffered, .rewardTitleSet,
      .rewardPriceSet, .rewardWithdrawn, .claimCancelled, .leaderboardSet, .trophyMade,
      .trophyGiven:
      .parent
    case .memberEnded: .leaving
    case .rosterSet: .roster
    case .profileFieldSet, .weightSet, .heightSet: .profile
    case .workoutSharingSet: .sharing
    case .workoutAssigned: .assigning
    case .assignmentChanged: .assignment
    case .occurrenceFieldSet: .occurrence
    case .dutyClaimed: .claim
    case .dutyAssigned: .duty
    case .dutyReleased: .release
    case .dutyCoverageSet: .coverage
    case .dutySwapChanged: .swap
    case .notificationChannelsSet, .quietHoursSet, .doNotDisturbSet, .leadMinutesSet,
      .notificationSnoozed:
      .settings
    case .groupNameSet, .groupLeft, .groupDeleted, .groupDisplayNameSet, .groupConsentSet,
      .groupSharingSet, .groupWorkoutShared, .groupFeedViewed:
      .seat
    case .groupMemberRemoved: .admin
    }
  }
}
