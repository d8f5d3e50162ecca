import Base
public import Chronology
public import Scenarios

/// Which families have a tablet that all of them take up, and who does so when.
///
/// It is the second device of the first of them who has two, so nobody has a device more or less by
/// it: what changes is who signs in there.
public struct SharedTablets: Sendable {
  private let randomness: Randomness
  private let households: Households
  private let families: Probability
  private let sessions: Probability

  /// Nothing where no family has one.
  public init?(_ scenario: Scenario) {
    guard scenario.population.sharedTabletFraction > 0 else { return nil }
    randomness = Randomness(seed: scenario.seed)
    households = Households(scenario)
    families = Probability(scenario.population.sharedTabletFraction)
    sessions = Probability(scenario.population.sharedTabletSessionProbability)
  }

  /// Whether a household shares one, if anybody of it has two devices. Students and teams do not.
  public func areShared(by household: UInt32) -> Bool {
    households.kind(of: household) == .family
      && randomness.draw(
        PopulationRandomPurpose.sharedTablet, who: RandomSubject.household(household), day: 0
      ).chance(families)
  }

  /// Whether somebody takes it up for a session instead of a device of their own.
  public func isTaken(by person: UInt32, on day: LocalDay, session: Int) -> Bool {
    randomness.draw(
      PopulationRandomPurpose.takesTablet, who: RandomSubject.person(person), day: day.number,
      slot: UInt16(session)
    ).chance(sessions)
  }
}
