/// How often a promise of the system was checked, and broken.
public struct PropertyResult: Hashable, Sendable {
  /// Such as `no-lost-operation`.
  public var id: String
  /// The promise, as a sentence.
  public var what: String
  public var checks: Int64
  public var violations: Int64

  public init(id: String, what: String, checks: Int64, violations: Int64) {
    self.id = id
    self.what = what
    self.checks = checks
    self.violations = violations
  }
}
