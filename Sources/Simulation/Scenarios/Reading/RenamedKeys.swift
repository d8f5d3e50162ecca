/// Keys of scenarios that have a new name, so that an old scenario gets an error that names it.
enum RenamedKeys {
  /// The new key of a key in a section, or of a section at the top; nil if it was never renamed.
  static func key(for old: String, in section: String) -> String? {
    section.isEmpty ? sections[old] : keys[section]?[old]
  }

  /// The new path of an old one, such as `network.lossProbability` of `network.lossShare`; nil if
  /// neither its section nor its key was renamed.
  static func path(for old: String) -> String? {
    guard let dot = old.firstIndex(of: ".") else { return sections[old] }
    let (oldSection, oldKey) = (String(old[..<dot]), String(old[old.index(after: dot)...]))
    let section = sections[oldSection] ?? oldSection
    let path = "\(section).\(keys[section]?[oldKey] ?? oldKey)"
    return path == old ? nil : path
  }

  private static let sections = ["behaviour": "behavior"]

  /// The old and the new keys of each section, by the new name of the section.
  static let keys: [String: [String: String]] = [
    "population": [
      "coachShare": "coachFraction",
      "friendInvitesShare": "friendInvitedFraction",
      "laterDaysMedian": "laterJoinDelayDaysMedian",
      "laterShare": "laterJoinerFraction",
      "organicShare": "organicFraction",
      "sameSexCoupleShare": "sameSexCoupleFraction",
      "sharedTabletSessionShare": "sharedTabletSessionProbability",
      "sharedTabletShare": "sharedTabletFraction",
      "studentHomeShare": "studentHomeFraction",
      "tapsForMark": "tapsForHabit",
      "teamShare": "teamFraction",
    ],
    "behavior": [
      "bulkCompletedShare": "bulkCompletionProbability",
      "checkInShare": "checkInProbability",
      "doubleTapShare": "doubleTapProbability",
      "favouriteMealShare": "favoriteMealProbability",
      "habitArchivedShare": "habitArchiveProbability",
      "habitCreatedShare": "habitCreateProbability",
      "habitDecayShare": "habitDecayFraction",
      "habitDeletedShare": "habitDeleteProbability",
      "habitDoneShare": "habitDoneProbability",
      "habitEditedShare": "habitEditProbability",
      "habitGainShare": "habitGainFraction",
      "habitReorderedShare": "habitReorderProbability",
      "habitRestoredShare": "habitRestoreProbability",
      "habitUndoneShare": "habitUndoProbability",
      "meansAreKept": "preserveMeans",
      "noveltyDaysHalf": "noveltyHalfLifeDays",
      "streakSavedShare": "clockSetBackProbability",
      "togetherShare": "simultaneousJoinProbability",
    ],
    "lifecycle": [
      "isLived": "enabled",
      "lapseFactorPain": "lapseFactorStreakLoss",
      "noveltyReturnedShare": "noveltyOnReturnFraction",
      "openLogitPain": "openLogitStreakLoss",
      "painDaysHalf": "streakLossHalfLifeDays",
    ],
    "homes": [
      "awayDaysMax": "tripDaysMax",
      "awaysPerYear": "tripsPerYear",
      "openLogitCompany": "openLogitHouseholdActive",
      "returnFactorCompany": "returnFactorHouseholdActive",
      "traitSharedShare": "traitHouseholdVarianceFraction",
    ],
    "levels": [
      "areLived": "enabled"
    ],
    "rhythm": [
      "isLived": "enabled"
    ],
    "reactions": [
      "groupBalanceShare": "groupBalanceFraction",
      "groupLateLift": "groupLateWeekLift",
      "lapseFactorTrouble": "lapseFactorFrustration",
      "openLogitTrouble": "openLogitFrustration",
      "promptFadeShare": "promptRecoveryFraction",
      "promptGainShare": "promptHabituationFraction",
      "promptMisfitShare": "promptIrrelevantProbability",
      "promptRefusedShare": "promptOptOutProbability",
      "troubleDaysHalf": "frustrationHalfLifeDays",
    ],
    "interventions": [
      "invitedShare": "inviteAcceptProbability",
      "misfitFactor": "irrelevantPromptFactor",
      "treatedShare": "treatedFraction",
    ],
    "activities": [
      "assignedDoneShare": "assignedWorkoutDoneProbability",
      "attendedShare": "attendanceProbability",
      "calendarAskedShare": "calendarSyncRequestProbability",
      "calendarDisconnectedShare": "calendarDisconnectProbability",
      "calendarRestoredShare": "calendarRestoreProbability",
      "calendarShare": "calendarLinkFraction",
      "courseShare": "courseFraction",
      "diningHallShare": "diningHallFraction",
      "dutyClaimedShare": "dutyClaimProbability",
      "goalShare": "goalFraction",
      "groupShare": "groupMemberFraction",
      "groupsOfFriends": "groupsRequireFriends",
      "healthAloneShare": "healthOnlyProbability",
      "healthChangedShare": "healthChangeProbability",
      "healthRecordedShare": "healthRecordedProbability",
      "healthStoreShare": "healthStoreFraction",
      "notifiedShare": "notifiedFamilyFraction",
      "occurrenceChangedShare": "occurrenceChangeProbability",
      "photoShare": "photoFraction",
      "profileShare": "profileFraction",
      "rewardShare": "rewardFraction",
      "sportShare": "sportFraction",
      "taskDoneShare": "taskDoneProbability",
      "templateShare": "templateFraction",
      "whimShare": "randomCommandProbability",
      "workoutShare": "workoutProbability",
    ],
    "reasons": [
      "areLived": "enabled"
    ],
    "contention": [
      "accountDeletedShare": "accountDeletionProbability",
      "groupLeftShare": "groupLeaveProbability",
      "groupReturnShare": "groupRejoinProbability",
      "kindsAtOnce": "simultaneousKinds",
      "sessionShare": "contendedSessionProbability",
      "thingsPerSessionMax": "actionsPerSessionMax",
      "togetherShare": "transactionProbability",
      "youngInGroupsShare": "minorsInGroupsFraction",
    ],
    "network": [
      "answerLossShare": "responseLossProbability",
      "calendarFailureShare": "calendarFailureProbability",
      "calendarRequestsPerMinute": "calendarRequestsPerMinuteMax",
      "catalogueFailureShare": "catalogFailureProbability",
      "damageShare": "responseDamageProbability",
      "duplicateShare": "duplicateProbability",
      "healthLapsesPerWeek": "healthStoreFailuresPerWeek",
      "lossShare": "lossProbability",
      "offlineDeviceShare": "longOfflineDeviceFraction",
      "offlineLongSpellDaysMax": "longOfflineDaysMax",
      "offlineSpellMinutesMedian": "shortOfflineMinutesMedian",
      "offlineSpellSigma": "shortOfflineSigma",
      "offlineSpellsPerDeviceWeek": "shortOfflinesPerDeviceWeek",
      "portalMinutesMax": "captivePortalMinutesMax",
      "portalsPerDeviceWeek": "captivePortalsPerDeviceWeek",
      "qualitySigma": "connectionQualitySigma",
      "reorderShare": "reorderProbability",
      "requestsPerMinute": "requestsPerMinuteMax",
    ],
    "clocks": [
      "driftingShare": "driftingFraction",
      "skewedShare": "skewedFraction",
      "wrongZoneShare": "wrongZoneFraction",
    ],
    "installs": [
      "crashShare": "crashProbability",
      "fullStoreHoursMax": "storageFullHoursMax",
      "fullStoresPerDeviceYear": "storageFullPerDeviceYear",
      "loansPerDeviceYear": "sharedSignInsPerDeviceYear",
      "newVersionShare": "newVersionFraction",
      "oldVersionShare": "oldVersionFraction",
    ],
    "coverage": [
      "situationsMin": "combinationsMin"
    ],
    "experiments": [
      "oneMessageMoreHousehold": "extraSyncHousehold"
    ],
  ]
}
