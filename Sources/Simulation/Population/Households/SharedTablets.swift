import Base
public import Chronology
public import Scenarios

/// Which families have a tablet that all of them use, and who uses it when.
///
/// It is the second device of the first of them who has two, so it changes no one's number of
/// devices, only who signs in there.
public struct SharedTablets: Sendable {
  private let randomness: Randomness
  private let households: Households
  private let families: Probability
  private let sessions: Probability

  /// Nil if no family has one.
  public init?(_ scenario: Scenario) {
    guard scenario.population.sharedTabletFraction > 0 else { return nil }
    randomness = Randomness(seed: scenario.seed)
    households = Households(scenario, hasTraits: false)
    families = Probability(scenario.population.sharedTabletFraction)
    sessions = Probability(scenario.population.sharedTabletSessionProbability)
  }

  /// Whether a household shares one, if a member has two devices. Students and teams do not.
  public func areShared(by household: UInt32) -> Bool {
    households.kind(of: household) == .family
      && randomness.draw(
        PopulationRandomPurpose.sharedTablet, who: RandomSubject.household(household), day: 0
      ).chance(families)
  }

  /// Whether a person uses it for a session instead of a device of their own.
  public func isTaken(by person: UInt32, on day: LocalDay, session: Int) -> Bool {
    randomness.draw(
      PopulationRandomPurpose.takesTablet, who: RandomSubject.person(person), day: day.number,
      slot: UInt16(session)
    ).chance(sessions)
  }
}
