public import DomainCore

// How often and why, command by command. Nobody has published how often families do what is seldom
// done, so the yearly numbers are assumed; a scenario may have others (`reasons.timesPerYear`).

extension Reason {
  /// A reason for every command, area by area.
  public static let all: [Reason] =
    families + habits + nutrition + training + academics + schedule
    + calendar + goals + rewards + groups + notifications

  /// The reason for a command.
  public static func of(_ kind: FactKind) -> Reason? { all.first { $0.kind == kind } }

  private static let families: [Reason] = [
    Reason(
      kind: .childMayLogSet, people: .grownUps,
      rate: .besides("population.childLogsFromAgeYears", yearly: 0.5),
      why: "a child is old enough to log for itself (FAM-3)"),
    Reason(
      kind: .memberJoined, people: [.grownUps, .coaches, .grandparents],
      rate: .parameter("population.laterJoinerFraction"),
      why: "was invited into the family"),
    Reason(
      kind: .memberAdded, people: .grownUps, rate: .yearly(1),
      why: "somebody without a device belongs to the family, such as a new baby"),
    Reason(
      kind: .memberEnded, people: .grownUps, rate: .yearly(0.5),
      why: "a guest or a former coach no longer belongs to the family"),
    Reason(
      kind: .memberActivated, people: .grownUps, rate: .yearly(0.3),
      why: "somebody who was away is back"),
    Reason(
      kind: .memberRoleSet, people: .grownUps, rate: .yearly(0.3),
      why: "a guest turns out to be a coach or an athlete"),
    Reason(
      kind: .consentSet, people: .grownUps, rate: .yearly(0.5),
      why: "the app asks again whether a child may have its account (FAM-5)"),
    Reason(
      kind: .invitationMade, people: .grownUps,
      rate: .besides("population.laterJoinerFraction", yearly: 0.7),
      why: "wants the others of the family, or a grandparent, to see"),
    Reason(
      kind: .invitationRevoked, people: .grownUps, rate: .yearly(0.5),
      why: "has sent an invitation to the wrong address"),
    Reason(
      kind: .rosterSet, people: [.coaches, .grownUps], rate: .parameter("population.coachFraction"),
      why: "takes an athlete on the roster, or is asked to"),
    Reason(
      kind: .profileFieldSet, people: .grownUps, rate: .yearly(2),
      why: "an allergy or a new school has to be known"),
    Reason(
      kind: .weightSet, people: .grownUps, rate: .yearly(6),
      why: "has grown or lost weight, and targets hang on it"),
    Reason(
      kind: .heightSet, people: .grownUps, rate: .yearly(3),
      why: "a child has grown, and targets hang on it"),
    Reason(
      kind: .workoutSharingSet, people: .grownUps, rate: .yearly(0.5),
      why: "thinks again about what groups may see (FAM-12)"),
  ]

  private static let habits: [Reason] = [
    Reason(
      kind: .habitCreated, people: .keepers, rate: .parameter("behavior.habitsPerPersonMean"),
      why: "wants a new behavior"),
    Reason(
      kind: .habitNameSet, people: .keepers, rate: .parameter("behavior.habitEditProbability"),
      why: "says it better"),
    Reason(
      kind: .habitDescriptionSet, people: .keepers,
      rate: .parameter("behavior.habitEditProbability"),
      why: "notes how it is done"),
    Reason(
      kind: .habitCategorySet, people: .keepers, rate: .parameter("behavior.habitEditProbability"),
      why: "sorts habits"),
    Reason(
      kind: .habitIconSet, people: .keepers, rate: .parameter("behavior.habitEditProbability"),
      why: "wants to find it at a glance"),
    Reason(
      kind: .habitRankSet, people: .keepers, rate: .parameter("behavior.habitReorderProbability"),
      why: "puts what matters on top"),
    Reason(
      kind: .habitArchivedSet, people: .keepers,
      rate: .parameter("behavior.habitArchiveProbability"),
      why: "has got there, or given up"),
    Reason(
      kind: .habitDeleted, people: .keepers, rate: .parameter("behavior.habitDeleteProbability"),
      why: "no longer wants it"),
    Reason(
      kind: .habitRestored, people: .keepers, rate: .parameter("behavior.habitRestoreProbability"),
      why: "deleted it by mistake (HAB-8)"),
    Reason(
      kind: .completionSet, people: .loggers, rate: .parameter("behavior.habitDoneProbability"),
      why: "has done it, and wants the streak"),
    Reason(
      kind: .habitStartSet, people: .keepers, rate: .yearly(2),
      why: "began before the app knew of it"),
  ]

