import Base
import Scenarios

/// The share of their habits that people do: logistic-normal, with the scenario's share as the mean
/// of everybody, of adults, of children and of students alike, whatever their personas.
struct AdherenceModel: Sendable {
  /// The people whose personas are drawn with the same weights.
  enum AdherenceGroup: Int, CaseIterable {
    case adults, children, students
    /// People whose role has only one persona, so that personas do not distinguish them.
    case others
  }

  private let deviation: Double
  /// By group, the median log-odds of its people.
  private let middles: [Double]

  /// Nil if everybody does the same: without a spread, and where people do everything or nothing.
  init?(_ scenario: Scenario) {
    let (behavior, personas) = (scenario.behavior, scenario.personas)
    guard behavior.habitDoneLogitDeviation > 0, behavior.habitDoneProbability > 0,
      behavior.habitDoneProbability < 1
    else { return nil }
    deviation = behavior.habitDoneLogitDeviation
    middles = AdherenceGroup.allCases.map { crowd in
      let weights =
        switch crowd {
        case .adults: personas.adults
        case .children: personas.children
        case .students: personas.students
        case .others: [WeightedName(Persona.plain.name, weight: 1)]
        }
      return Self.middle(of: weights, behavior)
    }
  }

  /// The share of a person whose persona is so many deviations above the others of their group.
  func share(_ shift: Double, in crowd: AdherenceGroup, _ draw: RandomBits) -> Double {
    let own = draw.normal(mean: crowd == .others ? 0 : shift, deviation: 1)
    return Mathematics.logistic(middles[crowd.rawValue] + deviation * own)
  }

  /// The log-odds at which people of these personas do the scenario's share on average.
  private static func middle(
    of weights: [WeightedName], _ behavior: BehaviorParameters
  ) -> Double {
    let deviation = behavior.habitDoneLogitDeviation
    let steps = 64
    let normals = (0..<steps).map {
      Mathematics.inverseNormal((Double($0) + 0.5) / Double(steps))
    }
    let total = weights.reduce(0) { $0 + $1.weight }
    let shifts = weights.map { weight in
      (
        Persona.allCases.first { $0.name == weight.name }?.averages.conscientiousness ?? 0,
        weight.weight / total
      )
    }
    func mean(_ middle: Double) -> Double {
      shifts.reduce(0) { sum, one in
        let shares = normals.map { Mathematics.logistic(middle + deviation * (one.0 + $0)) }
        return sum + one.1 * shares.reduce(0, +) / Double(steps)
      }
    }
    var (low, high) = (-100.0, 100.0)
    for _ in 0..<40 {
      let middle = (low + high) / 2
      if mean(middle) < behavior.habitDoneProbability { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }
}
