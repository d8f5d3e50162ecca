public import Base
public import Chronology
public import DomainCore
public import Scenarios

/// Occasional commands that people submit for a reason, as often as their persona does.
public struct Reasons: Sendable {
  private let randomness: Randomness
  private let kinds: [FactKind]
  /// By persona: the kinds of commands, and the probability of one on a day.
  private let tables: [DiscreteTable?]
  private let chances: [Probability]

  /// Nil in a scenario with random commands instead of reasons.
  public init?(_ scenario: Scenario) {
    guard scenario.reasons.enabled else { return nil }
    randomness = Randomness(seed: scenario.seed)
    let times = scenario.reasons.timesPerYear
    let reasons = times.compactMap { Reason.named($0.name) }
    kinds = reasons.map(\.kind)
    let areas = reasons.map { reason in
      let name = reason.kind.area.name
      return scenario.reasons.areas.first { $0.name == name }?.weight ?? 0
    }
    let weights = Persona.allCases.map { persona in
      zip(reasons, zip(times, areas)).map { $0.factor(of: persona) * $1.0.weight * $1.1 }
    }
    tables = weights.map { $0.contains { $0 > 0 } ? DiscreteTable(weights: $0) : nil }
    chances = weights.map { Probability(min(1, $0.reduce(0, +) / 365)) }
  }

  /// The kind of command that a person has a reason for on a day, and random bits for its content.
  public func reason(_ person: Person, on day: LocalDay) -> (kind: FactKind, draw: RandomBits)? {
    let place = Int(person.traits.persona.rawValue)
    guard let table = tables[place] else { return nil }
    let who = RandomSubject.person(person.index)
    let decides = randomness.draw(PopulationRandomPurpose.reason, who: who, day: day.number)
    guard decides.chance(chances[place]) else { return nil }
    let chooses = randomness.draw(
      PopulationRandomPurpose.reason, who: who, day: day.number, slot: 1)
    let draw = randomness.draw(PopulationRandomPurpose.reason, who: who, day: day.number, slot: 2)
    return (kinds[chooses.index(in: table)], draw)
  }
}
