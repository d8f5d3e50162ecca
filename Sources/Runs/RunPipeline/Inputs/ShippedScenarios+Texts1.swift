// Written by scripts/scenarios.py from the folder 'scenarios'; do not edit.

extension ShippedScenarios {
  static let activityTracker = #"""
    {"extends":"personal-coach","name":"activity-tracker","description":"One person, one phone,\#
     a few habits: the population of the Activity Tracker.",\#
    "population":{"parentsPerHousehold":{"1":1},"devicesPerAdult":{"1":1}},\#
    "personas":{"adults":{"plain":1}},"behavior":{"habitsPerPersonMean":3},\#
    "metrics":{"targets":{"at.integrity":0.999,"at.mark_seconds":5,"pc.retention.d1":null,\#
    "pc.retention.d7":null,"pc.retention.d30":null,"pc.dau":null,"pc.sessions_per_day":null,\#
    "pc.session_seconds":null,"pc.crash_sessions":null,"pc.core_weekly":null,\#
    "pc.habits_completed":null,"pc.streak7":null,"pc.response":null,"pc.sync_success":null,\#
    "pc.conflicts_open":null,"pc.data_lost":null,"pc.saves":null,"pc.tickets":null}}}
    """#

  static let allProducts = #"""
    {"extends":"baseline","name":"all-products",\#
    "description":"The baseline's people with the features of all products.",\#
    "population":{"observersPerHousehold":{"0":0.85,"1":0.1,"2":0.05},"coachFraction":0.2,\#
    "laterJoinerFraction":0.3,"friendInvitedFraction":0.15,"sharedTabletFraction":0.15,\#
    "studentHomeFraction":0.08,"teamFraction":0.01},"personas":{"students":{"plain":0.5,\#
    "motivatedChallenger":0.2,"selfImprover":0.15,"wellnessEnthusiast":0.15}},\#
    "rhythm":{"openLogitMatchDay":0.4,"openLogitSeasonEnd":-0.3,"schools":3},\#
    "network":{"connectionQualitySigma":0.5},"activities":{"profileFraction":0.8,\#
    "sportFraction":0.9,"goalFraction":0.7,"rewardFraction":0.6,"courseFraction":0.6,\#
    "templateFraction":0.3,"groupMemberFraction":0.5,"calendarLinkFraction":0.3,\#
    "healthStoreFraction":0.5,"diningHallFraction":0.2,"photoFraction":0.1,\#
    "notifiedFamilyFraction":0.05},"reactions":{"promptsPerWeek":3}}
    """#

  static let base = #"""
    {"name":"base","description":"Every parameter at its default,\#
     with its meaning and its source; the others extend it.","seed":1,"people":1000,"days":60,\#
    "start":"2026-01-05","population":{"householdsPerCommunity":8,"parentsPerHousehold":{"1":0.25,\#
    "2":0.75},"childrenPerHousehold":{"0":0.2,"1":0.3,"2":0.32,"3":0.13,"4":0.05},\#
    "observersPerHousehold":{"0":1.0},"coachFraction":0.0,"studentHomeFraction":0.0,\#
    "studentsPerHome":{"1":0.4,"2":0.3,"3":0.2,"4":0.1},"teamFraction":0.0,\#
    "athletesPerTeam":{"8":0.2,"12":0.4,"16":0.3,"24":0.1},"childAgeYearsMin":5,\#
    "childAgeYearsMax":17,"childLogsFromAgeYears":10,"parentAtBirthYearsMedian":27.5,\#
    "parentAtBirthYearsDeviation":6.0,"sameSexCoupleFraction":0.014,"coupleYearsMedian":1.7,\#
    "coupleYearsDeviation":3.3,"devicesPerAdult":{"1":0.45,"2":0.4,"3":0.15},\#
    "devicesPerChild":{"1":0.85,"2":0.13,"3":0.02},"sharedTabletFraction":0.0,\#
    "sharedTabletSessionProbability":0.25,"zones":[{"zone":"America/New_York","weight":0.48},\#
    {"zone":"America/Chicago","weight":0.29},{"zone":"America/Denver","weight":0.07},\#
    {"zone":"America/Los_Angeles","weight":0.16}],"joinDaysSpread":30,"signUpGrowth":1.0,\#
    "friendInvitedFraction":0.0,"laterJoinerFraction":0.0,"laterJoinDelayDaysMedian":4.0,\#
    "platforms":{"ios":0.4,"android":0.45,"web":0.15},"organicFraction":0.25,\#
    "launchMilliseconds":900,"tapMilliseconds":950,"tapSigma":0.25,"tapsForWater":2,\#
    "tapsForHabit":1},"behavior":{"openLogitBase":-0.2,"openLogitHabit":2.0,"openLogitStreak":1.0,\#
    "openLogitNovelty":2.5,"noveltyHalfLifeDays":5.0,"openLogitWeekend":-0.3,\#
    "openLogitMonday":0.28,"openLogitDeviation":1.0,"habitGainFraction":0.044,\#
    "habitDecayFraction":0.01,"leaveHazardDaily":0.002,"leaveHazardFactorEarly":20.0,\#
    "preserveMeans":true,"sessionsPerActiveDayMean":2.5,"sessionSecondsMedian":36.0,\#
    "habitsPerPersonMean":4.0,"habitDoneProbability":0.75,"habitDoneLogitDeviation":0.0,\#
    "habitUndoProbability":0.03,"doubleTapProbability":0.0,"clockSetBackProbability":0.0,\#
    "simultaneousJoinProbability":0.0,"bulkCompletionProbability":0.1,"mealsPerActiveDayMean":3.0,\#
    "favoriteMealProbability":0.3,"watersPerActiveDayMean":4.0,"waterOuncesMedian":8.0,\#
    "checkInProbability":0.7,"habitCreateProbability":0.02,"habitEditProbability":0.01,\#
    "habitReorderProbability":0.01,"habitArchiveProbability":0.004,"habitDeleteProbability":0.004,\#
    "habitRestoreProbability":0.2},"personas":{"adults":{"plain":1.0},"children":{"plain":1.0},\#
    "students":{"plain":1.0}},"lifecycle":{"enabled":false,"frailtySigma":0.8,\#
    "lapseHazardFirst":0.4,"lapseDaysScale":1.0,"lapsePower":1.0,"lapseHazardDaily":0.005,\#
    "lapsingDays":3,"dormantDays":14,"openLogitLapsing":-0.5,"returnHazardFirst":0.03,\#
    "returnDaysScale":5.0,"returnPower":0.5,"returnFactorFreshStart":1.5,\#
    "noveltyOnReturnFraction":0.5,"leaveHazardDormant":0.0005,"habitDaysMedian":66.0,\#
    "habitDaysSigma":0.67,"openLogitMilestone":0.5,"openLogitStreakLoss":-0.6,\#
    "lapseFactorStreakLoss":1.3,"streakLossHalfLifeDays":3.0,"openLogitFreshStart":0.15},\#
    "homes":{"traitHouseholdVarianceFraction":0.0,"openLogitDayDeviation":0.0,\#
    "openLogitWeekDeviation":0.0,"tripsPerYear":0.0,"tripDaysMax":12,"openLogitAway":-2.5,\#
    "illnessesPerYear":0.0,"illnessDaysMax":8,"openLogitIll":-1.5,"openLogitHouseholdActive":0.0,\#
    "returnFactorHouseholdActive":1.0},"levels":{"enabled":false,"wellnessMean":7.0,\#
    "wellnessDeviation":1.1,"wellnessWeekDeviation":0.6,"wellnessDayDeviation":0.8,\#
    "wellnessIll":2.5,"appetiteSigma":0.25,"appetiteWeekSigma":0.1,"thirstSigma":0.3},\#
    "rhythm":{"enabled":false,"hours":{"6":2.0,"7":4.0,"8":5.0,"9":3.0,"10":3.0,"11":3.0,"12":6.0,\#
    "13":5.0,"14":3.0,"15":3.0,"16":4.0,"17":5.0,"18":8.0,"19":8.0,"20":9.0,"21":8.0,"22":5.0,\#
    "23":2.0},"chronotypeMinutesDeviation":60.0,"weekendMinutes":60,"openLogitSeason":0.2,\#
    "openLogitHoliday":-0.7,"openLogitExams":-0.4,"openLogitTerm":0.2,"openLogitMatchDay":0.0,\#
    "openLogitSeasonEnd":0.0,"schools":1},"reactions":{"promptsPerWeek":0.0,"promptLift":0.28,\#
    "promptHabituationFraction":0.04,"promptRecoveryFraction":0.02,\#
    "promptIrrelevantProbability":0.3,"promptOptOutProbability":0.01,"promptLapseFactor":1.3,\#
    "promptReturnFactor":1.3,"groupTrainingLift":0.0,"groupBalanceFraction":0.0,\#
    "groupLateWeekLift":0.0,"openLogitGroup":0.0,"openLogitFrustration":0.0,\#
    "lapseFactorFrustration":1.0,"frustrationHalfLifeDays":4.0},\#
    "interventions":{"treatment":"none","treatedFraction":1.0,"startDay":0,"promptsPerWeek":7.0,\#
    "inviteAcceptProbability":0.3,"returnFactorInvited":1.3,"rewardFactor":1.5,\#
    "irrelevantPromptFactor":0.4},"activities":{"profileFraction":0.6,"sportFraction":0.7,\#
    "attendanceProbability":0.85,"dutyClaimProbability":0.5,"occurrenceChangeProbability":0.04,\#
    "goalFraction":0.5,"rewardFraction":0.4,"courseFraction":0.4,"taskDoneProbability":0.8,\#
    "assignedWorkoutDoneProbability":0.87,"groupsRequireFriends":false,"workoutProbability":0.3,\#
    "templateFraction":0.2,"groupMemberFraction":0.3,"randomCommandProbability":0.05,\#
    "notifiedFamilyFraction":0.01,"calendarLinkFraction":0.15,"calendarModes":{"realTime":0.5,\#
    "hourly":0.2,"daily":0.2,"manual":0.1},"calendarEditsPerWeek":2.0,\#
    "calendarSyncRequestProbability":0.2,"calendarDisconnectProbability":0.01,\#
    "calendarRestoreProbability":0.05,"healthStoreFraction":0.3,"healthRecordedProbability":0.6,\#
    "healthOnlyProbability":0.15,"healthChangeProbability":0.08,"diningHallFraction":0.1,\#
    "photoFraction":0.05},"reasons":{"enabled":false,"timesPerYear":{"childMayLogSet":0.5,\#
    "memberAdded":1.0,"memberEnded":0.5,"memberActivated":0.3,"memberRoleSet":0.3,\#
    "consentSet":0.5,"invitationMade":0.7,"invitationRevoked":0.5,"profileFieldSet":2.0,\#
    "weightSet":6.0,"heightSet":3.0,"workoutSharingSet":0.5,"habitStartSet":2.0,\#
    "nutritionOverrideSet":4.0,"nutritionTemplateCreated":1.0,"nutritionTemplateValueSet":1.5,\#
    "nutritionTemplateDeleted":0.5,"nutritionTemplateApplied":1.5,"nutritionTemplateEnded":0.7,\#
    "nutritionTemplateNameSet":0.5,"foodChanged":8.0,"foodMoved":4.0,"foodTextSet":3.0,\#
    "foodDeleted":5.0,"waterImported":6.0,"sessionCreated":6.0,"templateChanged":3.0,\#
    "mobilityLogged":10.0,"trainingLogDeleted":2.0,"courseCreated":1.0,"courseChanged":2.0,\#
    "sportCreated":0.7,"sportFieldSet":2.0,"sportDeleted":0.5,"classCreated":8.0,\#
    "classFieldSet":4.0,"classDeleted":1.0,"participantSet":2.0,"dutyReleased":6.0,\#
    "dutyAssigned":8.0,"dutyCoverageSet":4.0,"dutySwapChanged":4.0,"conflictFieldSet":4.0,\#
    "goalCreated":3.0,"goalTitleSet":2.0,"goalTargetSet":3.0,"goalUnitSet":0.7,"goalDatesSet":2.0,\#
    "goalPrioritySet":2.0,"goalSportSet":1.0,"goalProgressSet":12.0,"goalCompletedSet":4.0,\#
    "goalArchivedSet":2.0,"goalDeleted":1.0,"goalMetricSet":2.0,"goalTextSet":2.0,\#
    "goalMilestoneSet":3.0,"goalAttendanceSet":1.0,"pointsSet":2.0,"bonusAwarded":8.0,\#
    "bonusRevoked":0.7,"rewardOffered":2.0,"rewardTitleSet":1.0,"rewardPriceSet":2.0,\#
    "rewardWithdrawn":1.0,"claimCancelled":1.0,"leaderboardSet":1.0,"trophyMade":1.5,\#
    "trophyGiven":2.0,"groupNameSet":0.5,"groupMemberRemoved":0.2,"groupLeft":0.4,\#
    "groupDeleted":0.1,"groupDisplayNameSet":0.7,"groupConsentSet":0.5,"groupSharingSet":1.0,\#
    "groupFeedViewed":26.0,"notificationChannelsSet":2.0,"quietHoursSet":1.5,\#
    "doNotDisturbSet":4.0,"leadMinutesSet":1.0,"notificationSnoozed":6.0},"areas":{"families":1.0,\#
    "habits":1.0,"nutrition":1.0,"training":1.0,"academics":1.0,"schedule":1.0,"calendar":1.0,\#
    "goals":1.0,"rewards":1.0,"groups":1.0,"notifications":1.0}},\#
    "contention":{"contendedSessionProbability":0.0,"actionsPerSessionMax":6,\#
    "simultaneousKinds":3,"daysPerSubject":3,"transactionProbability":0.1,\#
    "groupLeaveProbability":0.0,"groupRejoinProbability":0.0,"accountDeletionProbability":0.0,\#
    "minorsInGroupsFraction":0.0},"network":{"latencyMillisecondsMedian":80.0,"latencySigma":0.6,\#
    "lossProbability":0.01,"responseLossProbability":0.0,"responseDamageProbability":0.0,\#
    "duplicateProbability":0.005,"reorderProbability":0.01,"reorderDelayMillisecondsMax":2000,\#
    "shortOfflinesPerDeviceWeek":5.0,"connectionQualitySigma":0.0,\#
    "shortOfflineMinutesMedian":40.0,"shortOfflineSigma":1.0,"longOfflineDeviceFraction":0.02,\#
    "longOfflineDaysMax":7,"calendarFailureProbability":0.02,"calendarRequestsPerMinuteMax":30,\#
    "calendarTokensExpiredPerWeek":0.2,"calendarSkewSecondsMax":60,\#
    "catalogFailureProbability":0.02,"healthStoreFailuresPerWeek":0.05,"failoversPerYear":0.0,\#
    "failoverMinutesMax":10,"outagesPerYear":0.0,"outageMinutesMax":60,\#
    "captivePortalsPerDeviceWeek":0.0,"captivePortalMinutesMax":60,"requestsPerMinuteMax":0},\#
    "clocks":{"skewedFraction":0.0,"skewSecondsMax":300,"driftingFraction":0.0,\#
    "driftPartsPerMillionMax":50,"jumpsPerDeviceYear":0.0,"jumpSecondsMax":86400,\#
    "wrongZoneFraction":0.0,"travelsPerPersonYear":0.0,"travelDaysMax":14,\#
    "serverSkewSecondsMax":0},"installs":{"reinstallsPerDeviceYear":0.0,\#
    "restoresPerDeviceYear":0.0,"clonesPerDeviceYear":0.0,"backupDays":1,\#
    "sharedSignInsPerDeviceYear":0.0,"crashProbability":0.0,"widgetsPerDeviceYear":0.0,\#
    "oldVersionFraction":0.0,"updateDays":14,"newVersionFraction":0.0,\#
    "storageFullPerDeviceYear":0.0,"storageFullHoursMax":24},"storage":{"kind":"memory",\#
    "powerCutsPerDeviceYear":0.0,"diskFailuresPerDeviceYear":0.0,"lyingSyncsPerDeviceYear":0.0,\#
    "flippedBitsPerDeviceYear":0.0,"misdirectedWritesPerDeviceYear":0.0,\#
    "serverPowerCutsPerYear":0.0,"serverDiskFailuresPerYear":0.0,\#
    "secondProcessesPerDeviceYear":0.0,"logFramesMax":1000},"sync":{"pageRowsMax":500,\#
    "pushOperationsMax":100,"requestTimeoutMilliseconds":10000,"retryBackoffMillisecondsMin":1000,\#
    "retryBackoffMillisecondsMax":300000,"backgroundRefreshHours":24,"deadlineHours":24,\#
    "clockSkewBoundMilliseconds":300000,"policy":"fieldwise","separateTexts":false},\#
    "metrics":{"allowedLatenessDays":3,"recordSessions":false,"recordStates":false,\#
    "recordEvents":"none","targets":{"pc.retention.d1":0.85,"pc.retention.d7":0.7,\#
    "pc.retention.d30":0.4,"pc.retention.rolling7":null,"pc.retention.week2":null,\#
    "pc.retention24.d1":null,"pc.retention24.d7":null,"pc.retention24.d30":null,"pc.dau":0.7,\#
    "pc.stickiness":null,"pc.sessions_per_day":2.5,"pc.session_seconds":45.0,\#
    "pc.crash_sessions":0.001,"pc.core_weekly":0.9,"pc.habits_completed":0.75,"pc.streak7":0.6,\#
    "pc.signups_month":null,"pc.active_month":null,"pc.organic":null,"pc.platform.ios":null,\#
    "pc.platform.android":null,"pc.platform.web":null,"pc.response":500.0,"pc.sync_success":0.999,\#
    "pc.conflicts_open":0.0,"pc.data_lost":0.0,"pc.saves":0.999,"pc.tickets":0.02,\#
    "ct.retention.d1":null,"ct.retention.d7":null,"ct.retention.d30":null,"ct.dau":0.7,\#
    "ct.families_month1":null,"ct.adoption.nutrition":null,"ct.adoption.scheduling":null,\#
    "ct.adoption.goals":null,"ct.adoption.rewards":null,"ct.adoption.calendar":null,\#
    "ct.adoption.notifications":null,"ct.push_delivery":null,"ct.api_time":null,"ct.uptime":0.999,\#
    "ct.cost":150.0,"lk.dau":0.8,"lk.checkin":0.7,"lk.meals":2.0,"lk.water":3.0,\#
    "lk.crash_free":0.995,"lk.coach_workouts":null,"lk.water_seconds":3.0,"ft.adoption":0.4,\#
    "ft.group_4weeks":null,"ft.retention30_uplift":0.25,"ft.weekly_retention_uplift":0.3,\#
    "ft.workouts_uplift":2.0,"ft.invite_conversion":null,"ft.board_latency":5.0,\#
    "ft.quota.reads":50000.0,"ft.quota.writes":20000.0,"at.integrity":0.999,\#
    "at.mark_seconds":5.0}},"coverage":{"afterSeeds":1000,"operationKindsMin":0,\#
    "combinationsMin":0},"load":{"failIf":[]},"experiments":{"unrelatedDraw":false,\#
    "unrelatedDrawHousehold":null,"extraSyncHousehold":null}}
    """#

  static let baseline = #"""
    {"extends":"default","name":"baseline",\#
    "description":"The default of a run: a small town with households, personas, daily hours,\#
     lapses and returns.","personas":{"adults":{"plain":0.25,"organizedParent":0.15,\#
    "handsOnParent":0.15,"motivatedChallenger":0.07,"accountabilitySeeker":0.1,\#
    "streakBuilder":0.05,"selfImprover":0.08,"busyProfessional":0.1,"wellnessEnthusiast":0.05},\#
    "children":{"plain":0.5,"activeChild":0.35,"studentAthlete":0.15}},\#
    "behavior":{"preserveMeans":true,"habitDoneLogitDeviation":1},\#
    "activities":{"randomCommandProbability":0},"reasons":{"enabled":true},\#
    "lifecycle":{"enabled":true},"homes":{"traitHouseholdVarianceFraction":0.4,\#
    "openLogitDayDeviation":1.3,"openLogitWeekDeviation":0.5,"tripsPerYear":3,\#
    "illnessesPerYear":4,"openLogitHouseholdActive":0.6,"returnFactorHouseholdActive":3},\#
    "levels":{"enabled":true},"rhythm":{"enabled":true},"reactions":{"groupTrainingLift":0.33,\#
    "groupBalanceFraction":0.5,"groupLateWeekLift":0.15,"openLogitGroup":0.2,\#
    "openLogitFrustration":-1,"lapseFactorFrustration":2}}
    """#

  static let calm = #"""
    {"extends":"default","name":"calm",\#
    "description":"The default without any fault: here the metrics equal the truth.",\#
    "network":{"lossProbability":0,"duplicateProbability":0,"reorderProbability":0,\#
    "shortOfflinesPerDeviceWeek":0,"longOfflineDeviceFraction":0,"calendarFailureProbability":0,\#
    "calendarTokensExpiredPerWeek":0,"calendarSkewSecondsMax":0,"catalogFailureProbability":0,\#
    "healthStoreFailuresPerWeek":0}}
    """#

  static let champtrackFamilies = #"""
    {"extends":"baseline","name":"champtrack-families",\#
    "description":"Families with children in sports: the population of ChampTrack.",\#
    "population":{"childrenPerHousehold":{"1":0.35,"2":0.42,"3":0.17,"4":0.06},\#
    "observersPerHousehold":{"0":0.75,"1":0.15,"2":0.1},"laterJoinerFraction":0.4,\#
    "friendInvitedFraction":0.15},"personas":{"adults":{"plain":0.2,"organizedParent":0.45,\#
    "handsOnParent":0.35},"children":{"plain":0.35,"activeChild":0.65}},\#
    "rhythm":{"openLogitMatchDay":0.5,"openLogitSeasonEnd":-0.3},\#
    "activities":{"profileFraction":0.8,"sportFraction":0.95,"goalFraction":0.6,\#
    "rewardFraction":0.6,"courseFraction":0.2,"templateFraction":0.05,"groupMemberFraction":0,\#
    "calendarLinkFraction":0.3,"notifiedFamilyFraction":0.05,"diningHallFraction":0,\#
    "workoutProbability":0.1},"reasons":{"areas":{"families":1,"habits":1,"nutrition":1,\#
    "training":1,"academics":1,"schedule":1,"goals":1,"rewards":1,"calendar":1,\#
    "notifications":1}},"metrics":{"targets":{"lk.dau":null,"lk.checkin":null,"lk.meals":null,\#
    "lk.water":null,"lk.crash_free":null,"lk.water_seconds":null,"ft.adoption":null,\#
    "ft.retention30_uplift":null,"ft.weekly_retention_uplift":null,"ft.workouts_uplift":null,\#
    "ft.board_latency":null,"ft.quota.reads":null,"ft.quota.writes":null,"pc.retention.d1":null,\#
    "pc.retention.d7":null,"pc.retention.d30":null,"pc.dau":null,"pc.sessions_per_day":null,\#
    "pc.session_seconds":null,"pc.crash_sessions":null,"pc.core_weekly":null,\#
    "pc.habits_completed":null,"pc.streak7":null,"pc.response":null,"pc.sync_success":null,\#
    "pc.conflicts_open":null,"pc.data_lost":null,"pc.saves":null,"pc.tickets":null,\#
    "at.integrity":null,"at.mark_seconds":null}}}
    """#

  static let `default` = #"""
    {"extends":"base","name":"default",\#
    "description":"A season of a small town whose people behave the same every day: the scenario f\#
    or benchmarks.","people":2000,"days":120}
    """#

  static let fittodayGroups = #"""
    {"extends":"baseline","name":"fittoday-groups",\#
    "description":"Adults who train and whose neighbors invite them to groups: the population of F\#
    itToday Groups.","population":{"parentsPerHousehold":{"1":0.6,"2":0.4},\#
    "childrenPerHousehold":{"0":1},"devicesPerAdult":{"1":0.8,"2":0.2},\#
    "friendInvitedFraction":0.25},"personas":{"adults":{"plain":0.25,"motivatedChallenger":0.3,\#
    "accountabilitySeeker":0.3,"streakBuilder":0.15}},"activities":{"sportFraction":0,\#
    "goalFraction":0,"rewardFraction":0,"courseFraction":0,"calendarLinkFraction":0,\#
    "groupMemberFraction":0.5,"groupsRequireFriends":true,"workoutProbability":0.25,\#
    "diningHallFraction":0,"photoFraction":0},"reasons":{"areas":{"families":1,"habits":1,\#
    "nutrition":1,"training":1,"groups":1,"notifications":1}},"metrics":{"targets":{"ct.dau":null,\#
    "ct.uptime":null,"ct.cost":null,"lk.dau":null,"lk.checkin":null,"lk.meals":null,\#
    "lk.water":null,"lk.crash_free":null,"lk.water_seconds":null,"pc.retention.d1":null,\#
    "pc.retention.d7":null,"pc.retention.d30":null,"pc.dau":null,"pc.sessions_per_day":null,\#
    "pc.session_seconds":null,"pc.crash_sessions":null,"pc.core_weekly":null,\#
    "pc.habits_completed":null,"pc.streak7":null,"pc.response":null,"pc.sync_success":null,\#
    "pc.conflicts_open":null,"pc.data_lost":null,"pc.saves":null,"pc.tickets":null,\#
    "at.integrity":null,"at.mark_seconds":null}}}
    """#

  static let lockerTeam = #"""
    {"extends":"baseline","name":"locker-team","description":"Teams of three schools,\#
     student-athletes at home with a coach of their own,\#
     students who share a home: the population of Locker.",\#
    "population":{"parentsPerHousehold":{"1":0.7,"2":0.3},"childrenPerHousehold":{"1":0.7,\#
    "2":0.3},"childAgeYearsMin":15,"childAgeYearsMax":18,"coachFraction":0.5,"teamFraction":0.2,\#
    "studentHomeFraction":0.15},"personas":{"children":{"studentAthlete":1},\#
    "students":{"plain":0.4,"motivatedChallenger":0.3,"wellnessEnthusiast":0.2,\#
    "selfImprover":0.1}},"rhythm":{"openLogitExams":-0.6,"openLogitMatchDay":0.5,\#
    "openLogitSeasonEnd":-0.4,"schools":3},"activities":{"sportFraction":1,"courseFraction":1,\#
    "templateFraction":0.5,"groupMemberFraction":0,"rewardFraction":0,"diningHallFraction":0.5,\#
    "photoFraction":0.1,"healthStoreFraction":0.6},"reasons":{"areas":{"families":1,"habits":1,\#
    "nutrition":1,"training":1,"academics":1,"schedule":1,"goals":1,"notifications":1}},\#
    "metrics":{"targets":{"lk.coach_workouts":0.85,"ct.dau":null,"ct.uptime":null,"ct.cost":null,\#
    "ft.adoption":null,"ft.retention30_uplift":null,"ft.weekly_retention_uplift":null,\#
    "ft.workouts_uplift":null,"ft.board_latency":null,"ft.quota.reads":null,\#
    "ft.quota.writes":null,"pc.retention.d1":null,"pc.retention.d7":null,"pc.retention.d30":null,\#
    "pc.dau":null,"pc.sessions_per_day":null,"pc.session_seconds":null,"pc.crash_sessions":null,\#
    "pc.core_weekly":null,"pc.habits_completed":null,"pc.streak7":null,"pc.response":null,\#
    "pc.sync_success":null,"pc.conflicts_open":null,"pc.data_lost":null,"pc.saves":null,\#
    "pc.tickets":null,"at.integrity":null,"at.mark_seconds":null}}}
    """#

  static let longOffline = #"""
    {"extends":"default","name":"long-offline",\#
    "description":"The default with a third of the devices offline once for up to a month.",\#
    "network":{"longOfflineDeviceFraction":0.33,"longOfflineDaysMax":30},\#
    "metrics":{"allowedLatenessDays":30}}
    """#

  static let million = #"""
    {"extends":"default","name":"million",\#
    "description":"A million people for half a year: the size that the performance budgets are set\#
     for.","people":1000000,"days":180}
    """#

  static let personalCoach = #"""
    {"extends":"baseline","name":"personal-coach",\#
    "description":"Adults on their own who build habits: the population of the Personal Coach.",\#
    "population":{"parentsPerHousehold":{"1":0.85,"2":0.15},"childrenPerHousehold":{"0":1},\#
    "devicesPerAdult":{"1":0.7,"2":0.3}},"personas":{"adults":{"selfImprover":0.45,\#
    "busyProfessional":0.3,"wellnessEnthusiast":0.25}},"behavior":{"mealsPerActiveDayMean":0,\#
    "watersPerActiveDayMean":0,"checkInProbability":0},"activities":{"profileFraction":0,\#
    "sportFraction":0,"goalFraction":0,"rewardFraction":0,"courseFraction":0,\#
    "workoutProbability":0,"templateFraction":0,"groupMemberFraction":0,"calendarLinkFraction":0,\#
    "healthStoreFraction":0,"diningHallFraction":0,"photoFraction":0,\#
    "randomCommandProbability":0},"reasons":{"areas":{"habits":1,"notifications":1}},\#
    "metrics":{"targets":{"ct.dau":null,"ct.uptime":null,"ct.cost":null,"lk.dau":null,\#
    "lk.checkin":null,"lk.meals":null,"lk.water":null,"lk.crash_free":null,\#
    "lk.water_seconds":null,"ft.adoption":null,"ft.retention30_uplift":null,\#
    "ft.weekly_retention_uplift":null,"ft.workouts_uplift":null,"ft.board_latency":null,\#
    "ft.quota.reads":null,"ft.quota.writes":null,"at.integrity":null,"at.mark_seconds":null}}}
    """#

  static let productTargets = #"""
    {"extends":"baseline","name":"product-targets",\#
    "description":"As close to all targets of the documents at once as a search over its parameter\#
    s got.","people":3000,"days":75,"behavior":{"openLogitBase":-0.1,"openLogitDeviation":2.5,\#
    "habitDoneProbability":1,"sessionsPerActiveDayMean":2.5,"sessionSecondsMedian":36},\#
    "lifecycle":{"lapseHazardFirst":0,"lapseHazardDaily":0.067,"returnHazardFirst":0.226,\#
    "returnPower":1,"leaveHazardDormant":0.004}}
    """#

  static let publishedLevels = #"""
    {"extends":"baseline","name":"published-levels",\#
    "description":"People who stay as long as in published retention curves: 30,\#
     15 and 6 % on day 1, 7 and 30.","people":5000,"days":100,"behavior":{"openLogitBase":-1,\#
    "openLogitNovelty":1.5,"openLogitMonday":1.4},"lifecycle":{"enabled":true,"frailtySigma":0.6,\#
    "lapseHazardFirst":0.6,"lapsePower":0.8,"lapseHazardDaily":0.02,"returnHazardFirst":0.01,\#
    "returnPower":0.3,"leaveHazardDormant":0.0003},"homes":{"traitHouseholdVarianceFraction":0.6},\#
    "reactions":{"groupTrainingLift":0.3}}
    """#

  static let roughNetwork = #"""
    {"extends":"default","name":"rough-network",\#
    "description":"The default with connections that are slow, lossy and often interrupted.",\#
    "network":{"latencyMillisecondsMedian":600,"latencySigma":1.2,"lossProbability":0.15,\#
    "duplicateProbability":0.05,"reorderProbability":0.2,"reorderDelayMillisecondsMax":30000,\#
    "shortOfflinesPerDeviceWeek":7,"shortOfflineMinutesMedian":60,\#
    "calendarFailureProbability":0.2,"catalogFailureProbability":0.2}}
    """#

  static let smoke = #"""
    {"extends":"base","name":"smoke",\#
    "description":"A small run that checks in a moment whether everything works.","people":60,\#
    "days":14,"population":{"joinDaysSpread":3}}
    """#

  static let stress = #"""
    {"extends":"calm","name":"stress",\#
    "description":"Eight families for a month who use every feature: the scenario of `shakeout str\#
    ess`.","people":28,"days":30,"population":{"joinDaysSpread":3},\#
    "behavior":{"leaveHazardDaily":0.005,"habitUndoProbability":0.1,"habitsPerPersonMean":2,\#
    "mealsPerActiveDayMean":2,"watersPerActiveDayMean":2},\#
    "sync":{"retryBackoffMillisecondsMax":7200000},"activities":{"profileFraction":1,\#
    "sportFraction":0.9,"goalFraction":0.9,"rewardFraction":0.9,"courseFraction":0.9,\#
    "templateFraction":0.6,"groupMemberFraction":0.6,"randomCommandProbability":0.3,\#
    "notifiedFamilyFraction":0.1,"calendarLinkFraction":0.4,"healthStoreFraction":0.6,\#
    "diningHallFraction":0.3,"photoFraction":0.2},"coverage":{"afterSeeds":1000,\#
    "operationKindsMin":125,"combinationsMin":39500}}
    """#
}
