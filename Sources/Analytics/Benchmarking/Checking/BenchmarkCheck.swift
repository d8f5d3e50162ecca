/// What a check says of a figure.
public enum BenchmarkVerdict: String, CaseIterable, Sendable {
  /// No worse than the baseline allows.
  case fine
  /// So much better that the baseline should be recorded again.
  case better
  case worse
  /// A sampled figure looked worse, and a second measurement did not.
  case unconfirmed
  /// A machine or a toolchain of other figures.
  case notCompared
}

/// A measurement judged by a baseline.
public struct BenchmarkCheck: Equatable, Sendable {
  /// A figure of a workload.
  public struct Row: Equatable, Sendable {
    public var change: FigureChange
    public var tolerance: Double
    /// The largest value that does not fail; nil if samples decide.
    public var limit: Double?
    public var verdict: BenchmarkVerdict
  }

  /// A bound between two workloads.
  public struct BoundRow: Equatable, Sendable {
    public var bound: RelativeBound
    /// The ratio that was measured.
    public var ratio: Double
    public var isKept: Bool { ratio <= bound.atMost }
  }

  public private(set) var rows: [Row] = []
  public private(set) var bounds: [BoundRow] = []
  /// What the baseline has and nothing measured: `default: instructionsPerOperation`.
  public private(set) var missing: [String] = []
  private let baseline: BenchmarkResult
  private let tolerances: [FigureTolerance]
  private let acrossMachines: Bool

  /// Judges everything that the baseline has.
  ///
  /// A count fails beyond its limit, exactly. Samples look worse when their interval excludes no
  /// change and the effect exceeds the tolerance; `confirm` has the last word on them.
  public init(
    _ measured: BenchmarkResult, by baseline: BenchmarkResult,
    tolerances: [FigureTolerance] = [], acrossMachines: Bool = false
  ) throws(BenchmarkProblem) {
    self.baseline = baseline
    self.tolerances = tolerances
    self.acrossMachines = acrossMachines
    try BenchmarkComparison.checkMachines(
      baseline.machine, measured.machine, acrossMachines: acrossMachines)
    for before in baseline.workloads {
      guard let workload = measured[before.name] else {
        missing += before.figures.map { "\(before.name): \($0.figure.rawValue)" }
        continue
      }
      try BenchmarkComparison.checkParameters(before, workload)
      for old in before.figures {
        let obstacle = BenchmarkComparison.obstacle(
          to: old.figure, baseline.machine, measured.machine, acrossMachines: acrossMachines)
        if let new = workload[old.figure], !new.samples.isEmpty {
          rows.append(row(workload.name, old, new, obstacle))
        } else if obstacle == nil {
          missing.append("\(before.name): \(old.figure.rawValue)")
        }
      }
    }
    for bound in baseline.bounds {
      let obstacle = BenchmarkComparison.obstacle(
        to: bound.figure, baseline.machine, measured.machine, acrossMachines: acrossMachines)
      if obstacle != nil { continue }
      guard let value = measured[bound.workload]?[bound.figure]?.value,
        let reference = measured[bound.reference]?[bound.figure]?.value, reference > 0
      else {
        missing.append("\(bound.workload): \(bound.figure.rawValue)")
        continue
      }
      bounds.append(BoundRow(bound: bound, ratio: value / reference))
    }
  }

  /// The tolerance of the command line, else of the baseline, else of the figure.
  private func tolerance(of old: MeasuredFigure) -> Double {
    tolerances.last { $0.figure == old.figure }?.share ?? old.tolerance
      ?? old.figure.defaultTolerance
  }

  private func row(
    _ workload: String, _ old: MeasuredFigure, _ new: MeasuredFigure, _ obstacle: String?
  ) -> Row {
    let change = FigureChange(workload, old: old, new: new, obstacle: obstacle)
    let tolerance = tolerance(of: old)
    let limit = Self.limit(of: old, tolerance)
    let verdict: BenchmarkVerdict
    if obstacle != nil {
      verdict = .notCompared
    } else if old.figure.kind == .sampled {
      verdict = Self.verdict(onSamples: new.samples, change, tolerance, limit: old.limit)
    } else {
      verdict = Self.verdict(onCount: new.value ?? 0, change, tolerance, limit: limit)
    }
    return Row(change: change, tolerance: tolerance, limit: limit, verdict: verdict)
  }

  /// The limit of the file; without one, the old count with its tolerance.
  private static func limit(of old: MeasuredFigure, _ tolerance: Double) -> Double? {
    if let limit = old.limit { return limit }
    return old.figure.kind == .sampled ? nil : old.value.map { $0 * (1 + tolerance) }
  }

  private static func verdict(
    onCount value: Double, _ change: FigureChange, _ tolerance: Double, limit: Double?
  ) -> BenchmarkVerdict {
    if let limit, value > limit { return .worse }
    if let old = change.old, value < old * (1 - tolerance) {
      return change.figure.isWrongBothWays ? .worse : .better
    }
    // Without a recorded value only the limit says what was measured before.
    if change.old == nil, let limit, value < limit * (1 - 3 * max(tolerance, 0.01)) {
      return .better
    }
    return .fine
  }

  private static func verdict(
    onSamples samples: [Double], _ change: FigureChange, _ tolerance: Double, limit: Double?
  ) -> BenchmarkVerdict {
    // One sample below the limit shows that the program can keep it.
    if let limit, let least = samples.min(), least > limit { return .worse }
    guard let ratio = change.ratio, let interval = change.interval else { return .fine }
    if interval.lower > 1 && ratio > 1 + tolerance { return .worse }
    return interval.upper < 1 && ratio < 1 - tolerance ? .better : .fine
  }

  /// The workloads with samples that look worse, which a second measurement must confirm.
  public var suspects: [String] {
    var names: [String] = []
    for row in rows where row.verdict == .worse && row.change.figure.kind == .sampled {
      if !names.contains(row.change.workload) { names.append(row.change.workload) }
    }
    return names
  }

  /// Clears the suspects that a second measurement does not show to be worse.
  public mutating func confirm(by second: BenchmarkResult) throws(BenchmarkProblem) {
    let suspects = suspects
    let again = try BenchmarkCheck(
      second, by: baseline, tolerances: tolerances, acrossMachines: acrossMachines)
    for place in rows.indices
    where rows[place].verdict == .worse && rows[place].change.figure.kind == .sampled
      && suspects.contains(rows[place].change.workload)
    {
      let isConfirmed = again.rows.contains {
        $0.change.workload == rows[place].change.workload
          && $0.change.figure == rows[place].change.figure && $0.verdict == .worse
      }
      if !isConfirmed { rows[place].verdict = .unconfirmed }
    }
  }

  /// Whether a figure is worse, or a bound is not kept.
  public var isWorse: Bool {
    rows.contains { $0.verdict == .worse } || bounds.contains { !$0.isKept }
  }
}

/// How much worse a figure may be, as a share; an option of the command line.
public struct FigureTolerance: Equatable, Sendable {
  public var figure: BenchmarkFigure
  public var share: Double

  public init(_ figure: BenchmarkFigure, _ share: Double) {
    self.figure = figure
    self.share = share
  }

  /// Reads `userTimeRatio=0.1`; nil if it is something else.
  public init?(_ text: String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let figure = BenchmarkFigure(rawValue: String(parts[0])),
      let share = Double(parts[1]), share >= 0, share.isFinite
    else { return nil }
    self.init(figure, share)
  }

  /// As the command line has it.
  public var text: String { "\(figure.rawValue)=\(share)" }
}
