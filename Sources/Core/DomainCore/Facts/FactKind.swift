/// The kind of a fact. The numbers are part of the format of logs: never reused, never changed.
///
/// Each area has sixteen numbers, so that the number alone determines the area that folds the fact.
public enum FactKind: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  /// A kind that only a later app version knows. It is accepted, stored and passed on, and changes
  /// nothing.
  case unknown = 0

  // MARK: Families, 1 to 15
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

  // MARK: Habits, 16 to 31
  case habitCreated = 16
  case habitNameSet = 17
  case habitDescriptionSet = 18
  case habitCategorySet = 19
  case habitIconSet = 20
  case habitRankSet = 21
  case habitArchivedSet = 22
  case habitDeleted = 23
  case habitRestored = 24
  case completionSet = 25
  case habitStartSet = 26

  // MARK: Nutrition, 32 to 47
  case photoAnalyzed = 36
  case nutritionOverrideSet = 32
  case nutritionTemplateCreated = 33
  case nutritionTemplateValueSet = 34
  case nutritionTemplateDeleted = 35
  case nutritionTemplateApplied = 37
  case nutritionTemplateEnded = 38
  case nutritionTemplateNameSet = 39
  case mealLogged = 40
  case favoriteMealSet = 41
  case waterLogged = 42
  case foodChanged = 43
  case foodMoved = 44
  case foodTextSet = 45
  case foodDeleted = 46
  case waterImported = 47

  // MARK: Training, 48 to 63
  case sessionCreated = 48
  case sessionGenerated = 49
  case sessionChanged = 50
  case templateCreated = 51
  case templateChanged = 52
  case workoutAssigned = 53
  case assignmentChanged = 54
  case workoutLogged = 55
  case wellnessSet = 56
  case workoutImported = 60
  case workoutImportRemoved = 61
  case mobilityLogged = 57
  case trainingLogDeleted = 58

  // MARK: Academics, 64 to 79
  case courseCreated = 64
  case courseChanged = 65
  case academicItemCreated = 66
  case academicItemChanged = 67

  // MARK: Schedule, 80 to 95
  case sportCreated = 80
  case sportFieldSet = 81
  case sportDeleted = 82
  case classCreated = 83
  case classFieldSet = 84
  case classRuleSet = 85
  case classDeleted = 86
  case participantSet = 87
  case occurrenceFieldSet = 88
  case attendanceSet = 89
  case dutyClaimed = 90
  case dutyReleased = 91
  case dutyAssigned = 92
  case dutyCoverageSet = 93
  case dutySwapChanged = 94
  case conflictFieldSet = 95

  // MARK: Calendar, 96 to 111
  case calendarConnectionSet = 96
  case calendarModeSet = 97
  case calendarEventMapped = 98
  case calendarFieldsExchanged = 99
  case calendarRevisionSeen = 100
  case calendarEditImported = 101
  case calendarEventGone = 102
  case calendarConflictRecorded = 103
  case calendarFieldsOverruled = 104

  // MARK: Goals, 112 to 127
  case goalCreated = 112
  case goalTitleSet = 113
  case goalTargetSet = 114
  case goalUnitSet = 115
  case goalDatesSet = 116
  case goalPrioritySet = 117
  case goalSportSet = 118
  case goalProgressSet = 119
  case goalCompletedSet = 120
  case goalArchivedSet = 121
  case goalDeleted = 122
  case goalMetricSet = 123
  case goalTextSet = 124
  case goalMilestoneSet = 125
  case goalAttendanceSet = 126

  // MARK: Rewards, 128 to 143
  case pointsSet = 128
  case bonusAwarded = 129
  case bonusRevoked = 130
  case rewardOffered = 131
  case rewardTitleSet = 132
  case rewardPriceSet = 133
  case rewardWithdrawn = 134
  case rewardClaimed = 135
  case claimCancelled = 136
  case leaderboardSet = 137
  case trophyMade = 138
  case trophyGiven = 139

  // MARK: Groups, 144 to 159
  case groupJoined = 144
  case groupNameSet = 145
  case groupMemberRemoved = 146
  case groupLeft = 147
  case groupDeleted = 148
  case groupDisplayNameSet = 149
  case groupConsentSet = 150
  case groupSharingSet = 151
  case groupWorkoutShared = 152
  case groupFeedViewed = 153

  // MARK: Notifications, 160 to 175
  case notificationChannelsSet = 160
  case quietHoursSet = 161
  case doNotDisturbSet = 162
  case leadMinutesSet = 163
  case notificationSnoozed = 164
}

