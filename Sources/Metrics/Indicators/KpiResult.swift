/// A key figure of a run, as it was and as the server saw it, held against its target.
public struct KpiResult: Hashable, Sendable {
  public let id: String
  public let title: String
  public let measure: KpiMeasure
  /// Missing while nothing has ripened that could be counted.
  public let truth: Estimate?
  public let observed: Estimate?
  public let target: Double?
  public let comparison: Comparison

  public init(definition: KpiDefinition, truth: Estimate?, observed: Estimate?) {
    id = definition.id
    title = definition.title
    measure = definition.measure
    self.truth = truth
    self.observed = observed
    target = definition.target
    comparison = definition.comparison
  }

  /// What the share is a share of, such as "people".
  public var unit: String { measure.unit }

  /// Whether what really happened meets the target; missing without a target.
  public var verdict: Verdict? {
    target.map { Verdict(truth, target: $0, comparison: comparison) }
  }

  /// The verdict of somebody who knows only what the server knows.
  public var verdictObserved: Verdict? {
    target.map { Verdict(observed, target: $0, comparison: comparison) }
  }

  /// Observed less truth: the error of the measurement.
  public var bias: Double? {
    guard let truth, let observed else { return nil }
    return observed.value - truth.value
  }
}
