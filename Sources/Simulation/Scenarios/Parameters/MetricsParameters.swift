public import Metrics

/// How a run is measured, and the targets that it is compared with.
public struct MetricsParameters: Sendable, Equatable {
  public var allowedLatenessDays = 0
  public var recordSessions = false
  public var recordStates = false
  public var recordEvents = RecordedEvents.none
  public var targets = MetricTargets()

  init() {}

  /// Whose operations a dataset lists one by one.
  public enum RecordedEvents: String, Sendable, CaseIterable {
    case none, sampled, full

    /// One in how many people is recorded; zero when no one is.
    public var oneIn: UInt32 {
      switch self {
      case .none: 0
      case .sampled: 10
      case .full: 1
      }
    }
  }

  /// All metrics, with the scenario's own targets.
  public var definitions: [MetricDefinition] {
    MetricDefinition.all.map { $0.with(target: targets[$0.id]) }
  }
}

/// The targets of a run, one for each metric; nil for metrics without a target.
public struct MetricTargets: Sendable, Equatable {
  private var targets: [Double?] = Array(repeating: nil, count: MetricDefinition.all.count)

  init() {}

  public subscript(identifier: String) -> Double? {
    get { targets[Self.place(of: identifier)] }
    set { targets[Self.place(of: identifier)] = newValue }
  }

  private static func place(of identifier: String) -> Int {
    guard let place = MetricDefinition.place(of: identifier) else {
      preconditionFailure("there is no target '\(identifier)'")
    }
    return place
  }
}
