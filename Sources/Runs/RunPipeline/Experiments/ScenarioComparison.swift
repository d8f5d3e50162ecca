public import Metrics
import Population
public import Scenarios

/// Two scenarios run with the same population and random draws, and how much their metrics differ.
public struct ScenarioComparison: Sendable {
  public let first: Scenario
  public let second: Scenario
  public let differences: [PairedDifference]
  /// The differences by segment, for segments that exist in both runs.
  public let segments: [Segment]
  /// Whether the two runs are identical, byte for byte.
  public let isSame: Bool
  /// The first of the two scenarios with violations, and their number.
  public let violated: (name: String, count: UInt64)?

  /// A segment and the differences of its metrics.
  public struct Segment: Sendable {
    public let dimension: String
    public let name: String
    /// The number of people in the segment in each run, which may differ because people can move
    /// between segments.
    public let people: (first: Int64, second: Int64)
    public let differences: [PairedDifference]
  }

  /// Why two scenarios cannot be compared.
  public enum Problem: Error, CustomStringConvertible {
    case unlike(String, String, String)
    case interrupted

    public var description: String {
      switch self {
      case .unlike(let path, let first, let second):
        "The scenarios must have the same '\(path)' to compare them person by person: it is "
          + "\(first) in the first and \(second) in the second."
      case .interrupted: "Interrupted: the comparison has no result."
      }
    }
  }

  /// Runs both in memory and splits people by some dimensions.
  public init(
    _ first: Scenario, _ second: Scenario, threads: Int, by dimensions: [MetricDimension] = []
  ) throws {
    try Self.check(first, second)
    (self.first, self.second) = (first, second)
    let clusters = HouseholdClusters.alike(in: [first, second])
    let one = try InMemoryRun(first, threads: threads, clusters: clusters)
    let two = try InMemoryRun(second, threads: threads, clusters: clusters)
    differences = one.metrics.differences(to: two.metrics)
    segments = dimensions.flatMap { Self.segments(by: $0, one.breakdown, two.breakdown) }
    isSame = one.digest == two.digest
    violated = [(first.name, one.violations), (second.name, two.violations)].first { $0.1 > 0 }
      .map { (name: $0.0, count: $0.1) }
  }

  private static func segments(
    by dimension: MetricDimension, _ one: MetricBreakdown, _ two: MetricBreakdown
  ) -> [Segment] {
    let keys = one.segments.filter { key in
      key.dimension == dimension.rawValue && two.segments.contains(key)
    }
    return keys.map { key in
      Segment(
        dimension: dimension.name, name: RunSegments.names(of: key).segment,
        people: (one.people(of: key), two.people(of: key)),
        differences: one.differences(to: two, of: key))
    }
  }

  /// Both scenarios must have the same population, or households cannot be paired.
  private static func check(_ first: Scenario, _ second: Scenario) throws {
    let pairs = [
      ("seed", "\(first.seed)", "\(second.seed)"),
      ("people", "\(first.people)", "\(second.people)"),
      ("days", "\(first.days)", "\(second.days)"), ("start", first.start, second.start),
    ]
    for (path, one, two) in pairs where one != two { throw Problem.unlike(path, one, two) }
    guard first.population == second.population else {
      throw Problem.unlike("population", "one value", "another")
    }
    guard first.metrics.allowedLatenessDays == second.metrics.allowedLatenessDays else {
      throw Problem.unlike("metrics.allowedLatenessDays", "one value", "another")
    }
  }
}
