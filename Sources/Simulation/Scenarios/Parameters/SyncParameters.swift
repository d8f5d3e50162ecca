public import SyncCore

/// How devices and server exchange operations.
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
  public var separateTexts = false

  init() {}

  /// The policy's name in scenarios and reports.
  public var policyName: String { policy.name }

  /// The names of all policies.
  public static var policyNames: [String] { ConflictPolicy.allCases.map(\.name) }

  /// Chooses another policy by its name; an unknown name changes nothing.
  public mutating func choosePolicy(_ name: String) {
    policy = ConflictPolicy.allCases.first { $0.name == name } ?? policy
  }
}
