/// What a fact says. The numbers are part of the format of logs: never reused, never changed.
///
/// Sixteen numbers belong to each area, so that the number alone tells who folds the fact.
public enum FactKind: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  // MARK: Families, 1 to 15
  case childMayLogSet = 1
  case memberJoined = 2

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
  case mealLogged = 40
  case favouriteMealSet = 41
  case waterLogged = 42

  // MARK: Training, 48 to 63
  case wellnessSet = 56

  // MARK: Academics, 64 to 79

  // MARK: Schedule, 80 to 95

  // MARK: Calendar, 96 to 111

  // MARK: Goals, 112 to 127

  // MARK: Rewards, 128 to 143

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
}

extension FactKind {
  /// Who folds a fact, and decides it.
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
  }

  @inlinable public var area: Area {
    guard let area = Area(rawValue: rawValue >> 4) else {
      preconditionFailure("every kind of fact belongs to an area")
    }
    return area
  }

  /// Whether the fact is a core action: what makes its author an active person that day.
  @inlinable public var isCoreAction: Bool {
    switch self {
    case .completionSet, .mealLogged, .waterLogged, .wellnessSet: true
    default: false
    }
  }

  /// Whether devices decide and show the fact by looking through the few operations that are
  /// pending, which is what can be afforded for what people do all day.
  ///
  /// All others are decided on a copy of the state into which the pending ones are folded.
  @inlinable public var isOverlaid: Bool {
    switch self {
    case .childMayLogSet, .mealLogged, .favouriteMealSet, .waterLogged, .wellnessSet: true
    default: area == .habits
    }
  }

  /// Whether somebody who is not a member yet says it, by which they become one.
  @inlinable public var admits: Bool { self == .memberJoined || self == .groupJoined }

  /// Whether deciding the fact looks at what logs add up to, such as a balance of points.
  @inlinable public var restsOnLogs: Bool { area == .rewards }

  /// Whether the fact makes an entity, which then has the fact's own identity.
  @inlinable public var createsEntity: Bool {
    switch self {
    case .habitCreated, .memberJoined, .groupJoined: true
    default: false
    }
  }
}
