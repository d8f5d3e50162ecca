import Base
import DomainCore
import Scenarios

/// The sexes of a household's people: the second of a couple depends on the first, and all others
/// are independent.
struct HouseholdSexes: Sendable {
  private let randomness: Randomness
  private let sameSexCoupleFraction: Probability

  init(_ scenario: Scenario) {
    randomness = Randomness(seed: scenario.seed)
    sameSexCoupleFraction = Probability(scenario.population.sameSexCoupleFraction)
  }

  func isFemale(atPlace place: Int, in size: HouseholdSize, firstPerson: UInt32) -> Bool {
    // Students who share a home are not a couple.
    let isSecondOfCouple = size.kind == .family && size.parents == 2 && place == 1
    guard isSecondOfCouple else { return isFemale(firstPerson + UInt32(place)) }
    let isSame = randomness.draw(
      PopulationRandomPurpose.coupleSexes, who: RandomSubject.person(firstPerson + 1), day: 0
    )
    .chance(sameSexCoupleFraction)
    return isFemale(firstPerson) == isSame
  }

  /// A person's sex by their number in the population.
  private func isFemale(_ person: UInt32) -> Bool {
    !randomness.draw(PopulationRandomPurpose.body, who: RandomSubject.person(person), day: 0).second
      .topCoin
  }
}