extension FactKind {
  /// All kinds that this build knows, by number.
  public static let allCases = (1...UInt8.max).compactMap { FactKind(rawValue: $0) }

  /// The part of the domain that decides and folds a fact.
  public enum Area: UInt8, BitwiseCopyable, CaseIterable, Sendable {
    case families = 0
    case habits
    case nutrition
    case training
    case academics
    case schedule
    case calendar
    case goals
    case rewards
    case groups
    case notifications

    /// Its name in scenarios and documents. By a table: to print a case asks for its name by
    /// reflection, in every run.
    public var name: String { Self.names[Int(rawValue)] }

    private static let names = [
      "families", "habits", "nutrition", "training", "academics", "schedule", "calendar", "goals",
      "rewards", "groups", "notifications",
    ]
  }

  @inlinable public var area: Area {
    // Every kind belongs to an area (`FactKindTests`), and areas are numbered in their order. This
    // runs five times for each operation, so it avoids the search of a raw value initializer.
    unsafeBitCast(UInt8(truncatingIfNeeded: rawValue >> 4), to: Area.self)
  }

  /// The version of the format that introduced the kind. An install at an earlier version stores
  /// and passes on facts that it does not know (P19).
  @inlinable public var since: UInt8 {
    switch self {
    case .foodChanged, .foodMoved, .foodTextSet, .foodDeleted, .waterImported: 2
    case .goalMetricSet, .goalTextSet, .goalMilestoneSet, .goalAttendanceSet: 2
    case .trophyMade, .trophyGiven, .calendarFieldsOverruled: 2
    default: 1
    }
  }

  /// Whether facts of the kind are core actions, unless they undo one.
  @inlinable public var isCoreAction: Bool {
    switch self {
    case .completionSet, .mealLogged, .waterLogged, .wellnessSet: true
    case .workoutLogged, .goalProgressSet, .goalCompletedSet: true
    default: false
    }
  }

  /// Whether devices decide and show the fact by scanning the few pending operations, which is
  /// cheap enough for what people do all day.
  ///
  /// All other facts are decided on a copy of the state into which the pending ones are folded.
  @inlinable public var isOverlaid: Bool {
    switch self {
    case .childMayLogSet, .mealLogged, .favoriteMealSet, .waterLogged, .wellnessSet: true
    default: area == .habits
    }
  }

  /// Whether the fact makes a member of its author, who is not one yet.
  @inlinable @inline(__always) public var admits: Bool {
    self == .memberJoined || self == .groupJoined
  }

  /// FAM-6, GRP-2: whether the fact may end its author's access, or the whole scope.
  @inlinable public var mayEndAccess: Bool {
    self == .memberEnded || self == .groupLeft || self == .groupDeleted
  }

  /// FAM-3, FAM-5, FAM-6, GRP-2: whether the fact changes a member's role, permissions or
  /// membership.
  @inlinable @inline(__always) public var changesMember: Bool {
    switch self {
    case .memberEnded, .memberActivated, .memberRoleSet, .consentSet, .childMayLogSet: true
    case .groupLeft, .groupMemberRemoved: true
    default: false
    }
  }

  /// HAB-1: whether the fact changes a habit itself; the common ones only add to its days.
  @inlinable @inline(__always) public var changesHabit: Bool {
    area == .habits && self != .completionSet
  }

  /// Whether the decision depends on logged data: a balance of points, or an entry that is edited.
  @inlinable public var restsOnLogs: Bool { area == .rewards || isOfFood }

  /// NUT-10: whether the fact changes a day's recorded food, or imports food or water.
  @inlinable public var isOfFood: Bool {
    switch self {
    case .foodChanged, .foodMoved, .foodTextSet, .foodDeleted, .waterImported: true
    default: false
    }
  }

  /// TRN-3: whether the fact changes what a health store has reported of workouts.
  @inlinable public var isWorkoutImport: Bool {
    self == .workoutImported || self == .workoutImportRemoved
  }

  /// Whether the fact creates an entity, which then has the fact's own identity.
  @inlinable public var createsEntity: Bool {
    switch self {
    case .memberJoined, .memberAdded, .invitationMade: true
    case .habitCreated: true
    case .sportCreated, .classCreated: true
    case .nutritionTemplateCreated, .nutritionTemplateApplied: true
    case .goalCreated: true
    case .bonusAwarded, .rewardOffered, .rewardClaimed, .trophyMade: true
    case .sessionCreated, .templateCreated, .workoutAssigned, .workoutLogged, .mobilityLogged: true
    case .courseCreated, .academicItemCreated: true
    case .groupJoined: true
    default: false
    }
  }
}
