public import Base
public import Metrics

/// The part of a run's results that follows from scenario, seed and program alone.
///
/// `RunPerformance` has what depends on the machine or the time. The name of the run is not part of
/// the report, so pages and documents generated from it are the same bytes everywhere.
public struct RunReport: Hashable, Sendable {
  /// The name of the scenario.
  public var scenario: String
  public var seed: UInt64
  /// The digest of every event, in hexadecimal; identical runs have equal digests.
  public var digest: String
  /// The program that ran it.
  public var program: ProgramIdentity

  public var households: Int64
  public var people: Int64
  public var days: Int
  /// How many days late operations may take to arrive before a day counts in retention.
  public var allowedLatenessDays: Int
  public var personDays: Int64
  /// Operations that people submitted, each applied at once on their own device.
  public var operations: Int64
  /// How often operations were applied on replicas, including the one of the author.
  public var replicaApplies: Int64

  public var properties: [PropertyResult]
  public var checkedScopes: CheckedScopes
  public var metricResults: [MetricResult]
  public var dayTotals: [DayTotals]
  public var retentionCurve: [RetentionPoint]
  public var latencies: [LatencySummary]
  public var replicasPerFamily: [ReplicaCount]
  public var network: NetworkCounters
  public var conflicts: ConflictSummary
  /// Rejected operations by reason, ordered by number.
  public var rejections: [RejectionCount]
  /// The load and cost of the backend; nil if it was not counted.
  public var cost: CostSummary?
  /// The files of the dataset, in display order.
  public var files: [DatasetFile]
  /// The causes of measurement bias; nil if they were not requested.
  public var biasBreakdown: BiasBreakdown?

  public init(
    scenario: String, seed: UInt64, digest: String, program: ProgramIdentity,
    households: Int64, people: Int64, days: Int, allowedLatenessDays: Int, personDays: Int64,
    operations: Int64, replicaApplies: Int64, properties: [PropertyResult] = [],
    checkedScopes: CheckedScopes = CheckedScopes(count: 0, atEachStep: 0),
    metricResults: [MetricResult] = [], dayTotals: [DayTotals] = [],
    retentionCurve: [RetentionPoint] = [],
    latencies: [LatencySummary] = [], replicasPerFamily: [ReplicaCount] = [],
    network: NetworkCounters = NetworkCounters(),
    conflicts: ConflictSummary = ConflictSummary(), rejections: [RejectionCount] = [],
    cost: CostSummary? = nil, files: [DatasetFile] = [], biasBreakdown: BiasBreakdown? = nil
  ) {
    self.scenario = scenario
    self.seed = seed
    self.digest = digest
    self.program = program
    self.households = households
    self.people = people
    self.days = days
    self.allowedLatenessDays = allowedLatenessDays
    self.personDays = personDays
    self.operations = operations
    self.replicaApplies = replicaApplies
    self.properties = properties
    self.checkedScopes = checkedScopes
    self.metricResults = metricResults
    self.dayTotals = dayTotals
    self.retentionCurve = retentionCurve
    self.latencies = latencies
    self.replicasPerFamily = replicasPerFamily
    self.network = network
    self.conflicts = conflicts
    self.rejections = rejections
    self.cost = cost
    self.files = files
    self.biasBreakdown = biasBreakdown
  }
}

extension RunReport {
  /// The caveat that every report prints.
  static let caveat = "Simulated levels are consequences of assumptions, never forecasts."

  /// The size of the dataset.
  public var datasetBytes: Int64 {
    files.reduce(0) { $0 + $1.bytes }
  }

  var propertySummary: PropertySummary { PropertySummary(properties) }

  /// The share with the largest bias; other forms have different units and do not compare.
  var metricMostBiased: MetricResult? {
    metricResults.filter { $0.form.isShare && ($0.bias ?? 0) != 0 }.max {
      abs($0.bias ?? 0) < abs($1.bias ?? 0)
    }
  }
}

extension [MetricResult] {
  /// The number of emergent metrics with each verdict, without verdicts that no metric has. A
  /// metric that repeats another one with the same target is not counted again.
  var verdictCounts: [(verdict: TargetVerdict, count: Int)] {
    let counted = distinct.emergent
    return TargetVerdict.allCases
      .map { verdict in (verdict, counted.count { $0.verdict == verdict }) }
      .filter { $0.1 > 0 }
  }

  /// The metrics with targets that the counts leave out, because parameters give their values.
  var givenText: String? {
    let given = distinct.filter { $0.target != nil && $0.origin != .emergent }
    guard !given.isEmpty else { return nil }
    let assumed = given.count { $0.origin.name == "assumed" }
    let parts = [(assumed, "assumed"), (given.count - assumed, "modeled")]
      .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return "\(parts.joined(separator: " and ")), which follow from parameters"
  }
}