  private static let nutrition: [Reason] = [
    Reason(
      kind: .nutritionOverrideSet, people: .keepers, rate: .yearly(4),
      why: "a doctor or a coach has said how much"),
    Reason(
      kind: .nutritionTemplateCreated, people: .keepers, rate: .yearly(1),
      why: "training weeks need other targets"),
    Reason(
      kind: .nutritionTemplateValueSet, people: .keepers, rate: .yearly(1.5),
      why: "fills in or corrects a template"),
    Reason(
      kind: .nutritionTemplateDeleted, people: .keepers, rate: .yearly(0.5),
      why: "a template has had its day"),
    Reason(
      kind: .photoAnalyzed, people: .loggers, rate: .parameter("activities.photoFraction"),
      why: "has no time to type what is on the plate"),
    Reason(
      kind: .nutritionTemplateApplied, people: .keepers, rate: .yearly(1.5),
      why: "a training camp begins"),
    Reason(
      kind: .nutritionTemplateEnded, people: .keepers, rate: .yearly(0.7),
      why: "a training camp is over early"),
    Reason(
      kind: .nutritionTemplateNameSet, people: .keepers, rate: .yearly(0.5),
      why: "calls a template what it is for"),
    Reason(
      kind: .mealLogged, people: .loggers, rate: .parameter("behavior.mealsPerActiveDayMean"),
      why: "has eaten"),
    Reason(
      kind: .favoriteMealSet, people: .loggers,
      rate: .parameter("behavior.favoriteMealProbability"),
      why: "eats the same often"),
    Reason(
      kind: .waterLogged, people: .loggers, rate: .parameter("behavior.watersPerActiveDayMean"),
      why: "has drunk"),
    Reason(
      kind: .foodChanged, people: .keepers, rate: .yearly(8),
      why: "there was more on the plate, or less"),
    Reason(
      kind: .foodMoved, people: .keepers, rate: .yearly(4),
      why: "logged it late, at the wrong time"),
    Reason(
      kind: .foodTextSet, people: .keepers, rate: .yearly(3),
      why: "wants to remember what it was"),
    Reason(
      kind: .foodDeleted, people: .keepers, rate: .yearly(5),
      why: "logged it twice"),
    Reason(
      kind: .waterImported, people: .keepers, rate: .yearly(6),
      why: "a bottle that measures has told its own app"),
  ]

