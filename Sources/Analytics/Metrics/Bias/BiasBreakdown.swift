/// Splits the bias of each metric, observed minus truth, by cause.
///
/// The plan of a run is replayed with one cause removed after the other. The contribution of a
/// cause is the reduction of the bias when it goes. Each replay is compared with its own truth,
/// since people whose phones show something else may have other operations rejected.
public struct BiasBreakdown: Hashable, Sendable {
  /// The contribution of one cause.
  public struct Part: Hashable, Sendable {
    public let cause: BiasCause
    /// The bias with the cause, and without it.
    public let before: Double
    public let after: Double

    public var size: Double { before - after }
  }

  /// A metric and the contributions to its bias.
  public struct Entry: Hashable, Sendable {
    public let result: MetricResult
    /// In the order of the causes; they add up to `bias` exactly.
    public let parts: [Part]
    /// The largest distance between the truth of a replay and the truth of the run.
    public let truthDrift: Double

    /// Observed minus truth, rounded to a multiple of a power of two so that contributions add up
    /// without rounding errors. This changes it by less than 10⁻¹⁵ of the metric.
    public var bias: Double { parts.first?.before ?? 0 }
  }

  /// The metrics that have a value on both sides in the run and in every replay.
  public let entries: [Entry]
  public let completeness: CompletenessCurve

  /// - Parameters:
  ///   - corrected: replays without the first cause, without the first two, and so on.
  public init(
    of run: MetricAccumulator, corrected: [MetricAccumulator], completeness: CompletenessCurve,
    for definitions: [MetricDefinition] = MetricDefinition.all
  ) {
    precondition(corrected.count == BiasCause.switched.count, "a replay for each cause")
    let known = definitions.filter(\.isObserved)
    let results = run.results(for: known)
    let replays = corrected.map { $0.results(for: known) }
    entries = results.enumerated().compactMap { place, result in
      Entry(result, replays.map { $0[place] })
    }
    self.completeness = completeness
  }

  /// A breakdown from its parts.
  public init(entries: [Entry], completeness: CompletenessCurve) {
    self.entries = entries
    self.completeness = completeness
  }
}

extension BiasBreakdown.Entry {
  fileprivate init?(_ result: MetricResult, _ replays: [MetricResult]) {
    let all = [result] + replays
    let sides = all.compactMap { result -> (truth: Double, observed: Double)? in
      guard let truth = result.truth?.value, let observed = result.observed?.value else {
        return nil
      }
      return (truth, observed)
    }
    guard sides.count == all.count else { return nil }
    let unit = Self.unit(of: sides.flatMap { [$0.truth, $0.observed] })
    let errors = sides.map { (($0.observed - $0.truth) / unit).rounded() * unit }
    self.result = result
    parts = zip(BiasCause.allCases, zip(errors, errors.dropFirst() + [0])).map {
      BiasBreakdown.Part(cause: $0, before: $1.0, after: $1.1)
    }
    truthDrift = sides.map { ($0.truth - sides[0].truth).magnitude }.max() ?? 0
  }

  /// The unit of the biases: a power of two that is small enough to keep all digits of interest and
  /// large enough for exact sums.
  private static func unit(of values: [Double]) -> Double {
    let largest = values.map(\.magnitude).max() ?? 0
    return largest > 0 ? largest.binade * 0x1p-49 : 1
  }
}
