public import SyncCore

/// How devices and server exchange what they know.
public struct SyncParameters: Sendable, Equatable {
  public var pageRowsMax = 0
  public var pushOperationsMax = 0
  public var requestTimeoutMilliseconds = 0
  public var retryBackoffMillisecondsMin = 0
  public var retryBackoffMillisecondsMax = 0
  public var backgroundRefreshHours = 0
  public var deadlineHours = 0
  public var clockSkewBoundMilliseconds = 0
  public var policy = ConflictPolicy.fieldwise

  init() {}

  /// The policy as scenarios and reports call it.
  public var policyName: String { policy.name }

  /// What policies are called.
  public static var policyNames: [String] { ConflictPolicy.allCases.map(\.name) }

  /// Chooses another policy by its name; one that is not known changes nothing.
  public mutating func choosePolicy(_ name: String) {
    policy = ConflictPolicy.allCases.first { $0.name == name } ?? policy
  }
}
