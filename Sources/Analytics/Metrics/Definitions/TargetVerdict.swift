/// The result of checking an estimate against its target.
public enum TargetVerdict: String, Sendable, CaseIterable {
  /// The whole interval meets the target.
  case pass
  /// No part of the interval meets the target.
  case fail
  /// The interval spans the target, or nothing can say how precise the value is.
  case inconclusive
  /// There are too few households for an interval.
  case tooFew = "too few"
  /// No cohort is old enough yet, so the denominator is zero.
  case immature
  /// None of the people can ever be counted, by their role or for lack of others to compare with.
  case notApplicable = "not applicable"
  /// People can be counted, and nothing happened that counts.
  case noCases = "no cases"

  /// The verdict as a reason, for sentences on metrics without a value.
  public var reason: String {
    switch self {
    case .pass, .fail, .inconclusive, .tooFew: rawValue
    case .immature: "no cohort is old enough yet"
    case .notApplicable: "not applicable, because none of these people can be counted"
    case .noCases: "no cases, because nothing happened that counts"
    }
  }

  /// The verdict on a metric without a value.
  public init(_ absence: MetricAbsence) {
    self =
      switch absence {
      case .immature: .immature
      case .notApplicable: .notApplicable
      case .noCases: .noCases
      }
  }

  /// Whether the target is neither reached nor missed with certainty.
  public var isOpen: Bool { self != .pass && self != .fail }

  /// `absence` is why there is no estimate, if there is none.
  public init(
    _ estimate: Estimate?, absence: MetricAbsence = .noCases, target: Double,
    comparison: TargetDirection
  ) {
    guard let estimate else {
      self = TargetVerdict(absence)
      return
    }
    // With a target of zero a single count misses it, however small the sample is.
    if comparison == .atMost, target == 0, estimate.value > 0 {
      self = .fail
      return
    }
    // None of what must not be meets the target as far as a run can show.
    if comparison == .atMost, target == 0, estimate.value == 0,
      estimate.households ?? .max >= Estimate.householdsMin
    {
      self = .pass
      return
    }
    if estimate.gap == .heavyTail || estimate.gap == .fewEvents {
      self = .inconclusive
      return
    }
    guard let interval = estimate.interval,
      estimate.households ?? .max >= Estimate.householdsMin
    else {
      self = .tooFew
      return
    }
    switch comparison {
    case .atLeast where interval.lower >= target: self = .pass
    case .atLeast where interval.upper < target: self = .fail
    case .atMost where interval.upper <= target: self = .pass
    case .atMost where interval.lower > target: self = .fail
    case .atLeast, .atMost: self = .inconclusive
    }
  }
}
