/// How often a property was checked, and how often it was violated.
public struct PropertyResult: Hashable, Sendable {
  /// Such as `no-lost-operation`.
  public var id: String
  /// The property as a sentence.
  public var description: String
  public var checks: Int64
  public var violations: Int64

  /// What a run says about a property.
  public enum Outcome: String, Sendable {
    case held
    case violated
    /// Nothing in the run could have violated it, so the run is no evidence for it.
    case notExercised = "not exercised"
  }

  public var outcome: Outcome {
    violations > 0 ? .violated : checks > 0 ? .held : .notExercised
  }

  public init(id: String, description: String, checks: Int64, violations: Int64) {
    self.id = id
    self.description = description
    self.checks = checks
    self.violations = violations
  }
}
