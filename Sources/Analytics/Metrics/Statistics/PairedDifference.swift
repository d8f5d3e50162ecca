/// How far a key figure of one run lies from the same figure of its twin, person by person the same
/// people under the same luck.
public struct PairedDifference: Hashable, Sendable {
  public let definition: String
  public let title: String
  public let unit: String
  public let form: MetricForm
  /// What it was in the first run and in the second.
  public let first: Double
  public let second: Double
  /// Where the difference lies, at 95 % confidence, as the households that both have in common
  /// leave it open; missing where there are too few.
  public let interval: Interval?
  /// How many times as many households it would have taken without pairing; missing where the runs
  /// do not differ in it.
  public let varianceReduction: Double?

  /// The second less the first.
  public var difference: Double { second - first }

  /// The difference as a part of the first, where there is one.
  public var relative: Double? { first == 0 ? nil : difference / first }

  /// Whether the runs differ in it for sure.
  public var isSignificant: Bool {
    interval.map { $0.lower > 0 || $0.upper < 0 } ?? false
  }

  init?(
    _ definition: MetricDefinition, _ first: BootstrapSums, _ second: BootstrapSums,
    _ formula: MetricFormula
  ) {
    guard let one = first.value(formula), let two = second.value(formula) else { return nil }
    self.definition = definition.id
    title = definition.title
    unit = definition.unit
    form = definition.form
    (self.first, self.second) = (one, two)
    let pairs = zip(first.replicates(formula), second.replicates(formula)).compactMap {
      one, two -> (Double, Double)? in
      guard let one, let two else { return nil }
      return (one, two)
    }
    guard let paired = Interval.variance(of: pairs.map { $0.1 - $0.0 }),
      let left = Interval.variance(of: pairs.map(\.0)),
      let right = Interval.variance(of: pairs.map(\.1)),
      min(first.households(formula), second.households(formula)) >= Estimate.householdsMin
    else {
      (interval, varianceReduction) = (nil, nil)
      return
    }
    let half = Interval.normalQuantile * paired.squareRoot()
    interval = Interval(lower: two - one - half, upper: two - one + half)
    // What is left of a difference that is the same in all replicates is rounding, and no spread.
    varianceReduction = paired > (left + right) * 1e-12 ? (left + right) / paired : nil
  }
}

extension MetricAccumulator {
  /// Every key figure that both runs have, of what people did: how far the other run's lies from
  /// this one's. Both are of one seed, so a household weighs the same in both.
  public func differences(
    to other: MetricAccumulator, for definitions: [MetricDefinition] = MetricDefinition.all
  ) -> [PairedDifference] {
    let (one, two) = (bootstrapClosed.truthSums, other.bootstrapClosed.truthSums)
    return definitions.compactMap { definition in
      PairedDifference(definition, one, two, MetricFormula(definition, days: days))
    }
  }
}
