import Base

/// How a figure of a workload changed between two measurements.
public struct FigureChange: Equatable, Sendable {
  public var workload: String
  public var figure: BenchmarkFigure
  /// The medians of the samples; nil where one side has none.
  public var old: Double?
  public var new: Double?
  /// The new value as a multiple of the old one; nil if there is none, or the old one is zero.
  public var ratio: Double?
  /// Of a sampled figure, if there are enough samples.
  public var interval: RatioInterval?
  /// The numbers of samples.
  public var samples: (old: Int, new: Int)
  /// Why the two values cannot be compared; nil if they can.
  public var obstacle: String?

  /// Whether the measurements show a difference: any of a count, and of samples one whose interval
  /// excludes no change.
  public var isShown: Bool {
    guard obstacle == nil, let ratio else { return false }
    return figure.kind == .sampled ? interval?.excludesNoChange == true : ratio != 1
  }

  public static func == (left: Self, right: Self) -> Bool {
    left.workload == right.workload && left.figure == right.figure && left.old == right.old
      && left.new == right.new && left.ratio == right.ratio && left.interval == right.interval
      && left.samples == right.samples && left.obstacle == right.obstacle
  }

  init(_ workload: String, old: MeasuredFigure, new: MeasuredFigure, obstacle: String?) {
    self.workload = workload
    figure = new.figure
    self.old = old.value
    self.new = new.value
    samples = (old.samples.count, new.samples.count)
    self.obstacle = obstacle
    guard obstacle == nil else { return }
    if figure.kind == .sampled {
      let estimate = RatioEstimate(old: old.samples, new: new.samples)
      ratio = estimate?.ratio
      interval = estimate?.interval
    } else if let before = old.value, let after = new.value {
      ratio = before == 0 ? (after == 0 ? 1 : nil) : after / before
    }
  }
}

/// Two measurements, figure by figure.
public struct BenchmarkComparison: Equatable, Sendable {
  public var old: BenchmarkResult
  public var new: BenchmarkResult
  /// Of the workloads and figures that both have, in the order of the new measurement.
  public var changes: [FigureChange]
  /// The workloads that only one of the two has.
  public var onlyInOld: [String]
  public var onlyInNew: [String]

  /// Compares; a mismatch of the machines is a problem unless only counts are wanted.
  public init(
    _ old: BenchmarkResult, _ new: BenchmarkResult, acrossMachines: Bool = false
  ) throws(BenchmarkProblem) {
    self.old = old
    self.new = new
    try Self.checkMachines(old.machine, new.machine, acrossMachines: acrossMachines)
    onlyInOld = old.workloads.map(\.name).filter { new[$0] == nil }
    onlyInNew = new.workloads.map(\.name).filter { old[$0] == nil }
    changes = []
    for workload in new.workloads {
      guard let before = old[workload.name] else { continue }
      try Self.checkParameters(before, workload)
      for figure in BenchmarkFigure.allCases {
        guard let one = before[figure], let two = workload[figure] else { continue }
        let obstacle = Self.obstacle(
          to: figure, old.machine, new.machine, acrossMachines: acrossMachines)
        changes.append(FigureChange(workload.name, old: one, new: two, obstacle: obstacle))
      }
    }
  }

  /// Whether figures of two machines can be compared; the problem names what differs.
  public static func checkMachines(
    _ old: MachineFingerprint, _ new: MachineFingerprint, acrossMachines: Bool
  ) throws(BenchmarkProblem) {
    let differences = old.differences(from: new)
    guard !acrossMachines, !differences.isEmpty else { return }
    throw BenchmarkProblem(
      "the machines differ: \(differences.joined(separator: "; ")); "
        + "'--across-machines' compares the counts alone")
  }

  static func checkParameters(
    _ old: MeasuredWorkload, _ new: MeasuredWorkload
  ) throws(BenchmarkProblem) {
    guard old.parameters != new.parameters else { return }
    throw BenchmarkProblem(
      "the workload '\(old.name)' is another one: \(old.parameters); then \(new.parameters)")
  }

  /// Why figures of two machines cannot be compared.
  static func obstacle(
    to figure: BenchmarkFigure, _ old: MachineFingerprint, _ new: MachineFingerprint,
    acrossMachines: Bool
  ) -> String? {
    guard acrossMachines else { return nil }
    if figure.isTime { return "another machine" }
    return figure.kind == .countOfRun || old.countsLike(new) ? nil : "another toolchain"
  }

  /// The geometric mean of the ratios of a figure over all workloads; nil if none has one.
  public func mean(of figure: BenchmarkFigure) -> Double? {
    GeometricMean.of(changes.filter { $0.figure == figure }.compactMap(\.ratio))
  }
}

/// The mean of ratios: twice as much and half as much cancel each other.
public enum GeometricMean {
  /// Nil if there is no ratio, or one is zero.
  public static func of(_ ratios: [Double]) -> Double? {
    guard !ratios.isEmpty, ratios.allSatisfy({ $0 > 0 }) else { return nil }
    let sum = ratios.reduce(0) { $0 + Mathematics.log($1) }
    return Mathematics.exp(sum / Double(ratios.count))
  }
}
