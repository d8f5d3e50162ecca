/// What an estimate says about its target.
public enum TargetVerdict: String, Sendable, CaseIterable {
  /// All of the interval meets the target.
  case pass
  /// None of the interval meets the target.
  case fail
  /// The interval spans the target.
  case inconclusive
  /// Too few households were counted to say how sure the figure is.
  case tooFew = "too few"
  /// Nothing has ripened that could be counted yet.
  case immature

  /// Whether it is neither reached nor missed for sure.
  public var isOpen: Bool { self != .pass && self != .fail }

  public init(_ estimate: Estimate?, target: Double, comparison: TargetDirection) {
    guard let estimate else {
      self = .immature
      return
    }
    // Where nothing is allowed, one that was counted is too many, however few were looked at.
    if comparison == .atMost, target == 0, estimate.value > 0 {
      self = .fail
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
