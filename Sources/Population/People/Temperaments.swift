import Base
import DomainCore

/// Gives people the traits that they have for life: pure functions of seed, person and household.
struct Temperaments: Sendable {
  private let randomness: Randomness
  private let lifecycle: LifecycleParameters
  private let personas: PersonaParameters
  private let levels: LevelParameters
  private let chronotypeDeviation: Double
  private let motivationDeviation: Double
  /// The parts of a trait that are somebody's own and their home's.
  private let (own, shared): (Double, Double)
  private let sport: Probability
  private let schools: Int
  private let adults: DiscreteTable
  private let children: DiscreteTable

  /// Nothing where nobody has any.
  init?(_ scenario: Scenario) {
    guard scenario.lifecycle.isLived || scenario.levels.areLived || scenario.rhythm.isLived else {
      return nil
    }
    randomness = Randomness(seed: scenario.seed)
    lifecycle = scenario.lifecycle
    personas = scenario.personas
    levels = scenario.levels
    chronotypeDeviation = scenario.rhythm.chronotypeMinutesDeviation
    motivationDeviation = scenario.behaviour.openLogitDeviation
    own = (1 - scenario.homes.traitSharedShare).squareRoot()
    shared = scenario.homes.traitSharedShare.squareRoot()
    sport = Probability(scenario.activities.sportShare)
    schools = scenario.rhythm.schools
    adults = DiscreteTable(weights: personas.adults.map(\.weight))
    children = DiscreteTable(weights: personas.children.map(\.weight))
  }

  /// Gives somebody their traits.
  func shape(_ person: inout Person, ageYears: Int, of household: UInt32) {
    let (who, home) = (Who.person(person.index), Who.household(household))
    let persona = persona(of: person)
    let averages = persona.averages
    var traits = Traits()
    traits.persona = persona
    let common = draw(PopulationDecision.homeMotivation, home)
      .normal(mean: 0, deviation: motivationDeviation)
    if lifecycle.isLived {
      person.motivation = own * person.motivation + shared * common + averages.motivation
    }
    traits.frailty = frailty(who, home) * averages.frailty
    let days = draw(PopulationDecision.habitDays, who)
      .logNormal(median: lifecycle.habitDaysMedian, sigma: lifecycle.habitDaysSigma)
    traits.habitGain = Self.habitGain(days: max(1, days * averages.habitDays))
    traits.streaks = averages.streaks
    traits.company = averages.company
    traits.training = averages.training
    traits.takesPrompts = draw(PopulationDecision.takesPrompts, who)
      .chance(Probability(averages.prompts))
    traits.chronotypeMinutes = Int(
      draw(PopulationDecision.chronotype, who)
        .normal(mean: averages.chronotype, deviation: chronotypeDeviation))
    if person.role == .child {
      // The draw by which a practice is set up.
      traits.playsSport =
        person.team != nil || draw(PopulationDecision.sport, who).chance(sport)
      // Those of one home go to one school.
      traits.school =
        schools == 1
        ? 0 : UInt8(draw(PopulationDecision.school, home).integer(below: UInt32(schools)))
    }
    if levels.areLived { level(&traits, who, home, ageYears: ageYears, averages.wellness) }
    person.traits = traits
  }

  private func draw(_ decision: Decision, _ who: UInt64) -> Draw {
    randomness.draw(decision, who: who, day: 0)
  }

  private func persona(of person: Person) -> Persona {
    if person.role == .coach { return .coach }
    if person.role == .observer { return .grandparent }
    if person.team != nil { return .studentAthlete }
    let draw = draw(PopulationDecision.persona, Who.person(person.index))
    let (table, weights) =
      person.role == .child ? (children, personas.children) : (adults, personas.adults)
    let name = weights[draw.index(in: table)].name
    return Persona.allCases.first { $0.name == name } ?? .plain
  }

  /// A log-normal factor with mean 1, of which home has its share.
  private func frailty(_ who: UInt64, _ home: UInt64) -> Double {
    let sigma = lifecycle.frailtySigma
    let normal =
      own * draw(PopulationDecision.frailty, who).normal(mean: 0, deviation: 1)
      + shared * draw(PopulationDecision.homeFrailty, home).normal(mean: 0, deviation: 1)
    return Mathematics.exp(sigma * normal - sigma * sigma / 2)
  }

  /// The share of the way that a day covers when 95 % of it take so many days.
  static func habitGain(days: Double) -> Double {
    1 - Mathematics.power(0.05, 1 / days)
  }

  private func level(
    _ traits: inout Traits, _ who: UInt64, _ home: UInt64, ageYears: Int, _ wellness: Double
  ) {
    traits.wellness =
      wellness
      + draw(PopulationDecision.wellness, who)
      .normal(mean: 0, deviation: levels.wellnessDeviation)
    // What is on the table is on it for all of them.
    let table =
      own * draw(PopulationDecision.appetite, who).normal(mean: 0, deviation: 1)
      + shared * draw(PopulationDecision.homeAppetite, home).normal(mean: 0, deviation: 1)
    let grown = min(1, 0.55 + 0.03 * Double(ageYears))
    traits.appetite = grown * Mathematics.exp(levels.appetiteSigma * table)
    traits.thirst =
      grown * draw(PopulationDecision.thirst, who).logNormal(median: 1, sigma: levels.thirstSigma)
  }
}
