/// How what happened is measured, and what it is held against.
public struct MetricsParameters: Sendable, Equatable {
  public var allowedLatenessDays = 0
  public var targets = MetricTargets()

  init() {}
}

/// The KPI targets of a run; nil where the scenario gates on none.
public struct MetricTargets: Sendable, Equatable {
  public static let identifiers = [
    "pc.retention.d1", "pc.retention.d7", "pc.retention.d30", "pc.dau", "pc.habits_completed",
    "pc.streak7", "pc.sync_success",
  ]

  private var shares: [Double?] = Array(repeating: nil, count: identifiers.count)

  init() {}

  public subscript(identifier: String) -> Double? {
    get { shares[Self.index(of: identifier)] }
    set { shares[Self.index(of: identifier)] = newValue }
  }

  private static func index(of identifier: String) -> Int {
    guard let index = identifiers.firstIndex(of: identifier) else {
      preconditionFailure("there is no target '\(identifier)'")
    }
    return index
  }
}
