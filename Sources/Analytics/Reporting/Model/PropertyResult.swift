/// How often a property was checked, and how often it was violated.
public struct PropertyResult: Hashable, Sendable {
  /// Such as `no-lost-operation`.
  public var id: String
  /// The property as a sentence.
  public var description: String
  public var checks: Int64
  public var violations: Int64

  public init(id: String, description: String, checks: Int64, violations: Int64) {
    self.id = id
    self.description = description
    self.checks = checks
    self.violations = violations
  }
}
