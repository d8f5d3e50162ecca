/// A fault kind, or a kind of load, that a seed of `shakeout stress` may have: a row of the
/// catalog.
///
/// No other code uses this name; plans and timelines name the step that injects it. The shipped
/// swarm file, `docs/faults.md`, the schema of scenarios, the effects of faults and coverage are
/// generated from the row.
public struct FaultKind: Sendable {
  public let name: String
  /// The key of the kind's random draws. A key never changes, so that a kind can get another name
  /// and every seed still has the same draws.
  public let key: UInt64
  /// How much likelier than the default a seed has it.
  public let weight: Double
  /// Whether every seed has it.
  public let isAlways: Bool
  /// The cause that `shakeout compare` attributes its effect to, if any.
  public let cause: FaultCause?
  /// What it injects, as a sentence.
  public let what: String
  /// Why its ranges are as they are, if that is not obvious.
  public let why: String?
  /// The parameters of the scenario that it sets.
  public let parameters: [FaultParameter]
  /// The occurrences that show that it has occurred in a run: any of these is enough. None means
  /// that it is always present, as many devices are.
  public let seenBy: [FaultOccurrence]

  init(
    _ name: String, key: UInt64, weight: Double = 1, isAlways: Bool = false,
    cause: FaultCause? = nil, what: String, why: String? = nil, parameters: [FaultParameter],
    seenBy: [FaultOccurrence] = []
  ) {
    self.name = name
    self.key = key
    self.weight = weight
    self.isAlways = isAlways
    self.cause = cause
    self.what = what
    self.why = why
    self.parameters = parameters
    self.seenBy = seenBy
  }

  /// The key for the draw of a parameter of this kind; nil for one that it does not set.
  public func key(of path: String) -> UInt64? {
    parameters.first { $0.path == path }?.key
  }
}

/// A parameter of the scenario that a fault kind sets, and the range of its values.
public struct FaultParameter: Sendable {
  public let path: String
  public let range: FaultRange
  /// The key of the parameter's draw; like the kind's key, it never changes.
  public let key: UInt64
  /// Whether it is the amount of the fault, so that zero means none.
  public let isAmount: Bool

  static func amount(_ path: String, _ range: FaultRange, key: UInt64) -> FaultParameter {
    FaultParameter(path: path, range: range, key: key, isAmount: true)
  }

  static func detail(_ path: String, _ range: FaultRange, key: UInt64) -> FaultParameter {
    FaultParameter(path: path, range: range, key: key, isAmount: false)
  }
}

/// The range of a parameter. Above zero, each order of magnitude is equally likely.
public enum FaultRange: Sendable {
  case whole(ClosedRange<Int>)
  case real(ClosedRange<Double>)
  /// One of these values, each written as JSON.
  case any([String])
}
