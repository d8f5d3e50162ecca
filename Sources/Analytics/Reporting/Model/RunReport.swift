public import Metrics

/// All that is told about a run and follows from its scenario, seed and version alone.
///
/// Whatever depends on the machine or the moment lives in `RunPerformance`, and what somebody calls
/// the run stands in no report, so that the pages and documents written from this are the same
/// bytes everywhere.
public struct RunReport: Hashable, Sendable {
  /// The scenario it lived.
  public var scenario: String
  public var seed: UInt64
  /// The digest of everything that happened, in hexadecimal; equal runs have equal ones.
  public var digest: String
  /// The version of the program.
  public var version: String

  public var households: Int64
  public var people: Int64
  public var days: Int
  /// How many days stragglers are given to arrive before a day counts in retention.
  public var allowedLatenessDays: Int
  public var personDays: Int64
  /// Commands that people gave, each applied at once on the device it was given on.
  public var operations: Int64
  /// How often an operation was applied on a replica, the one it was given on included.
  public var replicaApplies: Int64

  public var properties: [PropertyResult]
  public var metricResults: [MetricResult]
  public var dayTotals: [DayTotals]
  public var retentionCurve: [RetentionPoint]
  public var latencies: [LatencySummary]
  public var replicasPerFamily: [ReplicaCount]
  public var network: NetworkCounters
  public var conflicts: ConflictSummary
  /// The reasons for which anything was refused, by number.
  public var refusals: [RejectionCount]
  /// What the backend did and what that costs; missing where nobody has counted it.
  public var cost: CostSummary?
  /// The files of the dataset, in the order to list them.
  public var files: [DatasetFile]
  /// Where wrong figures come from; missing where nobody asked.
  public var biasBreakdown: BiasBreakdown?

  public init(
    scenario: String, seed: UInt64, digest: String, version: String,
    households: Int64, people: Int64, days: Int, allowedLatenessDays: Int, personDays: Int64,
    operations: Int64, replicaApplies: Int64, properties: [PropertyResult] = [],
    metricResults: [MetricResult] = [], dayTotals: [DayTotals] = [],
    retentionCurve: [RetentionPoint] = [],
    latencies: [LatencySummary] = [], replicasPerFamily: [ReplicaCount] = [],
    network: NetworkCounters = NetworkCounters(),
    conflicts: ConflictSummary = ConflictSummary(), refusals: [RejectionCount] = [],
    cost: CostSummary? = nil, files: [DatasetFile] = [], biasBreakdown: BiasBreakdown? = nil
  ) {
    self.scenario = scenario
    self.seed = seed
    self.digest = digest
    self.version = version
    self.households = households
    self.people = people
    self.days = days
    self.allowedLatenessDays = allowedLatenessDays
    self.personDays = personDays
    self.operations = operations
    self.replicaApplies = replicaApplies
    self.properties = properties
    self.metricResults = metricResults
    self.dayTotals = dayTotals
    self.retentionCurve = retentionCurve
    self.latencies = latencies
    self.replicasPerFamily = replicasPerFamily
    self.network = network
    self.conflicts = conflicts
    self.refusals = refusals
    self.cost = cost
    self.files = files
    self.biasBreakdown = biasBreakdown
  }
}

extension RunReport {
  /// What every report says about the levels it shows.
  static let caveat = "Simulated levels are consequences of assumptions, never forecasts."

  /// The size of the dataset.
  public var datasetBytes: Int64 {
    files.reduce(0) { $0 + $1.bytes }
  }

  var propertyChecks: Int64 {
    properties.reduce(0) { $0 + $1.checks }
  }

  var propertiesViolated: [PropertyResult] {
    properties.filter { $0.violations > 0 }
  }

  /// The share whose measurement is furthest off; what is no share has another measure.
  var metricMostBiased: MetricResult? {
    metricResults.filter { $0.form.isShare && ($0.bias ?? 0) != 0 }.max {
      abs($0.bias ?? 0) < abs($1.bias ?? 0)
    }
  }

  /// How many figures got each verdict, without the verdicts none got.
  var verdictCounts: [(verdict: TargetVerdict, count: Int)] {
    TargetVerdict.allCases
      .map { verdict in (verdict, metricResults.filter { $0.verdict == verdict }.count) }
      .filter { $0.1 > 0 }
  }
}
