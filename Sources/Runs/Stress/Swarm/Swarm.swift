public import JSONText

/// Which fault kinds a seed may draw, how likely each is, and how strong it may be.
///
/// It comes from a file, so that a preference for rare combinations is a committed decision, and
/// never depends on what a process happened to see before.
public struct Swarm: Sendable, Equatable {
  /// A fault kind, or a kind of load: parameters of the scenario that are drawn together.
  public struct Kind: Sendable, Equatable {
    public var name: String
    /// How much likelier than the default the kind is.
    public var weight: Double
    /// Whether every seed has it; otherwise it is drawn.
    public var isAlways: Bool
    public var fields: [Field]
  }

  /// A parameter of the scenario, and its range.
  public struct Field: Sendable, Equatable {
    public var path: String
    public var range: Range
    /// The place in the file.
    public var position: JSONPosition?
  }

  /// The range of a parameter.
  public enum Range: Sendable, Equatable {
    /// Each order of magnitude is equally likely, so that small amounts are not rare.
    case whole(Int, Int)
    case real(Double, Double)
    case any([JSONNode])
  }

  /// How many faults a seed has: each kind is drawn with this probability.
  public struct Budget: Sendable, Equatable {
    public var share: Double
    public var weight: Double
  }

  public var budgets: [Budget]
  public var kinds: [Kind]
  /// A hash of every byte of the file.
  public var hash: String
}
