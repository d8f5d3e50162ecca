import Base
public import Metrics
public import Scenarios

/// Attributes that segment people in metrics and do not affect their behavior: the platform, the
/// acquisition channel, and how fast they tap. Pure functions of seed, person and household.
public struct UserAttributes: Sendable {
  private let randomness: Randomness
  private let parameters: PopulationParameters
  private let platforms: DiscreteTable

  public init(_ scenario: Scenario) {
    randomness = Randomness(seed: scenario.seed)
    parameters = scenario.population
    platforms = DiscreteTable(weights: parameters.platforms.map(\.weight))
  }

  public func platform(of person: UInt32) -> Platform {
    let draw = randomness.draw(
      PopulationRandomPurpose.platform, who: RandomSubject.person(person), day: 0)
    return Platform(rawValue: parameters.platforms[draw.index(in: platforms)].name) ?? .ios
  }

  /// Whether a household came on its own; the people of one home come together.
  public func isOrganic(_ household: UInt32) -> Bool {
    randomness.draw(
      PopulationRandomPurpose.organic, who: RandomSubject.household(household), day: 0
    )
    .chance(Probability(parameters.organicFraction))
  }

  /// How long a person takes to open the app and log a drink, or mark a habit.
  public func milliseconds(of person: UInt32) -> (water: Int64, mark: Int64) {
    let tap = randomness.draw(
      PopulationRandomPurpose.handSpeed, who: RandomSubject.person(person), day: 0
    )
    .logNormal(median: Double(parameters.tapMilliseconds), sigma: parameters.tapSigma)
    let launch = Double(parameters.launchMilliseconds)
    return (
      Int64(launch + tap * Double(parameters.tapsForWater)),
      Int64(launch + tap * Double(parameters.tapsForHabit))
    )
  }
}
