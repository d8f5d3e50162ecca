import Base
public import Metrics
public import Scenarios

/// What tells people apart for figures and moves nobody: the platform, what brought them, and how
/// fast their hands are. Pure functions of seed, person and household, drawn by whoever asks.
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

  /// Whether a household came by itself; people of one home come together.
  public func isOrganic(_ household: UInt32) -> Bool {
    randomness.draw(
      PopulationRandomPurpose.organic, who: RandomSubject.household(household), day: 0
    )
    .chance(Probability(parameters.organicFraction))
  }

  /// How long it takes somebody to open the app and log a drink, or mark a habit.
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
