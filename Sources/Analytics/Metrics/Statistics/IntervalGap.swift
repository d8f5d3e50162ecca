/// Why a metric has a value and no interval.
public enum IntervalGap: String, Hashable, Sendable, Codable {
  /// Fewer clusters of households than a variance between clusters needs.
  case fewClusters
  /// What is counted happened so rarely, or in so few clusters, that a run does not show how often
  /// it happens.
  case fewEvents
  /// Rare values far above all others decide the metric, and most runs have none of them.
  case heavyTail

  /// The reason, in a few words for a cell of a table.
  public var text: String {
    switch self {
    case .fewClusters: "too few clusters"
    case .fewEvents: "too few events"
    case .heavyTail: "rare high values"
    }
  }
}
