/// Checks whether targets are consistent, from the definitions of the metrics alone.
///
/// Some metrics can never exceed another one, whatever people do, because what they count is a part
/// of what the other counts, with the same denominator. A target above the target of the other is
/// then out of reach as long as the other is just met.
///
/// Nothing here assumes how people behave. How many are active on the days between two targets of
/// retention, or whether the days of a habit are independent, follows from no definition, so it
/// bounds nothing.
public struct TargetFeasibility: Hashable, Sendable {
  /// A target that is bounded by another target.
  public struct Finding: Hashable, Sendable {
    /// The metric and its target.
    public let id: String
    public let target: Double
    /// The metric that it can never exceed, and the target of that.
    public let premise: String
    public let bound: Double
    /// Why it can never exceed it.
    public let reason: String
    /// Whether the target is beyond the bound.
    public var isContradiction: Bool { target > bound }
  }

  public let findings: [Finding]

  public var contradictions: [Finding] { findings.filter(\.isContradiction) }

  /// The pairs of metrics of which the first never exceeds the second, on either side. A test
  /// compares each pair over made-up people.
  static let orders: [(id: String, premise: String, reason: String)] = [
    ("lk.checkin", "lk.dau", "a check-in makes a day active"),
    (
      "pc.retention.d7", "pc.retention.rolling7",
      "who is active on day 7 is active on day 7 or later"
    ),
    (
      "ct.retention.d7", "pc.retention.rolling7",
      "who is active on day 7 is active on day 7 or later"
    ),
    (
      "pc.saves", "pc.sync_success",
      "what is saved at the first attempt is saved within its deadline"
    ),
  ]

  /// From targets by metric.
  public init(targets: [String: Double]) {
    findings = Self.orders.compactMap { order in
      guard let target = targets[order.id], let bound = targets[order.premise] else { return nil }
      return Finding(
        id: order.id, target: target, premise: order.premise, bound: bound, reason: order.reason)
    }
  }

  /// From the targets of a run's metrics.
  public init(_ metricResults: [MetricResult]) {
    var targets: [String: Double] = [:]
    for metric in metricResults { targets[metric.id] = metric.target }
    self.init(targets: targets)
  }
}
