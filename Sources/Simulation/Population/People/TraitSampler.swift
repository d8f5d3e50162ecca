import Base
import DomainCore
import Scenarios

/// Draws people's lifelong traits: pure functions of seed, person and household.
struct TraitSampler: Sendable {
  private let randomness: Randomness
  private let lifecycle: LifecycleParameters
  private let personas: PersonaParameters
  private let levels: LevelParameters
  private let chronotypeDeviation: Double
  private let motivationDeviation: Double
  /// The share of a trait that a home has in common; none in a team.
  private let sharedShare: Double
  private let sport: Probability
  private let schools: Int
  private let adults: DiscreteTable
  private let children: DiscreteTable
  private let students: DiscreteTable
  /// Nil if everybody does the same share of their habits.
  private let diligence: AdherenceModel?

  /// Nil in a scenario without traits.
  init?(_ scenario: Scenario) {
    guard scenario.lifecycle.enabled || scenario.levels.enabled || scenario.rhythm.enabled else {
      return nil
    }
    randomness = Randomness(seed: scenario.seed)
    lifecycle = scenario.lifecycle
    personas = scenario.personas
    levels = scenario.levels
    chronotypeDeviation = scenario.rhythm.chronotypeMinutesDeviation
    motivationDeviation = scenario.behavior.openLogitDeviation
    sharedShare = scenario.homes.traitHouseholdVarianceFraction
    sport = Probability(scenario.activities.sportFraction)
    schools = scenario.rhythm.schools
    adults = DiscreteTable(weights: personas.adults.map(\.weight))
    children = DiscreteTable(weights: personas.children.map(\.weight))
    students = DiscreteTable(weights: personas.students.map(\.weight))
    diligence = AdherenceModel(scenario)
  }

  /// Gives a person their traits.
  func shape(_ person: inout Person, ageYears: Int, of household: UInt32, _ kind: HouseholdKind) {
    let (who, home) = (RandomSubject.person(person.index), RandomSubject.household(household))
    let mixture = Mixture(sharedShare: kind == .team ? 0 : sharedShare)
    let persona = persona(of: person, in: kind)
    let averages = persona.averages
    var traits = Traits()
    traits.persona = persona
    let common = draw(PopulationRandomPurpose.homeMotivation, home)
      .normal(mean: 0, deviation: motivationDeviation)
    if lifecycle.enabled {
      person.motivation = mixture.of(person.motivation, common) + averages.motivation
    }
    traits.frailty = frailty(who, home, mixture) * averages.frailty
    let days = draw(PopulationRandomPurpose.habitDays, who)
      .logNormal(median: lifecycle.habitDaysMedian, sigma: lifecycle.habitDaysSigma)
    traits.habitGain = Self.habitGain(days: max(1, days * averages.habitDays))
    traits.conscientiousness = diligence?.share(
      averages.conscientiousness, in: crowd(of: person, in: kind),
      draw(PopulationRandomPurpose.conscientiousness, who))
    traits.streaks = averages.streaks
    traits.sociability = averages.sociability
    traits.training = averages.training
    traits.allowsNotifications = draw(PopulationRandomPurpose.allowsNotifications, who)
      .chance(Probability(averages.prompts))
    traits.chronotypeMinutes = Int(
      draw(PopulationRandomPurpose.chronotype, who)
        .normal(mean: averages.chronotype, deviation: chronotypeDeviation))
    if person.isYoung {
      // The draw by which a practice is set up.
      traits.playsSport =
        person.team != nil || draw(PopulationRandomPurpose.sport, who).chance(sport)
      // The people of one home go to one school, and so do those of one team.
      traits.school =
        schools == 1
        ? 0 : UInt8(draw(PopulationRandomPurpose.school, home).integer(below: UInt32(schools)))
    }
    if levels.enabled {
      level(&traits, who, home, mixture, ageYears: ageYears, averages.wellness)
    }
    person.traits = traits
  }

  private func draw(_ purpose: RandomPurpose, _ who: UInt64) -> RandomBits {
    randomness.draw(purpose, who: who, day: 0)
  }

  private func crowd(of person: Person, in kind: HouseholdKind) -> AdherenceModel.AdherenceGroup {
    switch (person.role, kind) {
    case (.coach, _), (.observer, _), (.athlete, _), (_, .team): .others
    case (.child, _): .children
    case (_, .students): .students
    default: .adults
    }
  }

  private func persona(of person: Person, in kind: HouseholdKind) -> Persona {
    let draw = draw(PopulationRandomPurpose.persona, RandomSubject.person(person.index))
    let (table, weights): (DiscreteTable, [WeightedName])
    switch crowd(of: person, in: kind) {
    case .adults: (table, weights) = (adults, personas.adults)
    case .children: (table, weights) = (children, personas.children)
    case .students: (table, weights) = (students, personas.students)
    case .others:
      switch person.role {
      case .coach: return .coach
      case .observer: return .grandparent
      case .athlete: return .studentAthlete
      // A team's manager has no particular persona.
      default: return .plain
      }
    }
    let name = weights[draw.index(in: table)].name
    return Persona.allCases.first { $0.name == name } ?? .plain
  }

  /// A log-normal factor with mean 1, which the home has in part in common.
  private func frailty(_ who: UInt64, _ home: UInt64, _ mixture: Mixture) -> Double {
    let sigma = lifecycle.frailtySigma
    let normal = mixture.of(
      draw(PopulationRandomPurpose.frailty, who).normal(mean: 0, deviation: 1),
      draw(PopulationRandomPurpose.homeFrailty, home).normal(mean: 0, deviation: 1))
    return Mathematics.exp(sigma * normal - sigma * sigma / 2)
  }

  /// The fraction of the way that a day covers if 95 % of it take so many days.
  static func habitGain(days: Double) -> Double {
    1 - Mathematics.power(0.05, 1 / days)
  }

  private func level(
    _ traits: inout Traits, _ who: UInt64, _ home: UInt64, _ mixture: Mixture, ageYears: Int,
    _ wellness: Double
  ) {
    traits.wellness =
      wellness
      + draw(PopulationRandomPurpose.wellness, who)
      .normal(mean: 0, deviation: levels.wellnessDeviation)
    // A household's meals are shared.
    let table = mixture.of(
      draw(PopulationRandomPurpose.appetite, who).normal(mean: 0, deviation: 1),
      draw(PopulationRandomPurpose.homeAppetite, home).normal(mean: 0, deviation: 1))
    let grown = min(1, 0.55 + 0.03 * Double(ageYears))
    traits.appetite = grown * Mathematics.exp(levels.appetiteSigma * table)
    traits.thirst =
      grown
      * draw(PopulationRandomPurpose.thirst, who).logNormal(median: 1, sigma: levels.thirstSigma)
  }
}

/// The parts of a trait that are a person's own and their home's.
private struct Mixture {
  private let (own, shared): (Double, Double)

  init(sharedShare: Double) {
    own = (1 - sharedShare).squareRoot()
    shared = sharedShare.squareRoot()
  }

  func of(_ one: Double, _ home: Double) -> Double { own * one + shared * home }
}
