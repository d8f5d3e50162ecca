import Base
import Chronology
public import Scenarios

/// Which households are treated, and from when on: a draw of its own that changes nothing else.
public struct Interventions: Sendable {
  private let randomness: Randomness
  private let parameters: InterventionParameters
  private let treated: Probability
  private let firstDay: LocalDay

  public init(_ scenario: Scenario) {
    randomness = Randomness(seed: scenario.seed)
    parameters = scenario.interventions
    treated = Probability(parameters.treatedFraction)
    firstDay = scenario.firstDay.adding(days: parameters.startDay)
  }

  /// Whether a household is ever treated.
  public func isTreated(_ household: UInt32) -> Bool {
    parameters.treatment != .none
      && randomness.draw(
        PopulationRandomPurpose.treated, who: RandomSubject.household(household), day: 0
      )
      .chance(treated)
  }

  /// The treatment of a household on a day.
  func treatment(of household: UInt32, on day: LocalDay) -> Treatment {
    day >= firstDay && isTreated(household) ? parameters.treatment : .none
  }
}
