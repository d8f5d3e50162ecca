public import Metrics

/// The sides whose values are checked against targets.
public enum JudgedSides: String, CaseIterable, Sendable {
  case truth
  case observed
  case both

  /// A metric on one side, with its verdict.
  public struct Judgment: Hashable, Sendable {
    public let side: Side
    public let verdict: TargetVerdict
    let metric: MetricResult

    var estimate: Estimate? { side == .truth ? metric.truth : metric.observed }

    /// Such as `pc.dau`, or `pc.dau, observed`.
    var name: String { metric.id + ending }
    var title: String { metric.title + ending }

    private var ending: String { side == .truth ? "" : ", \(side.rawValue)" }
  }

  private var sides: [Side] {
    switch self {
    case .truth: [.truth]
    case .observed: [.observed]
    case .both: [.truth, .observed]
    }
  }

  /// The verdicts on a metric; none without a target, or where the server cannot know the metric.
  public func judgments(of metric: MetricResult) -> [Judgment] {
    sides.compactMap { side in
      (side == .truth ? metric.verdict : metric.verdictObserved).map {
        Judgment(side: side, verdict: $0, metric: metric)
      }
    }
  }
}
