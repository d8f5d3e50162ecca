/// A kind of fault, or of pressure, that a seed of `shakeout stress` may have: a row of the catalog.
///
/// The row is all that the rest of the program knows of the kind by name. The shipped swarm file,
/// `docs/faults.md`, the schema of scenarios, the costs of faults and coverage come from it.
public struct FaultKind: Sendable {
  public let name: String
  /// What randomness is drawn by. A key is given once and stays, so that a kind can get another
  /// name and every seed still draws what it drew.
  public let key: UInt64
  /// How much likelier than usual a seed has it.
  public let weight: Double
  /// Whether every seed has it.
  public let isAlways: Bool
  /// The cause that `shakeout compare` counts its costs to, if it does.
  public let cause: FaultCause?
  /// What it injects, as a sentence.
  public let what: String
  /// Why it is drawn as it is, where that is not plain.
  public let why: String?
  /// The parameters of the scenario that it sets.
  public let parameters: [FaultParameter]
  /// What shows that it has occurred in a run: any of these is enough. None means that it is simply
  /// there, as many devices are.
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

  /// What a parameter of this kind is drawn by; nil for one that it does not set.
  public func key(of path: String) -> UInt64? {
    parameters.first { $0.path == path }?.key
  }
}

/// A parameter of the scenario that a kind of fault sets, and what its value is drawn from.
public struct FaultParameter: Sendable {
  public let path: String
  public let range: FaultRange
  /// What randomness is drawn by; given once, as the key of the kind is.
  public let key: UInt64
  /// Whether it says how much of the fault there is, so that zero means none.
  public let isAmount: Bool

  static func amount(_ path: String, _ range: FaultRange, key: UInt64) -> FaultParameter {
    FaultParameter(path: path, range: range, key: key, isAmount: true)
  }

  static func detail(_ path: String, _ range: FaultRange, key: UInt64) -> FaultParameter {
    FaultParameter(path: path, range: range, key: key, isAmount: false)
  }
}

/// What a parameter is drawn from. Above zero, each order of magnitude is as likely as another.
public enum FaultRange: Sendable {
  case whole(ClosedRange<Int>)
  case real(ClosedRange<Double>)
  /// One of these values, each written as JSON.
  case any([String])
}
