/// REW-4: badges, each earned once for one kind of achievement.
public enum Badge: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case firstGoal = 0
  case weekWarrior = 1
  case nutritionNinja = 2
  case perfectAttendance = 3
  case centuryClub = 4

  /// How many met nutrition days earn Nutrition Ninja.
  public static var ninjaDays: Int32 { 30 }
  /// The fewest occurrences of a month whose attendance can be perfect.
  public static var perfectOccurrencesMin: Int { 4 }
  /// Points of a lifetime that open the Century Club.
  public static var centuryPoints: Int64 { 100 }
}

/// The badges that a person holds.
///
/// REW-4: **decided**: a badge is held while its condition holds. Undoing removes it, redoing gives
/// the same badge and never a second one.
public struct BadgeSet: BitwiseCopyable, Hashable, Sendable {
  public var bits: UInt8 = 0

  @inlinable public init() {}

  @inlinable public func contains(_ badge: Badge) -> Bool { bits >> badge.rawValue & 1 == 1 }

  @inlinable public mutating func insert(_ badge: Badge, if holds: Bool) {
    if holds { bits |= 1 << badge.rawValue }
  }

  /// The badges that are held here and not in the other set.
  @inlinable public func subtracting(_ other: BadgeSet) -> BadgeSet {
    var rest = self
    rest.bits &= ~other.bits
    return rest
  }

  /// In the order of `Badge`.
  public var badges: [Badge] { Badge.allCases.filter(contains) }
}

/// REW-4: the metals of a trophy.
public enum TrophyTier: UInt8, BitwiseCopyable, CaseIterable, Comparable, Sendable {
  case bronze = 0
  case silver = 1
  case gold = 2

  /// How many attended occurrences of one sport it needs.
  @inlinable public var attendedMin: Int32 {
    switch self {
    case .bronze: 25
    case .silver: 50
    case .gold: 100
    }
  }

  /// How many consecutive days of one habit it needs.
  @inlinable public var streakDaysMin: Int32 {
    switch self {
    case .bronze: 7
    case .silver: 30
    case .gold: 100
    }
  }

  /// REW-7: how many met nutrition days it needs.
  @inlinable public var nutritionDaysMin: Int32 {
    switch self {
    case .bronze: 7
    case .silver: 30
    case .gold: 100
    }
  }

  @inlinable public static func < (left: TrophyTier, right: TrophyTier) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// REW-3: **decided**: a person's level, by their lifetime points.
public enum Level: UInt8, BitwiseCopyable, CaseIterable, Comparable, Sendable {
  case rookie = 0
  case risingStar = 1
  case champion = 2
  case legend = 3

  /// The fewest points of this level.
  @inlinable public var pointsMin: Int64 {
    switch self {
    case .rookie: 0
    case .risingStar: 500
    case .champion: 2_000
    case .legend: 5_000
    }
  }

  public init(lifetimePoints points: Int64) {
    var reached = Level.rookie
    for level in Level.allCases where points >= level.pointsMin { reached = level }
    self = reached
  }

  @inlinable public static func < (left: Level, right: Level) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// REW-3, REW-4: a person's achievements, small enough to be compared before and after a fact.
///
/// The difference was just earned, and a notification is about that. For the sport, use
/// `ScopeState.trophy(of:in:)` with the sport of the attended occurrence.
public struct Achievements: BitwiseCopyable, Hashable, Sendable {
  public var badges = BadgeSet()
  /// By the longest run of all the person's habits.
  public var streakTrophy: TrophyTier?
  /// REW-7: by the number of met nutrition days.
  public var nutritionTrophy: TrophyTier?
  /// The number of sports in which the person holds each tier; gold is silver and bronze too.
  public var sportTrophies = SIMD4<Int32>.zero
  public var level = Level.rookie

  public init() {}

  /// In how many sports the person holds that tier or a better one.
  public func sports(with tier: TrophyTier) -> Int { Int(sportTrophies[Int(tier.rawValue)]) }
}
