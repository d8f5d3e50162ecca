/// What people do: when they open the app, what they log, when they leave.
public struct BehaviourParameters: Sendable, Equatable {
  public var openLogitBase = 0.0
  public var openLogitHabit = 0.0
  public var openLogitStreak = 0.0
  public var openLogitNovelty = 0.0
  public var noveltyDaysHalf = 0.0
  public var openLogitWeekend = 0.0
  public var openLogitMonday = 0.0
  public var openLogitDeviation = 0.0
  public var habitGainShare = 0.0
  public var habitDecayShare = 0.0
  public var leaveHazardDaily = 0.0
  public var leaveHazardFactorEarly = 0.0

  public var meansAreKept = false
  public var sessionsPerActiveDayMean = 0.0
  public var sessionSecondsMedian = 0.0
  public var habitsPerPersonMean = 0.0
  public var habitDoneShare = 0.0
  public var habitDoneLogitDeviation = 0.0
  public var habitUndoneShare = 0.0
  public var doubleTapShare = 0.0
  public var streakSavedShare = 0.0
  public var togetherShare = 0.0
  public var bulkCompletedShare = 0.0
  public var mealsPerActiveDayMean = 0.0
  public var favouriteMealShare = 0.0
  public var watersPerActiveDayMean = 0.0
  public var waterOuncesMedian = 0.0
  public var checkInShare = 0.0

  public var habitCreatedShare = 0.0
  public var habitEditedShare = 0.0
  public var habitReorderedShare = 0.0
  public var habitArchivedShare = 0.0
  public var habitDeletedShare = 0.0
  public var habitRestoredShare = 0.0

  init() {}
}
