import Base
import DomainCore

/// Of which sex the people of a household are: whoever is the second of a couple by the first, and
/// all others by themselves.
struct HomeSexes: Sendable {
  private let randomness: Randomness
  private let sameSexCoupleShare: Probability

  init(_ scenario: Scenario) {
    randomness = Randomness(seed: scenario.seed)
    sameSexCoupleShare = Probability(scenario.population.sameSexCoupleShare)
  }

  func isFemale(atPlace place: Int, in size: HouseholdSize, firstPerson: UInt32) -> Bool {
    // Students who share a home are nobody's couple.
    let isSecondOfCouple = size.kind == .family && size.parents == 2 && place == 1
    guard isSecondOfCouple else { return isFemale(firstPerson + UInt32(place)) }
    let isSame = randomness.draw(
      PopulationDecision.coupleSexes, who: Who.person(firstPerson + 1), day: 0
    )
    .chance(sameSexCoupleShare)
    return isFemale(firstPerson) == isSame
  }

  /// What somebody is by their number in the population.
  private func isFemale(_ person: UInt32) -> Bool {
    randomness.draw(PopulationDecision.body, who: Who.person(person), day: 0).second >> 63 == 1
  }
}