  private static let training: [Reason] = [
    Reason(
      kind: .sessionCreated, people: .keepers, rate: .yearly(6),
      why: "plans to train on a day"),
    Reason(
      kind: .sessionGenerated, people: .keepers, rate: .parameter("activities.templateFraction"),
      why: "it is a day of the template"),
    Reason(
      kind: .sessionChanged, people: .keepers, rate: .parameter("activities.templateFraction"),
      why: "has done the planned session"),
    Reason(
      kind: .templateCreated, people: .keepers, rate: .parameter("activities.templateFraction"),
      why: "wants a plan for the week"),
    Reason(
      kind: .templateChanged, people: .keepers, rate: .yearly(3),
      why: "the plan has become too easy"),
    Reason(
      kind: .workoutAssigned, people: [.coaches, .grownUps],
      rate: .parameter("population.coachFraction"),
      why: "plans an athlete's week"),
    Reason(
      kind: .assignmentChanged, people: [.loggers, .coaches],
      rate: .parameter("activities.assignedWorkoutDoneProbability"),
      why: "has done what was assigned"),
    Reason(
      kind: .workoutLogged, people: .keepers, rate: .parameter("activities.workoutProbability"),
      why: "has trained"),
    Reason(
      kind: .wellnessSet, people: .loggers, rate: .parameter("behavior.checkInProbability"),
      why: "is asked how they feel"),
    Reason(
      kind: .mobilityLogged, people: .loggers, rate: .yearly(10),
      why: "has stretched after training"),
    Reason(
      kind: .trainingLogDeleted, people: .loggers, rate: .yearly(2),
      why: "logged it twice"),
    Reason(
      kind: .workoutImported, people: .keepers, rate: .parameter("activities.healthStoreFraction"),
      why: "wears a watch"),
    Reason(
      kind: .workoutImportRemoved, people: .keepers,
      rate: .parameter("activities.healthChangeProbability"),
      why: "has corrected it on the watch"),
  ]

  private static let academics: [Reason] = [
    Reason(
      kind: .courseCreated, people: .keepers,
      rate: .besides("activities.courseFraction", yearly: 1),
      why: "a term begins"),
    Reason(
      kind: .courseChanged, people: .keepers, rate: .yearly(2),
      why: "a course has another teacher or room"),
    Reason(
      kind: .academicItemCreated, people: .keepers, rate: .parameter("activities.courseFraction"),
      why: "homework of the week"),
    Reason(
      kind: .academicItemChanged, people: .keepers,
      rate: .parameter("activities.taskDoneProbability"),
      why: "homework is done"),
  ]

  private static let schedule: [Reason] = [
    Reason(
      kind: .sportCreated, people: .grownUps,
      rate: .besides("activities.sportFraction", yearly: 0.7),
      why: "a season begins"),
    Reason(
      kind: .sportFieldSet, people: .grownUps, rate: .yearly(2),
      why: "the team or its coach is another"),
    Reason(
      kind: .sportDeleted, people: .grownUps, rate: .yearly(0.5),
      why: "a child tried it and stopped"),
    Reason(
      kind: .classCreated, people: .grownUps, rate: .besides("activities.sportFraction", yearly: 8),
      why: "practice has its days"),
    Reason(
      kind: .classFieldSet, people: .grownUps, rate: .yearly(4),
      why: "a match takes longer, or somewhere else"),
    Reason(
      kind: .classRuleSet, people: .grownUps, rate: .parameter("activities.sportFraction"),
      why: "practice is every week"),
    Reason(
      kind: .classDeleted, people: .grownUps, rate: .yearly(1),
      why: "a match is called off for good"),
    Reason(
      kind: .participantSet, people: .grownUps, rate: .yearly(2),
      why: "a sister plays along"),
    Reason(
      kind: .occurrenceFieldSet, people: .grownUps,
      rate: .parameter("activities.occurrenceChangeProbability"),
      why: "practice is cancelled or moved"),
    Reason(
      kind: .attendanceSet, people: .grownUps, rate: .parameter("activities.attendanceProbability"),
      why: "the child was there"),
    Reason(
      kind: .dutyClaimed, people: .grownUps, rate: .parameter("activities.dutyClaimProbability"),
      why: "can drive"),
    Reason(
      kind: .dutyReleased, people: .grownUps, rate: .yearly(6),
      why: "cannot drive after all"),
    Reason(
      kind: .dutyAssigned, people: .grownUps, rate: .yearly(8),
      why: "asks the other parent to drive"),
    Reason(
      kind: .dutyCoverageSet, people: .grownUps, rate: .yearly(4),
      why: "somebody is needed to drive"),
    Reason(
      kind: .dutySwapChanged, people: .grownUps, rate: .yearly(4),
      why: "swaps one ride for another"),
    Reason(
      kind: .conflictFieldSet, people: .grownUps, rate: .yearly(4),
      why: "two things are at one time"),
  ]

