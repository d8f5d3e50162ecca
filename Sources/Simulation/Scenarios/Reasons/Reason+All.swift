public import DomainCore

// How often and why, command by command. No source was found for how often families use occasional
// commands, so the yearly numbers are assumed; a scenario may set others (`reasons.timesPerYear`).

extension Reason {
  /// A reason for every command, area by area.
  public static let all: [Reason] =
    families + habits + nutrition + training + academics + schedule
    + calendar + goals + rewards + groups + notifications

  /// The reason for a command.
  public static func of(_ kind: FactKind) -> Reason? {
    let place = places[Int(kind.rawValue)]
    return place < 0 ? nil : all[place]
  }

  /// The reason for a command with the name that scenarios give it.
  public static func named(_ name: String) -> Reason? { placesByName[name].map { all[$0] } }

  /// The names of the commands, in the order of `all`.
  static let names = all.map(\.kind.name)

  /// By the number of a command, the place of its reason; negative if there is none.
  private static let places: [Int] = {
    var places = Array(repeating: -1, count: Int(UInt8.max) + 1)
    for (place, reason) in all.enumerated().reversed() { places[Int(reason.kind.rawValue)] = place }
    return places
  }()

  private static let placesByName = Dictionary(
    zip(names, names.indices), uniquingKeysWith: { first, _ in first })

  private static let families: [Reason] = [
    Reason(
      kind: .childMayLogSet, people: .adults,
      rate: .parameterAndYearly("population.childLogsFromAgeYears", yearly: 0.5),
      why: "a child is old enough to log for itself (FAM-3)"),
    Reason(
      kind: .memberJoined, people: [.adults, .coaches, .grandparents],
      rate: .parameter("population.laterJoinerFraction"),
      why: "was invited into the family"),
    Reason(
      kind: .memberAdded, people: .adults, rate: .yearly(1),
      why: "a person without a device joins the family, such as a new baby"),
    Reason(
      kind: .memberEnded, people: .adults, rate: .yearly(0.5),
      why: "a guest or a former coach no longer belongs to the family"),
    Reason(
      kind: .memberActivated, people: .adults, rate: .yearly(0.3),
      why: "a person who was away is back"),
    Reason(
      kind: .memberRoleSet, people: .adults, rate: .yearly(0.3),
      why: "a guest turns out to be a coach or an athlete"),
    Reason(
      kind: .consentSet, people: .adults, rate: .yearly(0.5),
      why: "the app asks again whether a child may have its account (FAM-5)"),
    Reason(
      kind: .invitationMade, people: .adults,
      rate: .parameterAndYearly("population.laterJoinerFraction", yearly: 0.7),
      why: "wants the others of the family, or a grandparent, to see"),
    Reason(
      kind: .invitationRevoked, people: .adults, rate: .yearly(0.5),
      why: "has sent an invitation to the wrong address"),
    Reason(
      kind: .rosterSet, people: [.coaches, .adults], rate: .parameter("population.coachFraction"),
      why: "takes an athlete on the roster, or is asked to"),
    Reason(
      kind: .profileFieldSet, people: .adults, rate: .yearly(2),
      why: "an allergy or a new school has to be known"),
    Reason(
      kind: .weightSet, people: .adults, rate: .yearly(6),
      why: "has grown or lost weight, and targets depend on it"),
    Reason(
      kind: .heightSet, people: .adults, rate: .yearly(3),
      why: "a child has grown, and targets depend on it"),
    Reason(
      kind: .workoutSharingSet, people: .adults, rate: .yearly(0.5),
      why: "reconsiders what groups may see (FAM-12)"),
  ]

