/// The difference of a metric between two runs of the same population with the same random draws.
public struct PairedDifference: Hashable, Sendable {
  public let definition: String
  public let title: String
  public let unit: String
  public let form: MetricForm
  /// Its value in the first run and in the second.
  public let first: Double
  public let second: Double
  /// The 95 % interval of the difference, paired by household; nil with too few households.
  public let interval: Interval?
  /// How many times as many households two independent runs would need for the same precision; nil
  /// if the runs do not differ in the metric.
  public let varianceReduction: Double?

  /// The second minus the first.
  public var difference: Double { second - first }

  /// The difference relative to the first; nil if the first is zero.
  public var relative: Double? { first == 0 ? nil : difference / first }

  /// Whether the interval excludes zero.
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
    // A difference that is the same in all replicates has only rounding errors, no variance.
    varianceReduction = paired > (left + right) * 1e-12 ? (left + right) / paired : nil
  }
}

extension MetricAccumulator {
  /// The difference of each metric that both runs have, from the truth: the other run minus this
  /// one. Both have the same seed, so a household has the same weight in both.
  public func differences(
    to other: MetricAccumulator, for definitions: [MetricDefinition] = MetricDefinition.all
  ) -> [PairedDifference] {
    let (one, two) = (bootstrapClosed.truthSums, other.bootstrapClosed.truthSums)
    return definitions.compactMap { definition in
      PairedDifference(definition, one, two, MetricFormula(definition, days: days))
    }
  }
}
