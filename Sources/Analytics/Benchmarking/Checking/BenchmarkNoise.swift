/// How much the figures of one program differ between measurements.
public struct BenchmarkNoise: Equatable, Sendable {
  /// A figure of a workload over all runs.
  public struct Row: Equatable, Sendable {
    public var workload: String
    public var figure: BenchmarkFigure
    public var median: Double
    /// The deviation of the samples of a run, as a share of their mean; of all runs the median.
    public var deviation: Double
    /// The largest change of the median from one run to the next, as a share.
    public var drift: Double
    /// The smallest change that as many samples show four times out of five, as a share; nil for
    /// too few of them.
    public var visible: Double?
    /// How many comparisons of a run with the one before called the figure worse, without and with
    /// the confirmation by the run after it.
    public var suspicions: Int
    public var falseAlarms: Int
  }

  /// The number of measurements, and of samples of each.
  public let runs: Int
  public let repetitions: Int
  public let rows: [Row]

  /// Two-sided 5 %, and a power of 80 %: 1.96 + 0.84, times the loss of ranks against means.
  private static let factor = 2.8 * 1.024

  /// Judges several measurements of the same program on the same machine.
  public init(
    _ results: [BenchmarkResult], tolerances: [FigureTolerance] = []
  ) throws(BenchmarkProblem) {
    guard let first = results.first, results.count > 1 else {
      throw BenchmarkProblem("the noise needs at least two measurements")
    }
    runs = results.count
    repetitions = first.repetitions
    var rows: [Row] = []
    for workload in first.workloads {
      for figure in workload.figures {
        let samples = results.compactMap { $0[workload.name]?[figure.figure]?.samples }
        rows.append(Self.row(workload.name, figure.figure, samples))
      }
    }
    for place in results.indices.dropFirst() {
      let check = try BenchmarkCheck(
        results[place], by: results[place - 1], tolerances: tolerances)
      var confirmed = check
      if place + 1 < results.count {
        try confirmed.confirm(by: results[place + 1])
      }
      for (checked, judged) in zip(check.rows, confirmed.rows) where checked.verdict == .worse {
        guard
          let row = rows.firstIndex(where: {
            $0.workload == checked.change.workload && $0.figure == checked.change.figure
          })
        else { continue }
        rows[row].suspicions += 1
        // The last run has none after it that could confirm what it seems to show.
        let canBeJudged = checked.change.figure.kind != .sampled || place + 1 < results.count
        if judged.verdict == .worse && canBeJudged { rows[row].falseAlarms += 1 }
      }
    }
    self.rows = rows
  }

  private static func row(
    _ workload: String, _ figure: BenchmarkFigure, _ samples: [[Double]]
  ) -> Row {
    let medians = samples.compactMap(MeasuredFigure.median)
    let drifts = zip(medians, medians.dropFirst()).map { one, two in
      one == 0 ? (two == 0 ? 0 : 1) : (two / one - 1).magnitude
    }
    let deviation: Double
    let count: Int
    if figure.kind == .sampled {
      deviation = MeasuredFigure.median(samples.map(Self.deviation)) ?? 0
      count = samples.map(\.count).min() ?? 0
    } else {
      // A count has one sample in each run.
      deviation = Self.deviation(medians)
      count = 1
    }
    return Row(
      workload: workload, figure: figure, median: MeasuredFigure.median(medians) ?? 0,
      deviation: deviation, drift: drifts.max() ?? 0,
      visible: visible(figure, deviation, count), suspicions: 0, falseAlarms: 0)
  }

  private static func visible(
    _ figure: BenchmarkFigure, _ deviation: Double, _ count: Int
  ) -> Double? {
    guard figure.kind == .sampled else { return deviation * factor }
    guard RankSums.intervalPlace(count, count) > 0 else { return nil }
    return deviation * factor * (2 / Double(count)).squareRoot()
  }

  /// How many samples on each side show a change of a size, four times out of five.
  public static func samplesNeeded(toShow change: Double, deviation: Double) -> Int {
    guard deviation > 0, change > 0 else { return 4 }
    let share = deviation * factor / change
    return max(4, Int((2 * share * share).rounded(.up)))
  }

  /// The standard deviation as a share of the mean.
  static func deviation(_ samples: [Double]) -> Double {
    guard samples.count > 1 else { return 0 }
    let mean = samples.reduce(0, +) / Double(samples.count)
    guard mean > 0 else { return 0 }
    let squares = samples.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (squares / Double(samples.count - 1)).squareRoot() / mean
  }
}