  private static let habits: [Reason] = [
    Reason(
      kind: .habitCreated, people: .keepers, rate: .parameter("behavior.habitsPerPersonMean"),
      why: "wants a new behavior"),
    Reason(
      kind: .habitNameSet, people: .keepers, rate: .parameter("behavior.habitEditProbability"),
      why: "wants a better name"),
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
      why: "has reached the goal, or given up"),
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
      why: "a doctor or a coach has recommended an amount"),
    Reason(
      kind: .nutritionTemplateCreated, people: .keepers, rate: .yearly(1),
      why: "training weeks need other targets"),
    Reason(
      kind: .nutritionTemplateValueSet, people: .keepers, rate: .yearly(1.5),
      why: "fills in or corrects a template"),
    Reason(
      kind: .nutritionTemplateDeleted, people: .keepers, rate: .yearly(0.5),
      why: "a template is no longer needed"),
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
      why: "names a template after its purpose"),
    Reason(
      kind: .mealLogged, people: .loggers, rate: .parameter("behavior.mealsPerActiveDayMean"),
      why: "has eaten"),
    Reason(
      kind: .favoriteMealSet, people: .loggers,
      rate: .parameter("behavior.favoriteMealProbability"),
      why: "eats the same often"),
    Reason(
      kind: .waterLogged, people: .loggers, rate: .parameter("behavior.watersPerActiveDayMean"),
      why: "has had a drink"),
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
      why: "a smart bottle has measured it"),
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
      kind: .workoutAssigned, people: [.coaches, .adults],
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
      rate: .parameterAndYearly("activities.courseFraction", yearly: 1),
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
      kind: .sportCreated, people: .adults,
      rate: .parameterAndYearly("activities.sportFraction", yearly: 0.7),
      why: "a season begins"),
    Reason(
      kind: .sportFieldSet, people: .adults, rate: .yearly(2),
      why: "the team or its coach has changed"),
    Reason(
      kind: .sportDeleted, people: .adults, rate: .yearly(0.5),
      why: "a child tried it and stopped"),
    Reason(
      kind: .classCreated, people: .adults,
      rate: .parameterAndYearly("activities.sportFraction", yearly: 8),
      why: "practice takes place on fixed days"),
    Reason(
      kind: .classFieldSet, people: .adults, rate: .yearly(4),
      why: "a match takes longer, or somewhere else"),
    Reason(
      kind: .classRuleSet, people: .adults, rate: .parameter("activities.sportFraction"),
      why: "practice is every week"),
    Reason(
      kind: .classDeleted, people: .adults, rate: .yearly(1),
      why: "a match is called off for good"),
    Reason(
      kind: .participantSet, people: .adults, rate: .yearly(2),
      why: "a sister joins in"),
    Reason(
      kind: .occurrenceFieldSet, people: .adults,
      rate: .parameter("activities.occurrenceChangeProbability"),
      why: "practice is canceled or moved"),
    Reason(
      kind: .attendanceSet, people: .adults, rate: .parameter("activities.attendanceProbability"),
      why: "the child was there"),
    Reason(
      kind: .dutyClaimed, people: .adults, rate: .parameter("activities.dutyClaimProbability"),
      why: "can drive"),
    Reason(
      kind: .dutyReleased, people: .adults, rate: .yearly(6),
      why: "cannot drive after all"),
    Reason(
      kind: .dutyAssigned, people: .adults, rate: .yearly(8),
      why: "asks the other parent to drive"),
    Reason(
      kind: .dutyCoverageSet, people: .adults, rate: .yearly(4),
      why: "a driver is needed"),
    Reason(
      kind: .dutySwapChanged, people: .adults, rate: .yearly(4),
      why: "swaps one ride for another"),
    Reason(
      kind: .conflictFieldSet, people: .adults, rate: .yearly(4),
      why: "two things are at one time"),
  ]

  private static let calendar: [Reason] = [
    Reason(
      kind: .calendarConnectionSet, people: .adults,
      rate: .parameter("activities.calendarLinkFraction"),
      why: "plans with another calendar"),
    Reason(
      kind: .calendarModeSet, people: .adults, rate: .parameter("activities.calendarModes"),
      why: "wants changes to appear sooner or later"),
    Reason(
      kind: .calendarEventMapped, people: .adults,
      rate: .parameter("activities.calendarLinkFraction"),
      why: "the phone keeps both in sync"),
    Reason(
      kind: .calendarFieldsExchanged, people: .adults,
      rate: .parameter("activities.calendarLinkFraction"),
      why: "the phone keeps both in sync"),
    Reason(
      kind: .calendarRevisionSeen, people: .adults,
      rate: .parameter("activities.calendarLinkFraction"),
      why: "the phone keeps both in sync"),
    Reason(
      kind: .calendarEditImported, people: .adults,
      rate: .parameter("activities.calendarEditsPerWeek"),
      why: "a person has edited it there"),
    Reason(
      kind: .calendarEventGone, people: .adults,
      rate: .parameter("activities.calendarEditsPerWeek"),
      why: "a person has deleted it there"),
    Reason(
      kind: .calendarConflictRecorded, people: .adults,
      rate: .parameter("activities.calendarEditsPerWeek"),
      why: "both sides were edited"),
    Reason(
      kind: .calendarFieldsOverruled, people: .adults,
      rate: .parameter("activities.calendarEditsPerWeek"),
      why: "both sides were edited"),
  ]

  private static let goals: [Reason] = [
    Reason(
      kind: .goalCreated, people: .keepers,
      rate: .parameterAndYearly("activities.goalFraction", yearly: 3),
      why: "wants the child to come to practice"),
    Reason(
      kind: .goalTitleSet, people: .keepers, rate: .yearly(2),
      why: "wants a better title"),
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
      why: "has made progress"),
    Reason(
      kind: .goalCompletedSet, people: .keepers, rate: .yearly(4),
      why: "has reached it"),
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
      why: "a note to the child"),
    Reason(
      kind: .goalMilestoneSet, people: .keepers, rate: .yearly(3),
      why: "wants something to celebrate along the way"),
    Reason(
      kind: .goalAttendanceSet, people: .keepers, rate: .yearly(1),
      why: "it is about practices only"),
  ]

  private static let rewards: [Reason] = [
    Reason(
      kind: .pointsSet, people: .adults, rate: .yearly(2),
      why: "something should be worth more"),
    Reason(
      kind: .bonusAwarded, people: .adults, rate: .yearly(8),
      why: "the child was very good"),
    Reason(
      kind: .bonusRevoked, people: .adults, rate: .yearly(0.7),
      why: "gave it to the wrong child"),
    Reason(
      kind: .rewardOffered, people: .adults,
      rate: .parameterAndYearly("activities.rewardFraction", yearly: 2),
      why: "wants to reward"),
    Reason(
      kind: .rewardTitleSet, people: .adults, rate: .yearly(1),
      why: "it is something else this time"),
    Reason(
      kind: .rewardPriceSet, people: .adults, rate: .yearly(2),
      why: "it was too cheap"),
    Reason(
      kind: .rewardWithdrawn, people: .adults, rate: .yearly(1),
      why: "is no longer available"),
    Reason(
      kind: .rewardClaimed, people: .adults, rate: .parameter("activities.rewardFraction"),
      why: "the child has the points"),
    Reason(
      kind: .claimCancelled, people: .adults, rate: .yearly(1),
      why: "it did not work out"),
    Reason(
      kind: .leaderboardSet, people: .adults, rate: .yearly(1),
      why: "brothers and sisters quarrel about it"),
    Reason(
      kind: .trophyMade, people: .adults, rate: .yearly(1.5),
      why: "there is a prize of the family's own"),
    Reason(
      kind: .trophyGiven, people: .adults, rate: .yearly(2),
      why: "a child has won it"),
  ]

  private static let groups: [Reason] = [
    Reason(
      kind: .groupJoined, people: .adults, rate: .parameter("activities.groupMemberFraction"),
      why: "wants company in training"),
    Reason(
      kind: .groupNameSet, people: .adults, rate: .yearly(0.5),
      why: "the group has found its name"),
    Reason(
      kind: .groupMemberRemoved, people: .adults, rate: .yearly(0.2),
      why: "a member does not fit in"),
    Reason(
      kind: .groupLeft, people: .adults, rate: .yearly(0.4),
      why: "it is no longer for them"),
    Reason(
      kind: .groupDeleted, people: .adults, rate: .yearly(0.1),
      why: "no one trains any more"),
    Reason(
      kind: .groupDisplayNameSet, people: .adults, rate: .yearly(0.7),
      why: "wants another name"),
    Reason(
      kind: .groupConsentSet, people: .adults, rate: .yearly(0.5),
      why: "confirms again what may be shared (GRP-6)"),
    Reason(
      kind: .groupSharingSet, people: .adults, rate: .yearly(1),
      why: "wants to train unseen for a while"),
    Reason(
      kind: .groupWorkoutShared, people: .adults,
      rate: .parameter("activities.groupMemberFraction"),
      why: "wants to be on the board"),
    Reason(
      kind: .groupFeedViewed, people: .adults, rate: .yearly(26),
      why: "wants to know what the others did"),
  ]

  private static let notifications: [Reason] = [
    Reason(
      kind: .notificationChannelsSet, people: .everyone, rate: .yearly(2),
      why: "gets too many notifications, or by the wrong channel"),
    Reason(
      kind: .quietHoursSet, people: .everyone, rate: .yearly(1.5),
      why: "does not want to be woken"),
    Reason(
      kind: .doNotDisturbSet, people: .everyone, rate: .yearly(4),
      why: "is in a meeting"),
    Reason(
      kind: .leadMinutesSet, people: .everyone, rate: .yearly(1),
      why: "wants to know earlier"),
    Reason(
      kind: .notificationSnoozed, people: .everyone, rate: .yearly(6),
      why: "later"),
  ]
}
