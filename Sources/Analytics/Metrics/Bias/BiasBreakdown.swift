/// Where the difference between what the server knows and what people did comes from.
///
/// The plan of a run is lived again with one cause after the other switched off. What a cause
/// accounts for is what the error shrinks by when it goes. Each life's error is taken against its
/// own truth, since a person whose phone shows something else may be refused something else.
public struct BiasBreakdown: Hashable, Sendable {
  /// What a cause accounts for.
  public struct Part: Hashable, Sendable {
    public let cause: BiasCause
    /// The error with the cause, and without it.
    public let before: Double
    public let after: Double

    public var size: Double { before - after }
  }

  /// A key figure and the parts of its error.
  public struct Entry: Hashable, Sendable {
    public let result: MetricResult
    /// In the order of the causes; they add up to `bias` without a rest.
    public let parts: [Part]
    /// The furthest that the truth of a life with causes switched off lies from the run's.
    public let truthDrift: Double

    /// Observed less truth. It differs from the figures' own difference by less than a thousandth
    /// of a millionth of a millionth of them, so that parts add up without rounding.
    public var bias: Double { parts.first?.before ?? 0 }
  }

  /// The figures that can be told on both sides in every life.
  public let entries: [Entry]
  public let completeness: CompletenessCurve

  /// - Parameters:
  ///   - mended: the run again with the first cause switched off, with the first two, and so on.
  public init(
    of run: MetricAccumulator, corrected: [MetricAccumulator], completeness: CompletenessCurve,
    for definitions: [MetricDefinition] = MetricDefinition.all
  ) {
    precondition(corrected.count == BiasCause.switched.count, "a life for each cause")
    let known = definitions.filter(\.isObserved)
    let results = run.results(for: known)
    let lives = corrected.map { $0.results(for: known) }
    entries = results.enumerated().compactMap { place, result in
      Entry(result, lives.map { $0[place] })
    }
    self.completeness = completeness
  }

  /// A ledger as it was written down.
  public init(entries: [Entry], completeness: CompletenessCurve) {
    self.entries = entries
    self.completeness = completeness
  }
}

extension BiasBreakdown.Entry {
  fileprivate init?(_ result: MetricResult, _ lives: [MetricResult]) {
    let all = [result] + lives
    let sides = all.compactMap { life -> (truth: Double, observed: Double)? in
      guard let truth = life.truth?.value, let observed = life.observed?.value else { return nil }
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

  /// The unit in which errors are counted: a power of two, so small that it says more than anybody
  /// reads and so large that sums of so many of them are exact.
  private static func unit(of values: [Double]) -> Double {
    let largest = values.map(\.magnitude).max() ?? 0
    return largest > 0 ? largest.binade * 0x1p-49 : 1
  }
}
