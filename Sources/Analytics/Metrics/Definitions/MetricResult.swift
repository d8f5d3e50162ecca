/// A key figure of a run, as it was and as the server saw it, held against its target.
public struct MetricResult: Hashable, Sendable {
  public let id: String
  public let title: String
  /// What is counted and what that is held against, in words.
  public let definition: String
  /// What the value is a share, a mean or a number of, such as "people".
  public let unit: String
  public let form: MetricForm
  /// The day of classic retention that it is, if it is that.
  public let retentionDay: Int?
  /// Missing while nothing has ripened that could be counted.
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

  /// Whether the server can know the figure at all.
  public let isObserved: Bool

  /// Whether what really happened meets the target; missing without a target.
  public var verdict: TargetVerdict? {
    target.map { TargetVerdict(truth, target: $0, comparison: comparison) }
  }

  /// The verdict of somebody who knows only what the server knows; missing where that is nothing.
  public var verdictObserved: TargetVerdict? {
    guard isObserved else { return nil }
    return target.map { TargetVerdict(observed, target: $0, comparison: comparison) }
  }

  /// Observed less truth: the error of the measurement.
  public var bias: Double? {
    guard let truth, let observed else { return nil }
    return observed.value - truth.value
  }
}
