/// How much a figure differs between two finished runs: a metric on one side.
public struct FigureDifference: Hashable, Sendable {
  /// What the difference is, measured by a tolerance.
  public enum Verdict: String, CaseIterable, Sendable {
    case same
    case within
    /// The values differ by more, but the interval of the difference reaches into the tolerance.
    case unclear
    case beyond
  }

  public let id: String
  public let title: String
  public let unit: String
  public let form: MetricForm
  public let side: Side
  /// Its value in the first run and in the second; nil where it has none.
  public let first: Double?
  public let second: Double?
  /// The 95 % interval of the difference; nil where none would be right.
  public let interval: Interval?
  /// Why there is no interval, if both runs have a value.
  public let gap: IntervalGap?
  /// How much it may differ, as a share of the first value.
  public let tolerance: Double

  public init(
    _ metric: MetricResult, _ side: Side, first: Double?, second: Double?, interval: Interval?,
    gap: IntervalGap?, tolerance: Double
  ) {
    precondition(tolerance >= 0, "a tolerance cannot be negative")
    id = metric.id
    title = metric.title
    unit = metric.unit
    form = metric.form
    self.side = side
    self.first = first
    self.second = second
    self.interval = interval
    self.gap = gap
    self.tolerance = tolerance
  }

  /// The second minus the first.
  public var difference: Double? {
    guard let first, let second else { return nil }
    return second - first
  }

  /// The difference as a share of the first value; nil if that is zero.
  public var relative: Double? {
    guard let first, let difference, first != 0 else { return nil }
    return difference / first.magnitude
  }

  public var verdict: Verdict {
    guard let first, let difference else { return first == second ? .same : .beyond }
    if difference == 0 { return .same }
    let allowed = tolerance * first.magnitude
    if difference.magnitude <= allowed { return .within }
    guard let interval, interval.lower <= allowed, interval.upper >= -allowed else {
      return .beyond
    }
    return .unclear
  }
}

extension MetricAccumulator {
  /// How the figures differ in another run: the other one minus this one.
  ///
  /// - Parameters:
  ///   - arePaired: whether both have the same people in the same clusters with the same random
  ///     draws, and have kept them. What they have in common then cancels out of the intervals.
  ///     Otherwise the two runs count as independent.
  ///   - tolerance: how much a metric may differ, as a share of its first value.
  public func figureDifferences(
    to other: MetricAccumulator, arePaired: Bool, tolerance: (String) -> Double
  ) -> [FigureDifference] {
    let definitions = MetricDefinition.all
    var paired: [Side: [String: Interval]] = [:]
    for side in arePaired ? Side.allCases : [] {
      for difference in differences(to: other, for: definitions, side: side) {
        paired[side, default: [:]][difference.definition] = difference.interval
      }
    }
    return zip(definitions, zip(results(for: definitions), other.results(for: definitions)))
      .flatMap { definition, results in
        definition.sides.map { side in
          let (one, two) = (results.0.estimate(side), results.1.estimate(side))
          let interval =
            arePaired ? paired[side]?[definition.id] : Self.independent(from: one, to: two)
          let gap =
            one == nil || two == nil || interval != nil
            ? nil : one?.gap ?? two?.gap ?? definition.gap ?? .fewClusters
          return FigureDifference(
            results.0, side, first: one?.value, second: two?.value, interval: interval, gap: gap,
            tolerance: tolerance(definition.id))
        }
      }
  }

  private static func independent(from first: Estimate?, to second: Estimate?) -> Interval? {
    guard let first, let second, let one = first.interval, let two = second.interval else {
      return nil
    }
    return .difference(of: (second.value, two), minus: (first.value, one))
  }
}

extension MetricDefinition {
  /// The sides on which it can be known.
  fileprivate var sides: [Side] { isObserved ? Side.allCases : [.truth] }
}

extension MetricResult {
  fileprivate func estimate(_ side: Side) -> Estimate? { side == .truth ? truth : observed }
}
