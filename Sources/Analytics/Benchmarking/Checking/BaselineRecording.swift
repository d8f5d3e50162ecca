/// A new baseline from a measurement and the old baseline.
public struct BaselineRecording: Equatable, Sendable {
  /// The baseline to write.
  public private(set) var baseline: BenchmarkResult
  /// The limits that it raises.
  public private(set) var raises: [Raise] = []

  /// Counts get limits as far above their values as they may become worse; samples are kept, since
  /// they are compared with each other. A figure that the old baseline does not have is left out.
  ///
  /// - Parameters:
  ///   - date: the day of the recording.
  ///   - gain: what a user gets for what is raised.
  ///   - release: a release to count raises from, beginning with this recording.
  public init(
    _ measured: BenchmarkResult, over old: BenchmarkResult?, date: String, gain: String,
    release: String? = nil
  ) {
    baseline = measured
    baseline.bounds = old?.bounds ?? []
    baseline.release = release.map { BenchmarkRelease(version: $0, date: date) } ?? old?.release
    for place in baseline.workloads.indices {
      let name = baseline.workloads[place].name
      let before = old?[name]
      baseline.workloads[place].figures = baseline.workloads[place].figures.compactMap { figure in
        let recorded = before?[figure.figure]
        if before != nil && recorded == nil { return nil }
        var figure = figure
        figure.tolerance = recorded?.tolerance
        figure.limit = Self.limit(of: figure, recorded)
        let former = recorded.flatMap(Self.formerLimit)
        figure.releasedLimit =
          release == nil ? recorded?.releasedLimit ?? former : figure.limit
        if let recorded, let (from, to) = Self.raise(recorded, figure, former: former) {
          raises.append(
            Raise(
              date: date, figure: "\(name): \(figure.figure.rawValue)", from: from, to: to,
              gain: gain))
        }
        return figure
      }
    }
  }

  private static func limit(of figure: MeasuredFigure, _ recorded: MeasuredFigure?) -> Double? {
    // A limit of a sampled figure is a decision, not a measurement.
    if figure.figure.kind == .sampled { return recorded?.limit }
    guard let value = figure.value else { return recorded?.limit }
    let tolerance = recorded?.tolerance ?? figure.figure.defaultTolerance
    return (value * (1 + tolerance) * 100).rounded() / 100
  }

  /// The limit of a count before, also where tolerance and value were all that the file had.
  private static func formerLimit(of recorded: MeasuredFigure) -> Double? {
    if recorded.limit != nil || recorded.figure.kind == .sampled { return recorded.limit }
    return limit(of: MeasuredFigure(recorded.figure, samples: recorded.samples), recorded)
  }

  /// From where to where a limit rises; samples rise when they show a change beyond their
  /// tolerance.
  private static func raise(
    _ recorded: MeasuredFigure, _ new: MeasuredFigure, former: Double?
  ) -> (from: Double, to: Double)? {
    if let former, let limit = new.limit { return limit > former ? (former, limit) : nil }
    guard let estimate = RatioEstimate(old: recorded.samples, new: new.samples),
      let interval = estimate.interval, let old = recorded.value, let value = new.value
    else { return nil }
    let tolerance = recorded.tolerance ?? recorded.figure.defaultTolerance
    return interval.lower > 1 && estimate.ratio > 1 + tolerance ? (old, value) : nil
  }
}