  private static let calendar: [Reason] = [
    Reason(
      kind: .calendarConnectionSet, people: .grownUps,
      rate: .parameter("activities.calendarLinkFraction"),
      why: "lives by another calendar"),
    Reason(
      kind: .calendarModeSet, people: .grownUps, rate: .parameter("activities.calendarModes"),
      why: "how soon it has to be there"),
    Reason(
      kind: .calendarEventMapped, people: .grownUps,
      rate: .parameter("activities.calendarLinkFraction"),
      why: "the phone keeps both alike"),
    Reason(
      kind: .calendarFieldsExchanged, people: .grownUps,
      rate: .parameter("activities.calendarLinkFraction"),
      why: "the phone keeps both alike"),
    Reason(
      kind: .calendarRevisionSeen, people: .grownUps,
      rate: .parameter("activities.calendarLinkFraction"),
      why: "the phone keeps both alike"),
    Reason(
      kind: .calendarEditImported, people: .grownUps,
      rate: .parameter("activities.calendarEditsPerWeek"),
      why: "somebody has edited it there"),
    Reason(
      kind: .calendarEventGone, people: .grownUps,
      rate: .parameter("activities.calendarEditsPerWeek"),
      why: "somebody has deleted it there"),
    Reason(
      kind: .calendarConflictRecorded, people: .grownUps,
      rate: .parameter("activities.calendarEditsPerWeek"),
      why: "both sides were edited"),
    Reason(
      kind: .calendarFieldsOverruled, people: .grownUps,
      rate: .parameter("activities.calendarEditsPerWeek"),
      why: "both sides were edited"),
  ]

  private static let goals: [Reason] = [
    Reason(
      kind: .goalCreated, people: .keepers, rate: .besides("activities.goalFraction", yearly: 3),
      why: "wants the child to come to practice"),
    Reason(
      kind: .goalTitleSet, people: .keepers, rate: .yearly(2),
      why: "says better what is wanted"),
    Reason(
      kind: .goalTargetSet, people: .keepers, rate: .yearly(3),
      why: "it was too easy, or too much"),
    Reason(
      kind: .goalUnitSet, people: .keepers, rate: .yearly(0.7),
      why: "counts in something else"),
    Reason(
      kind: .goalDatesSet, people: .keepers, rate: .yearly(2),
      why: "needs more time"),
    Reason(
      kind: .goalPrioritySet, people: .keepers, rate: .yearly(2),
      why: "something else has become more important"),
    Reason(
      kind: .goalSportSet, people: .keepers, rate: .yearly(1),
      why: "it is about one sport"),
    Reason(
      kind: .goalProgressSet, people: .keepers, rate: .yearly(12),
      why: "has come nearer to it"),
    Reason(
      kind: .goalCompletedSet, people: .keepers, rate: .yearly(4),
      why: "has got there"),
    Reason(
      kind: .goalArchivedSet, people: .keepers, rate: .yearly(2),
      why: "clears up"),
    Reason(
      kind: .goalDeleted, people: .keepers, rate: .yearly(1),
      why: "no longer wants it"),
    Reason(
      kind: .goalMetricSet, people: .keepers, rate: .yearly(2),
      why: "it is counted by what is eaten or drunk"),
    Reason(
      kind: .goalTextSet, people: .keepers, rate: .yearly(2),
      why: "a word to the child"),
    Reason(
      kind: .goalMilestoneSet, people: .keepers, rate: .yearly(3),
      why: "wants something to celebrate on the way"),
    Reason(
      kind: .goalAttendanceSet, people: .keepers, rate: .yearly(1),
      why: "it is about practices only"),
  ]

