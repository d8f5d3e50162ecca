public import Base

/// How often each property was checked, and the violations that were found.
public struct PropertyTally: ~Copyable {
  @usableFromInline var checks: FlatArray<UInt64>
  public private(set) var violations: [Violation] = []
  public private(set) var violationCount: UInt64 = 0
  private var violationCounts: FlatArray<UInt64>
  private var expectedCounts: FlatArray<UInt64>
  /// The current step, or the last one.
  public var step: UInt64 = 0

  /// The scopes whose replicas were found to differ, each once.
  private var unsettledScopes: [UInt32] = []

  /// One violation causes many more; the first ones show what went wrong.
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

  /// How many violations of a property were found, including those that were not kept.
  public func violationCount(of property: Property) -> UInt64 {
    violationCounts[Int(property.rawValue)]
  }

  /// How many violations were found of properties that the current policy does not guarantee.
  public func expectedCount(of property: Property) -> UInt64 {
    expectedCounts[Int(property.rawValue)]
  }

  public mutating func expect(_ property: Property) {
    expectedCounts[Int(property.rawValue)] += 1
  }

  /// Whether a scope's replicas were found to differ, or not to reach quiescence.
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
