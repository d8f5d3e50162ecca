public import Base

/// How often each property was checked, and what was found.
public struct PropertyTally: ~Copyable {
  @usableFromInline var checks: FlatArray<UInt64>
  public private(set) var violations: [Violation] = []
  public private(set) var violationCount: UInt64 = 0
  private var violationCounts: FlatArray<UInt64>
  private var expectedCounts: FlatArray<UInt64>
  /// The name of the step that is under way, or was the last.
  public var step: UInt64 = 0

  /// The scopes whose copies were found not to be alike, each once.
  private var unsettledScopes: [UInt32] = []

  /// One broken promise breaks many; the first ones tell the story.
  private static var violationsKept: Int { 16 }

  public init() {
    checks = FlatArray(repeating: 0, count: 32)
    violationCounts = FlatArray(repeating: 0, count: 32)
    expectedCounts = FlatArray(repeating: 0, count: 32)
  }

  @inlinable public mutating func count(_ property: Property, times: Int = 1) {
    checks[Int(property.rawValue)] &+= UInt64(times)
  }

  @inlinable public func checks(of property: Property) -> UInt64 {
    checks[Int(property.rawValue)]
  }

  /// How many violations of a property were found, those that were not kept included.
  public func violationCount(of property: Property) -> UInt64 {
    violationCounts[Int(property.rawValue)]
  }

  /// How often something was broken that the policy at hand does not promise.
  public func expectedCount(of property: Property) -> UInt64 {
    expectedCounts[Int(property.rawValue)]
  }

  public mutating func expect(_ property: Property) {
    expectedCounts[Int(property.rawValue)] += 1
  }

  /// Whether copies of a scope were found that are not alike, or do not come to rest.
  public func isUnsettled(_ scope: UInt32) -> Bool { unsettledScopes.contains(scope) }

  public mutating func report(_ violation: Violation) {
    let isOfCopies = [.convergence, .quiescence, .logFold].contains(violation.property)
    if isOfCopies && !isUnsettled(violation.scope) { unsettledScopes.append(violation.scope) }
    violationCount += 1
    violationCounts[Int(violation.property.rawValue)] += 1
    guard violations.count < Self.violationsKept else { return }
    violations.append(violation)
    violations[violations.count - 1].step = step
  }
}
