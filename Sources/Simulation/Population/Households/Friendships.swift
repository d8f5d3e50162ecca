import Base
public import Scenarios

/// Which households of a community know each other: each is a friend of one that has a lower
/// number, drawn by the seed, and so of whoever chose it.
///
/// Friendship follows from numbers alone, so a larger population leaves the friends of a smaller
/// one what they are.
public struct Friendships: Sendable {
  private let randomness: Randomness
  private let householdsPerCommunity: UInt32

  public init(_ scenario: Scenario) {
    randomness = Randomness(seed: scenario.seed)
    householdsPerCommunity = UInt32(scenario.population.householdsPerCommunity)
  }

  /// The friend with a lower number; nobody's for the first of a community.
  public func friend(of household: UInt32) -> UInt32? {
    let place = household % householdsPerCommunity
    guard place > 0 else { return nil }
    let draw = randomness.draw(
      PopulationRandomPurpose.friend, who: RandomSubject.household(household), day: 0)
    return household - place + draw.integer(below: place)
  }

  /// Whether two households are the same, friends, or friends of one third.
  public func know(_ one: UInt32, _ other: UInt32) -> Bool {
    if one == other { return true }
    let (friend, otherFriend) = (friend(of: one), friend(of: other))
    return friend == other || otherFriend == one || (friend != nil && friend == otherFriend)
  }
}
