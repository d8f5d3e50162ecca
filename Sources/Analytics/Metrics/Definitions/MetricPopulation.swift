/// The people whom a metric can count at all.
enum MetricPopulation: Sendable {
  case everyone
  /// People whose role permits core actions.
  case logging
  /// People whose role permits edits of the family's schedule.
  case scheduling
  /// People who train.
  case athletes
  /// Adults, for whom groups are.
  case adults
  /// Adults in groups and adults in none, both of whom a comparison needs.
  case adultsOnBothSides

  /// Whether some people are of this kind, from the tallies of counters over all of them.
  func isPresent(_ tally: (MetricCounter) -> MetricCounter.Tally) -> Bool {
    switch self {
    case .everyone: tally(.organic).denominator > 0
    case .logging: tally(.everStreak7).denominator > 0
    case .scheduling: tally(.everSchedule).denominator > 0
    case .athletes: tally(.checkIns).denominator > 0
    case .adults:
      tally(.workoutsInGroups).denominator + tally(.workoutsOfOthers).denominator > 0
    case .adultsOnBothSides:
      tally(.workoutsInGroups).denominator > 0 && tally(.workoutsOfOthers).denominator > 0
    }
  }
}

/// Why a metric has no value: its denominator is zero.
public enum MetricAbsence: Hashable, Sendable {
  /// No cohort is old enough yet.
  case immature
  /// None of these people can ever be counted.
  case notApplicable
  /// They can be counted, and nothing happened that counts.
  case noCases
}

extension MetricDefinition {
  /// Why the metric has no value, from the tallies of counters over the same people: on the true
  /// side, and on the side in question.
  func absence(
    truth: (MetricCounter) -> MetricCounter.Tally, side: (MetricCounter) -> MetricCounter.Tally
  ) -> MetricAbsence {
    guard people.isPresent(truth) else { return .notApplicable }
    // Without an active day there is no cohort that could become old enough.
    return waits && side(.dailyActive).numerator > 0 ? .immature : .noCases
  }
}
