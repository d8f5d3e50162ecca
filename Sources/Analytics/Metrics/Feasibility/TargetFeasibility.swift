/// What targets say about each other before anybody has lived a day.
///
/// A product whose makers set several targets may have set some that no people can reach together.
/// Everything here follows by arithmetic from the targets and from what is named beside them.
public struct TargetFeasibility: Hashable, Sendable {
  /// A target that others bear upon.
  public struct Finding: Hashable, Sendable {
    /// The figure whose target is looked at, and that target.
    public let id: String
    public let target: Double
    /// What the figure comes to, or at most to, if the others are just reached.
    public let bound: Double
    /// The figures from whose targets that follows.
    public let premises: [String]
    /// What else is taken for granted.
    public let assumption: String
    /// Whether the target is beyond the bound.
    public var isContradiction: Bool { target > bound }
  }

  public let findings: [Finding]

  public var contradictions: [Finding] { findings.filter(\.isContradiction) }

  /// From targets under the names of their figures, for a run of so many days.
  public init(targets: [String: Double], days: Int) {
    findings =
      ["pc", "ct"].flatMap { Self.activity(of: $0, targets, days: days) }
      + Self.retention(targets) + Self.streaks(targets, days: days) + Self.logging(targets)
  }

  /// The targets of a run's figures.
  public init(_ metricResults: [MetricResult], days: Int) {
    var targets: [String: Double] = [:]
    for metric in metricResults { targets[metric.id] = metric.target }
    self.init(targets: targets, days: days)
  }

  // MARK: Retention and activity

  /// The most that the share of active people can be on average over the first so many days of
  /// each, when retention is just what is aimed at on the days that have a target.
  ///
  /// Between those days it lies on or below the straight line, because people leave ever more
  /// slowly; behind the last one it does not rise.
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
          assumption: "as many new people every day, none of them older than 30 days"))
    }
    if let target = targets["\(product).dau"] {
      // Of a base that has grown evenly for so long, the mean over the ages of its people.
      findings.append(
        Finding(
          id: "\(product).dau", target: target,
          bound: activity(days: max(1, days), retention: curve), premises: premises,
          assumption: "as many new people every day for \(max(1, days)) days"))
    }
    return findings
  }

  /// Nobody who comes back on a late day is counted as one who did not on an earlier one: not
  /// proven for classic retention, but a later target above an earlier one asks for people who
  /// return in greater numbers than they stay.
  private static func retention(_ targets: [String: Double]) -> [Finding] {
    ["pc", "ct"].flatMap { product in
      zip(followed, followed.dropFirst()).compactMap { earlier, later in
        guard let first = targets["\(product).retention.d\(earlier)"],
          let second = targets["\(product).retention.d\(later)"]
        else { return nil }
        return Finding(
          id: "\(product).retention.d\(later)", target: second, bound: first,
          premises: ["\(product).retention.d\(earlier)"],
          assumption: "fewer people come back the longer they are there")
      }
    }
  }

  // MARK: Streaks

  /// How likely so many days hold a streak of a length, if each day counts with one probability
  /// whatever the others do.
  public static func streakShare(length: Int, days: Int, daily: Double) -> Double {
    precondition(length > 0 && days >= 0, "a streak has a length")
    // The chance of every current streak that has not been long enough yet.
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
        assumption: "one habit, whose days do not depend on each other, over \(days) days"),
      Finding(
        id: "pc.streak7", target: target,
        bound: streakShare(length: 7, days: 7, daily: daily),
        premises: ["pc.habits_completed"],
        assumption: "one habit, whose days do not depend on each other, in any one week"),
    ]
  }

  // MARK: What is logged

  /// Whoever checks in is active: more days with a check-in than active days cannot be.
  private static func logging(_ targets: [String: Double]) -> [Finding] {
    guard let active = targets["lk.dau"], let target = targets["lk.checkin"] else { return [] }
    return [
      Finding(
        id: "lk.checkin", target: target, bound: active, premises: ["lk.dau"],
        assumption: "a check-in makes a day active")
    ]
  }
}
