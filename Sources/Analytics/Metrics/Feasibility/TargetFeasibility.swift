/// Checks whether targets are consistent, before any simulation.
///
/// Some targets of a product may be impossible to reach together. Each finding follows by
/// arithmetic from the targets and the assumption that it names.
public struct TargetFeasibility: Hashable, Sendable {
  /// A target that is bounded by other targets.
  public struct Finding: Hashable, Sendable {
    /// The metric and its target.
    public let id: String
    public let target: Double
    /// The largest possible value of the metric if the other targets are exactly met.
    public let bound: Double
    /// The metrics with these other targets.
    public let premises: [String]
    /// What else is assumed.
    public let assumption: String
    /// Whether the target is beyond the bound.
    public var isContradiction: Bool { target > bound }
  }

  public let findings: [Finding]

  public var contradictions: [Finding] { findings.filter(\.isContradiction) }

  /// From targets by metric, for a run of `days` days.
  public init(targets: [String: Double], days: Int) {
    findings =
      ["pc", "ct"].flatMap { Self.activity(of: $0, targets, days: days) }
      + Self.retention(targets) + Self.streaks(targets, days: days) + Self.logging(targets)
  }

  /// From the targets of a run's metrics.
  public init(_ metricResults: [MetricResult], days: Int) {
    var targets: [String: Double] = [:]
    for metric in metricResults { targets[metric.id] = metric.target }
    self.init(targets: targets, days: days)
  }

  // MARK: Retention and activity

  /// The largest possible mean share of active people over the first `days` days of each person, if
  /// retention exactly meets its targets.
  ///
  /// Between the days with a target it is on or below the straight line, because people leave ever
  /// more slowly; after the last one it does not rise.
  static func activity(days: Int, retention: [(day: Int, share: Double)]) -> Double {
    var sum = 0.0
    for day in 0..<days {
      let before = retention.last { $0.day <= day } ?? (0, 1)
      let behind = retention.first { $0.day > day } ?? (Int.max, before.share)
      let part = Double(day - before.day) / Double(behind.day - before.day)
      sum += before.share + (behind.share - before.share) * part
    }
    return sum / Double(days)
  }

  private static let followed = [1, 7, 30]

  private static func activity(
    of product: String, _ targets: [String: Double], days: Int
  ) -> [Finding] {
    let known = followed.filter { targets["\(product).retention.d\($0)"] != nil }
    guard !known.isEmpty else { return [] }
    let curve =
      [(day: 0, share: 1.0)]
      + known.map { (day: $0, share: targets["\(product).retention.d\($0)"] ?? 0) }
    let premises = known.map { "\(product).retention.d\($0)" }
    var findings: [Finding] = []
    if let target = targets["\(product).stickiness"] {
      findings.append(
        Finding(
          id: "\(product).stickiness", target: target,
          bound: activity(days: 30, retention: curve), premises: premises,
          assumption: "equally many new people every day, none of them for more than 30 days"))
    }
    if let target = targets["\(product).dau"] {
      // The mean over people who joined at a constant rate during the run.
      findings.append(
        Finding(
          id: "\(product).dau", target: target,
          bound: activity(days: max(1, days), retention: curve), premises: premises,
          assumption: "equally many new people every day for \(max(1, days)) days"))
    }
    return findings
  }

  /// Retention does not rise from an earlier day to a later one. This is not proven for classic
  /// retention, but a later target above an earlier one requires more people to return than to
  /// stay.
  private static func retention(_ targets: [String: Double]) -> [Finding] {
    ["pc", "ct"].flatMap { product in
      zip(followed, followed.dropFirst()).compactMap { earlier, later in
        guard let first = targets["\(product).retention.d\(earlier)"],
          let second = targets["\(product).retention.d\(later)"]
        else { return nil }
        return Finding(
          id: "\(product).retention.d\(later)", target: second, bound: first,
          premises: ["\(product).retention.d\(earlier)"],
          assumption: "retention does not rise from one day to a later one")
      }
    }
  }

  // MARK: Streaks

  /// The probability of a streak of `length` within `days` days, if each day counts independently
  /// with probability `daily`.
  public static func streakShare(length: Int, days: Int, daily: Double) -> Double {
    precondition(length > 0 && days >= 0, "a streak has a length")
    // The probability of every current streak that is not long enough yet.
    var current = [1.0] + Array(repeating: 0.0, count: length - 1)
    var reached = 0.0
    for _ in 0..<days {
      var next = Array(repeating: 0.0, count: length)
      for streak in current.indices {
        next[0] += current[streak] * (1 - daily)
        if streak + 1 == length {
          reached += current[streak] * daily
        } else {
          next[streak + 1] += current[streak] * daily
        }
      }
      current = next
    }
    return reached
  }

  private static func streaks(_ targets: [String: Double], days: Int) -> [Finding] {
    guard let daily = targets["pc.habits_completed"], let target = targets["pc.streak7"] else {
      return []
    }
    return [
      Finding(
        id: "pc.streak7", target: target,
        bound: streakShare(length: 7, days: days, daily: daily),
        premises: ["pc.habits_completed"],
        assumption: "one habit with independent days, over \(days) days"),
      Finding(
        id: "pc.streak7", target: target,
        bound: streakShare(length: 7, days: 7, daily: daily),
        premises: ["pc.habits_completed"],
        assumption: "one habit with independent days, within any single week"),
    ]
  }

  // MARK: Logging

  /// A check-in makes a day active, so there cannot be more days with a check-in than active days.
  private static func logging(_ targets: [String: Double]) -> [Finding] {
    guard let active = targets["lk.dau"], let target = targets["lk.checkin"] else { return [] }
    return [
      Finding(
        id: "lk.checkin", target: target, bound: active, premises: ["lk.dau"],
        assumption: "a check-in makes a day active")
    ]
  }
}
