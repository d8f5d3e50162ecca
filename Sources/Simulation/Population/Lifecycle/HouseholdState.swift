import Base
import Chronology
public import Scenarios

/// The state that the people of a household share.
public struct HouseholdState: BitwiseCopyable, Sendable {
  /// The last days of being away and of being ill, by their numbers.
  var awayThrough = Int32.min
  var illThrough = Int32.min
  /// What today adds to the log-odds of opening the app for all of them.
  public internal(set) var openLogit = 0.0
  public internal(set) var isIll = false
  /// How many of them use the app, and were active yesterday.
  public var users: Int32 = 0
  public var activeYesterday: Int32 = 0

  /// The treatment of its members today.
  public internal(set) var treatment = Treatment.none

  public init() {}

  /// The share of the others who were active yesterday.
  func householdActiveShare(excluding wasActive: Bool) -> Double {
    users > 1 ? Double(activeYesterday - (wasActive ? 1 : 0)) / Double(users - 1) : 0
  }
}

/// Events that affect whole households: weeks away, illness, good days and bad ones. The mechanism.
struct HouseholdShocks: Sendable {
  private let randomness: Randomness
  private let parameters: HomeParameters
  private let away: Probability
  private let ill: Probability
  private let interventions: Interventions
  private let households: Households

  init(_ scenario: Scenario) {
    randomness = Randomness(seed: scenario.seed)
    parameters = scenario.homes
    away = Probability(min(1, parameters.tripsPerYear / 365))
    ill = Probability(min(1, parameters.illnessesPerYear / 365))
    interventions = Interventions(scenario)
    households = Households(scenario, hasTraits: false)
  }

  /// Starts a new day of a household.
  func begin(_ day: LocalDay, of household: UInt32, _ home: inout HouseholdState) {
    let who = RandomSubject.household(household)
    home.openLogit = 0
    home.treatment = interventions.treatment(of: household, on: day)
    // The people of a team go to their own homes afterwards.
    guard households.kind(of: household) != .team else { return }
    if parameters.openLogitDayDeviation > 0 {
      home.openLogit += randomness.draw(PopulationRandomPurpose.homeDay, who: who, day: day.number)
        .normal(mean: 0, deviation: parameters.openLogitDayDeviation)
    }
    if parameters.openLogitWeekDeviation > 0 {
      let monday = day.weekStart.number
      home.openLogit += randomness.draw(PopulationRandomPurpose.homeWeek, who: who, day: monday)
        .normal(mean: 0, deviation: parameters.openLogitWeekDeviation)
    }
    let draw = randomness.draw(PopulationRandomPurpose.homeEpisode, who: who, day: day.number)
    if home.awayThrough < day.number && draw.chance(away) {
      home.awayThrough = last(of: draw.second.bits(16), from: day, parameters.tripDaysMax)
    }
    if home.illThrough < day.number && draw.other.chance(ill) {
      home.illThrough = last(of: draw.first.bits(16), from: day, parameters.illnessDaysMax)
    }
    home.isIll = home.illThrough >= day.number
    if home.awayThrough >= day.number { home.openLogit += parameters.openLogitAway }
    if home.isIll { home.openLogit += parameters.openLogitIll }
  }

  /// The last day of a period of two to so many days, each length equally likely.
  private func last(of bits: UInt64, from day: LocalDay, _ daysMax: Int) -> Int32 {
    let span = UInt64(max(1, daysMax - 1))
    return day.number + 1 + Int32((bits * span) >> 16)
  }
}
