/// A metric of a run on both sides, with its target.
public struct MetricResult: Hashable, Sendable {
  public let id: String
  public let title: String
  /// Numerator and denominator in words.
  public let definition: String
  /// Whether a parameter, a formula or the simulation gives its value.
  public let origin: MetricOrigin
  /// What the denominator counts, such as "people".
  public let unit: String
  public let form: MetricForm
  /// The day of a classic retention; nil for other metrics.
  public let retentionDay: Int?
  /// Nil while the denominator is zero, such as before any cohort is old enough.
  public let truth: Estimate?
  public let observed: Estimate?
  /// Why a side has no value, if it has none.
  public let absence: MetricAbsence
  public let absenceObserved: MetricAbsence
  public let target: Double?
  public let comparison: TargetDirection

  public init(
    definition: MetricDefinition, truth: Estimate?, observed: Estimate?,
    absence: MetricAbsence = .noCases, absenceObserved: MetricAbsence = .noCases
  ) {
    self.absence = absence
    self.absenceObserved = absenceObserved
    id = definition.id
    repeated = definition.repeated
    title = definition.title
    self.definition = definition.definition
    origin = definition.origin
    unit = definition.unit
    form = definition.form
    retentionDay = definition.retentionDay
    self.truth = truth
    self.observed = observed
    target = definition.target
    comparison = definition.comparison
    isObserved = definition.isObserved
  }

  /// The earlier metric that counts and computes the same, for another product; nil for most.
  public let repeated: String?

  /// Whether the server can know the metric at all.
  public let isObserved: Bool

  /// The verdict on the truth; nil without a target.
  public var verdict: TargetVerdict? {
    target.map { TargetVerdict(truth, absence: absence, target: $0, comparison: comparison) }
  }

  /// The verdict from the server's data alone; nil without a target or if the server cannot know
  /// the metric.
  public var verdictObserved: TargetVerdict? {
    guard isObserved else { return nil }
    return target.map {
      TargetVerdict(observed, absence: absenceObserved, target: $0, comparison: comparison)
    }
  }

  /// Why a side has no value; nil if it has one, and for what the server cannot know.
  public func absence(on side: Side) -> TargetVerdict? {
    switch side {
    case .truth: truth == nil ? TargetVerdict(absence) : nil
    case .observed: observed == nil && isObserved ? TargetVerdict(absenceObserved) : nil
    }
  }

  /// The bias of the measurement: observed minus truth.
  public var bias: Double? {
    guard let truth, let observed else { return nil }
    return observed.value - truth.value
  }
}

extension [MetricResult] {
  /// The metrics without those that only repeat the verdict of another one, so that a miss counts
  /// once. A repeated metric with a target of its own has a verdict of its own.
  public var distinct: [MetricResult] { filter { !isRepeated($0) } }

  /// The metrics whose value emerges. An assumption that reaches a target is no result.
  public var emergent: [MetricResult] { filter { $0.origin == .emergent } }

  /// The metrics that `distinct` leaves out, with those that they repeat.
  public var repeats: [(id: String, of: String)] {
    compactMap { metric in
      metric.target != nil && isRepeated(metric) ? (metric.id, metric.repeated ?? "") : nil
    }
  }

  private func isRepeated(_ metric: MetricResult) -> Bool {
    metric.repeated != nil
      && contains {
        $0.id == metric.repeated && $0.target == metric.target
          && $0.comparison == metric.comparison
      }
  }
}
