/// A metric of a run on both sides, with its target.
public struct MetricResult: Hashable, Sendable {
  public let id: String
  public let title: String
  /// Numerator and denominator in words.
  public let definition: String
  /// What the denominator counts, such as "people".
  public let unit: String
  public let form: MetricForm
  /// The day of a classic retention; nil for other metrics.
  public let retentionDay: Int?
  /// Nil while the denominator is zero, such as before any cohort is old enough.
  public let truth: Estimate?
  public let observed: Estimate?
  public let target: Double?
  public let comparison: TargetDirection

  public init(definition: MetricDefinition, truth: Estimate?, observed: Estimate?) {
    id = definition.id
    title = definition.title
    self.definition = definition.definition
    unit = definition.unit
    form = definition.form
    retentionDay = definition.retentionDay
    self.truth = truth
    self.observed = observed
    target = definition.target
    comparison = definition.comparison
    isObserved = definition.isObserved
  }

  /// Whether the server can know the metric at all.
  public let isObserved: Bool

  /// The verdict on the truth; nil without a target.
  public var verdict: TargetVerdict? {
    target.map { TargetVerdict(truth, target: $0, comparison: comparison) }
  }

  /// The verdict from the server's data alone; nil without a target or if the server cannot know
  /// the metric.
  public var verdictObserved: TargetVerdict? {
    guard isObserved else { return nil }
    return target.map { TargetVerdict(observed, target: $0, comparison: comparison) }
  }

  /// The bias of the measurement: observed minus truth.
  public var bias: Double? {
    guard let truth, let observed else { return nil }
    return observed.value - truth.value
  }
}
