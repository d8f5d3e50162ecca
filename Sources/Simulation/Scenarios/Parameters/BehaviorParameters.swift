/// What people do: when they open the app, what they log, when they leave.
public struct BehaviorParameters: Sendable, Equatable {
  public var openLogitBase = 0.0
  public var openLogitHabit = 0.0
  public var openLogitStreak = 0.0
  public var openLogitNovelty = 0.0
  public var noveltyHalfLifeDays = 0.0
  public var openLogitWeekend = 0.0
  public var openLogitMonday = 0.0
  public var openLogitDeviation = 0.0
  public var habitGainFraction = 0.0
  public var habitDecayFraction = 0.0
  public var leaveHazardDaily = 0.0
  public var leaveHazardFactorEarly = 0.0

  public var preserveMeans = true
  public var sessionsPerActiveDayMean = 0.0
  public var sessionSecondsMedian = 0.0
  public var habitsPerPersonMean = 0.0
  public var habitDoneProbability = 0.0
  public var habitDoneLogitDeviation = 0.0
  public var habitUndoProbability = 0.0
  public var doubleTapProbability = 0.0
  public var clockSetBackProbability = 0.0
  public var simultaneousJoinProbability = 0.0
  public var bulkCompletionProbability = 0.0
  public var mealsPerActiveDayMean = 0.0
  public var favoriteMealProbability = 0.0
  public var watersPerActiveDayMean = 0.0
  public var waterOuncesMedian = 0.0
  public var checkInProbability = 0.0

  public var habitCreateProbability = 0.0
  public var habitEditProbability = 0.0
  public var habitReorderProbability = 0.0
  public var habitArchiveProbability = 0.0
  public var habitDeleteProbability = 0.0
  public var habitRestoreProbability = 0.0

  init() {}
}
