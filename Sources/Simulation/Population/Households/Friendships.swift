import Base
public import Scenarios

/// The friendships between the households of a community: each household is a friend of one with a
/// lower number, drawn by the seed, and so of all that chose it.
///
/// Friendships follow from numbers alone, so a larger population does not change the friends of a
/// smaller one.
public struct Friendships: Sendable {
  private let randomness: Randomness
  private let householdsPerCommunity: UInt32

  public init(_ scenario: Scenario) {
    randomness = Randomness(seed: scenario.seed)
    householdsPerCommunity = UInt32(scenario.population.householdsPerCommunity)
  }

  /// The friend with a lower number; nil for the first household of a community.
  public func friend(of household: UInt32) -> UInt32? {
    let place = household % householdsPerCommunity
    guard place > 0 else { return nil }
    let draw = randomness.draw(
      PopulationRandomPurpose.friend, who: RandomSubject.household(household), day: 0)
    return household - place + draw.integer(below: place)
  }

  /// Whether two households are the same, friends, or friends of a third one.
  public func know(_ one: UInt32, _ other: UInt32) -> Bool {
    if one == other { return true }
    let (friend, otherFriend) = (friend(of: one), friend(of: other))
    return friend == other || otherFriend == one || (friend != nil && friend == otherFriend)
  }
}
