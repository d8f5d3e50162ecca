/// REW-4: what is earned once for good conduct of a kind.
public enum Badge: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case firstGoal = 0
  case weekWarrior = 1
  case nutritionNinja = 2
  case perfectAttendance = 3
  case centuryClub = 4

  /// Met nutrition days that make a Nutrition Ninja.
  public static var ninjaDays: Int32 { 30 }
  /// The fewest occurrences of a month whose attendance can be perfect.
  public static var perfectOccurrencesMin: Int { 4 }
  /// Points of a lifetime that open the Century Club.
  public static var centuryPoints: Int64 { 100 }
}

/// The badges that somebody holds.
///
/// REW-4: **decided**: a badge is held while what earned it holds. Undoing takes it back, redoing
/// gives the same badge and never a second one.
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

/// REW-4: the three metals of a trophy.
public enum TrophyTier: UInt8, BitwiseCopyable, CaseIterable, Comparable, Sendable {
  case bronze = 0
  case silver = 1
  case gold = 2

  /// The attended occurrences of one sport that it takes.
  @inlinable public var attendedMin: Int32 {
    switch self {
    case .bronze: 25
    case .silver: 50
    case .gold: 100
    }
  }

  /// The days in a row of one habit that it takes.
  @inlinable public var streakDaysMin: Int32 {
    switch self {
    case .bronze: 7
    case .silver: 30
    case .gold: 100
    }
  }

  /// REW-7: the met nutrition days that it takes.
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

/// REW-3: **decided**: how far somebody has come, by the points of a lifetime.
public enum Level: UInt8, BitwiseCopyable, CaseIterable, Comparable, Sendable {
  case rookie = 0
  case risingStar = 1
  case champion = 2
  case legend = 3

  /// The first number of points on this level.
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

/// REW-3, REW-4: what somebody has achieved, small enough to be compared before and after a fact.
///
/// What is in the later one and not in the earlier one was just earned, which is what a
/// notification is about. For the sport, `ScopeState.trophy(of:in:)` is asked for the sport of the
/// occurrence that was attended.
public struct Achievements: BitwiseCopyable, Hashable, Sendable {
  public var badges = BadgeSet()
  /// By the longest run of any of the person's habits.
  public var streakTrophy: TrophyTier?
  /// REW-7: by the nutrition days that were met.
  public var nutritionTrophy: TrophyTier?
  /// The number of sports in which the person holds each tier; gold is silver and bronze too.
  public var sportTrophies = SIMD4<Int32>.zero
  public var level = Level.rookie

  public init() {}

  /// In how many sports the person holds that tier or a better one.
  public func sports(with tier: TrophyTier) -> Int { Int(sportTrophies[Int(tier.rawValue)]) }
}