  private static let rewards: [Reason] = [
    Reason(
      kind: .pointsSet, people: .grownUps, rate: .yearly(2),
      why: "something should be worth more"),
    Reason(
      kind: .bonusAwarded, people: .grownUps, rate: .yearly(8),
      why: "the child was very good"),
    Reason(
      kind: .bonusRevoked, people: .grownUps, rate: .yearly(0.7),
      why: "gave it to the wrong child"),
    Reason(
      kind: .rewardOffered, people: .grownUps,
      rate: .besides("activities.rewardFraction", yearly: 2),
      why: "wants to reward"),
    Reason(
      kind: .rewardTitleSet, people: .grownUps, rate: .yearly(1),
      why: "it is something else this time"),
    Reason(
      kind: .rewardPriceSet, people: .grownUps, rate: .yearly(2),
      why: "it was too cheap"),
    Reason(
      kind: .rewardWithdrawn, people: .grownUps, rate: .yearly(1),
      why: "cannot be had any more"),
    Reason(
      kind: .rewardClaimed, people: .grownUps, rate: .parameter("activities.rewardFraction"),
      why: "the child has the points"),
    Reason(
      kind: .claimCancelled, people: .grownUps, rate: .yearly(1),
      why: "it has come to nothing"),
    Reason(
      kind: .leaderboardSet, people: .grownUps, rate: .yearly(1),
      why: "brothers and sisters quarrel about it"),
    Reason(
      kind: .trophyMade, people: .grownUps, rate: .yearly(1.5),
      why: "there is a prize of the family's own"),
    Reason(
      kind: .trophyGiven, people: .grownUps, rate: .yearly(2),
      why: "somebody has won it"),
  ]

  private static let groups: [Reason] = [
    Reason(
      kind: .groupJoined, people: .grownUps, rate: .parameter("activities.groupMemberFraction"),
      why: "wants company in training"),
    Reason(
      kind: .groupNameSet, people: .grownUps, rate: .yearly(0.5),
      why: "the group has found its name"),
    Reason(
      kind: .groupMemberRemoved, people: .grownUps, rate: .yearly(0.2),
      why: "somebody does not fit"),
    Reason(
      kind: .groupLeft, people: .grownUps, rate: .yearly(0.4),
      why: "it is no longer for them"),
    Reason(
      kind: .groupDeleted, people: .grownUps, rate: .yearly(0.1),
      why: "nobody trains any more"),
    Reason(
      kind: .groupDisplayNameSet, people: .grownUps, rate: .yearly(0.7),
      why: "wants to be called otherwise"),
    Reason(
      kind: .groupConsentSet, people: .grownUps, rate: .yearly(0.5),
      why: "says again what may be shared (GRP-6)"),
    Reason(
      kind: .groupSharingSet, people: .grownUps, rate: .yearly(1),
      why: "wants to train unseen for a while"),
    Reason(
      kind: .groupWorkoutShared, people: .grownUps,
      rate: .parameter("activities.groupMemberFraction"),
      why: "wants to be on the board"),
    Reason(
      kind: .groupFeedViewed, people: .grownUps, rate: .yearly(26),
      why: "wants to know what the others did"),
  ]

  private static let notifications: [Reason] = [
    Reason(
      kind: .notificationChannelsSet, people: .everybody, rate: .yearly(2),
      why: "is told too much, or by the wrong way"),
    Reason(
      kind: .quietHoursSet, people: .everybody, rate: .yearly(1.5),
      why: "does not want to be woken"),
    Reason(
      kind: .doNotDisturbSet, people: .everybody, rate: .yearly(4),
      why: "is in a meeting"),
    Reason(
      kind: .leadMinutesSet, people: .everybody, rate: .yearly(1),
      why: "wants to know earlier"),
    Reason(
      kind: .notificationSnoozed, people: .everybody, rate: .yearly(6),
      why: "later"),
  ]
}
