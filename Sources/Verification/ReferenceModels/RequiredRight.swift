public import DomainCore

/// What somebody has to be who says a fact of a kind, as the documents of the products have it.
///
/// There is no kind without a row: the compiler asks for the one of a new kind.
public enum RequiredRight: CaseIterable, Sendable {
  /// What only somebody newer knows may be anything.
  case anybody
  /// Nobody is one yet who joins; by which door, is looked at elsewhere.
  case newcomer
  /// FAM-2, FAM-3: a parent for everybody, a child for itself once it may, an athlete for itself.
  case logging
  /// FAM-2: a parent for everybody; an athlete, who needs no parent, for itself.
  case ownOrParent
  /// FAM-2.
  case parent
  /// GOAL-3: as what is one's own, but for a child's note, which is the child's.
  case goal
  /// FAM-6: a parent ends anybody's membership; who is grown up may go.
  case leaving
  /// FAM-10: a parent for everybody, and a coach for their own.
  case roster
  /// FAM-11: a parent for everybody; whoever is no child for themselves.
  case profile
  /// FAM-12: the owner; of a child a parent, and from 13 on the child as well.
  case sharing
  /// FAM-10: a coach, to who is on their own roster.
  case assigning
  /// TRN-2: an athlete reports; a parent changes the rest, or the coach whose work it is.
  case assignment
  /// SCH-4, SCH-5: a parent; the words about a duty also its driver.
  case occurrence
  /// FAM-4: a parent, for themselves.
  case claim
  /// FAM-4: a parent, to a parent or an observer.
  case duty
  /// SCH-5, FAM-4: a parent, and an observer what they were given.
  case release
  /// SCH-5: who drives, for themselves.
  case coverage
  /// SCH-5, FAM-4: a parent proposes; who was asked answers, be it an observer.
  case swap
  /// NOT-2: everybody for themselves, and a parent for a child.
  case settings
  /// GRP-2, GRP-6: who is in a group, for themselves.
  case seat
  /// GRP-2: who is in a group, and runs it.
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
