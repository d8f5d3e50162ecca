// The zeros below stand for "not yet set" and are never used: `Scenario.init` sets every property
// from `Scenario.fields`. The same holds for the other parameter groups.

/// The population: households, their members, devices and zones.
public struct PopulationParameters: Sendable, Equatable {
  public var householdsPerCommunity = 0
  public var parentsPerHousehold: [WeightedCount] = []
  public var childrenPerHousehold: [WeightedCount] = []
  public var childAgeYearsMin = 0
  public var childAgeYearsMax = 0
  public var childLogsFromAgeYears = 0
  public var parentAtBirthYearsMedian = 0.0
  public var parentAtBirthYearsDeviation = 0.0
  public var sameSexCoupleFraction = 0.0
  public var coupleYearsMedian = 0.0
  public var coupleYearsDeviation = 0.0
  public var devicesPerAdult: [WeightedCount] = []
  public var devicesPerChild: [WeightedCount] = []
  public var sharedTabletFraction = 0.0
  public var sharedTabletSessionProbability = 0.0
  public var zones: [WeightedZone] = []
  public var joinDaysSpread = 0
  public var signUpGrowth = 0.0
  public var friendInvitedFraction = 0.0
  public var observersPerHousehold: [WeightedCount] = []
  public var coachFraction = 0.0
  public var studentHomeFraction = 0.0
  public var studentsPerHome: [WeightedCount] = []
  public var teamFraction = 0.0
  public var athletesPerTeam: [WeightedCount] = []
  public var laterJoinerFraction = 0.0
  public var laterJoinDelayDaysMedian = 0.0
  public var platforms: [WeightedName] = []
  public var organicFraction = 0.0
  public var launchMilliseconds = 0
  public var tapMilliseconds = 0
  public var tapSigma = 0.0
  public var tapsForWater = 0
  public var tapsForHabit = 0

  init() {}
}

/// A count and how often it occurs, relative to the other counts of its list.
public struct WeightedCount: Sendable, Equatable {
  public var count: Int
  public var weight: Double

  public init(_ count: Int, weight: Double) {
    self.count = count
    self.weight = weight
  }
}

/// One of a few names and how often it occurs, relative to the other names of its list.
public struct WeightedName: Sendable, Equatable {
  public var name: String
  public var weight: Double

  public init(_ name: String, weight: Double) {
    self.name = name
    self.weight = weight
  }
}

/// A time zone and how many households live in it, relative to the other zones of its list.
public struct WeightedZone: Sendable, Equatable {
  public var zone: String
  public var weight: Double

  public init(_ zone: String, weight: Double) {
    self.zone = zone
    self.weight = weight
  }
}
