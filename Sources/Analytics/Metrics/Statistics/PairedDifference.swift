/// The difference of a metric between two runs of the same population with the same random draws.
public struct PairedDifference: Hashable, Sendable {
  public let definition: String
  public let title: String
  public let unit: String
  public let form: MetricForm
  /// Its value in the first run and in the second.
  public let first: Double
  public let second: Double
  /// The 95 % interval of the difference, paired by cluster of households; nil with too few.
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

  /// - Parameter households: how many households are counted at least in each of the two runs.
  init?(
    _ definition: MetricDefinition, _ pairs: ClusterPairs, _ formula: MetricFormula,
    households: Int64
  ) {
    guard let one = pairs.first.metric(formula), let two = pairs.second.metric(formula) else {
      return nil
    }
    self.definition = definition.id
    title = definition.title
    unit = definition.unit
    form = definition.form
    (first, second) = (one.value, two.value)
    let difference = two - one
    guard households >= Estimate.householdsMin, definition.gap == nil,
      let interval = difference.interval
    else {
      (interval, varianceReduction) = (nil, nil)
      return
    }
    self.interval = interval
    // A difference that is the same in all clusters has only rounding errors, no variance.
    let (paired, unpaired) = (difference.variance, one.variance + two.variance)
    varianceReduction = paired > unpaired * 1e-12 ? unpaired / paired : nil
  }
}

extension MetricAccumulator {
  /// The difference of each metric that both runs have, on a side: the other run minus this one.
  /// Both have the same people in the same clusters, and have kept them.
  public func differences(
    to other: MetricAccumulator, for definitions: [MetricDefinition] = MetricDefinition.all,
    side: Side = .truth
  ) -> [PairedDifference] {
    let (one, two) = (clustersClosed, other.clustersClosed)
    let pairs = ClusterPairs(one.tableKept(side), two.tableKept(side))
    let (ours, others) = (one.moments(side), two.moments(side))
    return definitions.compactMap { definition in
      let formula = MetricFormula(definition, days: days)
      return PairedDifference(
        definition, pairs, formula,
        households: min(ours.households(formula), others.households(formula)))
    }
  }
}
