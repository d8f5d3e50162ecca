public import JSONText

/// Which kinds of trouble a seed may draw, how likely each is, and how strong it may be.
///
/// It comes from a file, so that leaning towards rare situations is a decision that somebody has
/// made and committed, and never what a process happened to see before.
public struct Swarm: Sendable, Equatable {
  /// A kind of trouble, or of pressure: parameters of the scenario that are drawn together.
  public struct Kind: Sendable, Equatable {
    public var name: String
    /// How much likelier than usual the kind is.
    public var weight: Double
    /// Whether every seed has it; otherwise a lot decides.
    public var isAlways: Bool
    public var fields: [Field]
  }

  /// A parameter of the scenario, and what it is drawn from.
  public struct Field: Sendable, Equatable {
    public var path: String
    public var range: Range
    /// Where the file says so.
    public var position: JSONPosition?
  }

  /// What a parameter is drawn from.
  public enum Range: Sendable, Equatable {
    /// Each order of magnitude as likely as another, so that small amounts are not rare.
    case whole(Int, Int)
    case real(Double, Double)
    case any([JSONNode])
  }

  /// How much goes wrong at once: each kind exists with this probability.
  public struct Budget: Sendable, Equatable {
    public var share: Double
    public var weight: Double
  }

  public var budgets: [Budget]
  public var kinds: [Kind]
  /// Stands for every byte of the file.
  public var hash: String
}
