import Base
import Metrics

@testable import Reporting

/// A made-up run of simple formulas, with an example of everything that a report can show.
enum SampleReport {
  static let report = RunReport(
    scenario: "small-town", seed: 20_250_301,
    digest: "9f2c4e0b71d86a35c0de51f7a94b3e12",
    program: ProgramIdentity(
      version: "1.2.3", commit: "7398c73fa2a0fc83d7a0c4424d64c97c6e988777",
      sources: "46275f0d30e5c404c87d0bf703838971f58de6727249053fc9fa7ffead718f64"),
    households: 412, people: 1_204,
    days: 120, allowedLatenessDays: 3, personDays: total(\.enrolled),
    operations: 3_412_887, replicaApplies: 18_220_104, properties: properties,
    checkedScopes: CheckedScopes(count: 464, atEachStep: 9),
    metricResults: metricResults,
    dayTotals: dayTotals, retentionCurve: retentionCurve, latencies: latencies,
    replicasPerFamily: replicasPerFamily,
    network: NetworkCounters(
      messages: 9_120_331, lost: 110_254, duplicated: 45_120, responsesDamaged: 5_114,
      responsesStale: 91_877, offlinePeriods: 38_402, retries: 131_006, outages: 4, failovers: 3,
      operationsLost: 17, crashes: 212),
    rejections: [
      RejectionCount(
        reason: 6, name: "nameTaken", message: "There is already a habit with this name.",
        onDevices: 4_120, onServer: 0),
      RejectionCount(
        reason: 55, name: "dutyTaken", message: "Another person has claimed this duty.",
        onDevices: 311, onServer: 87),
    ],
    files: [
      DatasetFile(path: "datasets/person_days.parquet", rows: 126_540, bytes: 1_482_772),
      DatasetFile(path: "datasets/operations.parquet", rows: 3_412_887, bytes: 48_220_190),
      DatasetFile(path: "datasets/manifest.json", rows: nil, bytes: 2_310),
    ])

  static let performance = RunPerformance(
    host: "two cores of something", threads: 2, seconds: 4.2, peakMemoryBytes: 190_840_832)

  /// Weekly waves on a slow decline; the server misses some activity, most of it near the end.
  private static let dayTotals: [DayTotals] = {
    var (enrolled, joinedSoFar) = (0, 0) as (Int64, Int64)
    return (0..<120).map { day in
      let joined: Int64 = day == 0 ? 860 : joinedSoFar < 1_204 ? Int64((day * 37) % 11) : 0
      let joining = min(joined, 1_204 - joinedSoFar)
      joinedSoFar += joining
      enrolled += joining - (day % 3 == 0 && day > 10 ? Int64(day % 7) : 0)
      let weekly: [Int64] = [74, 76, 75, 73, 70, 62, 60]
      let wave = weekly[day % 7] * 10 - Int64(day) + Int64((day * 53) % 17)
      let active = enrolled * wave / 1_000
      let unseen = Int64(20 + (day * 29) % 23) + (day > 115 ? Int64(day - 115) * 40 : 0)
      return DayTotals(
        day: day, joined: joining, enrolled: enrolled,
        truth: .init(active: active, habitsDue: enrolled * 3, habitsDone: active * 3),
        observed: .init(
          active: active * (1_000 - unseen) / 1_000, habitsDue: enrolled * 3,
          habitsDone: active * 29 / 10))
    }
  }()

  private static let retentionCurve: [RetentionPoint] = (0...30).map { day in
    let mature = Int64(1_180 - day * 4)
    let share = 400 + 600 * 9 / Int64(9 + day * 2) + Int64(day * 7 % 5) * 6
    let seen = share * Int64(968 - day * 2) / 1_000
    return RetentionPoint(
      day: day, truth: estimate(mature * share / 1_000, of: mature),
      observed: estimate(mature * (day == 0 ? 1_000 : seen) / 1_000, of: mature))
  }

  private static func estimate(_ numerator: Int64, of denominator: Int64) -> Estimate {
    let numerator = min(numerator, denominator)
    return Estimate(
      numerator: numerator, denominator: denominator,
      interval: .wilson(successes: numerator, trials: denominator))
  }

  private static func estimate(
    _ numerator: Int64, of denominator: Int64, _ lower: Double, _ upper: Double
  ) -> Estimate {
    Estimate(
      numerator: numerator, denominator: denominator,
      interval: Interval(lower: lower, upper: upper))
  }

  private static func total(_ count: (DayTotals) -> Int64) -> Int64 {
    dayTotals.reduce(0) { $0 + count($1) }
  }

  /// The metrics of the sample.
  private static let sampled = [
    "pc.retention.d1", "pc.retention.d7", "pc.retention.d30", "pc.dau", "pc.habits_completed",
    "pc.streak7", "pc.sync_success",
  ].compactMap { id in MetricDefinition.all.first { $0.id == id } }

  private static let metricResults: [MetricResult] = {
    let sides: [(truth: Estimate?, observed: Estimate?)] = [
      (retentionCurve[1].truth, retentionCurve[1].observed),
      (retentionCurve[7].truth, retentionCurve[7].observed),
      (retentionCurve[30].truth, retentionCurve[30].observed),
      (
        estimate(total(\.truth.active), of: total(\.enrolled), 0.6347, 0.6588),
        estimate(total(\.observed.active), of: total(\.enrolled), 0.6134, 0.6374)
      ),
      (
        estimate(290_180, of: total(\.truth.habitsDue), 0.7562, 0.7724),
        estimate(285_610, of: total(\.observed.habitsDue), 0.7448, 0.7613)
      ),
      (estimate(698, of: 1_204), estimate(641, of: 1_204)),
      (
        estimate(3_411_240, of: 3_412_402, 0.99958, 0.99972),
        estimate(3_401_101, of: 3_402_263, 0.99957, 0.99971)
      ),
    ]
    return zip(sampled, sides).map { definition, sides in
      MetricResult(definition: definition, truth: sides.truth, observed: sides.observed)
    }
  }()

  private static let properties = [
    PropertyResult(
      id: "no-lost-operation",
      description: "Every confirmed operation reaches the server once its device is online.",
      checks: 3_412_887, violations: 0),
    PropertyResult(
      id: "replicas-converge", description: "Replicas with the same operations are equal.",
      checks: 182_400, violations: 0),
    PropertyResult(
      id: "streak-agrees", description: "Every shown streak follows from its completions.",
      checks: 126_540, violations: 2),
    PropertyResult(
      id: "only-members-see", description: "No device receives data that its user may not see.",
      checks: 9_120_331,
      violations: 0),
  ]

  private static let latencies = [
    LatencySummary(
      title: "Tap to this device", count: 3_412_887,
      percentiles: percentiles(3, 6, 14, 41), millisecondsMax: 87),
    LatencySummary(
      title: "Tap to server", count: 3_412_402,
      percentiles: percentiles(640, 8_960, 4_259_839, 61_865_983), millisecondsMax: 259_199_999),
    LatencySummary(
      title: "Tap to every other device", count: 3_390_117,
      percentiles: percentiles(12_415, 1_949_695, 33_030_143, 140_509_183),
      millisecondsMax: 431_999_999),
  ]

  private static func percentiles(_ milliseconds: Int64...) -> [LatencySummary.Percentile] {
    zip([50_000, 90_000, 99_000, 99_900], milliseconds).map {
      LatencySummary.Percentile(thousandths: $0, milliseconds: $1)
    }
  }

  private static let replicasPerFamily = [
    (1, 38), (2, 74), (3, 96), (4, 88), (5, 61), (6, 34), (7, 14), (8, 7),
  ].map { ReplicaCount(replicas: $0, families: $1) }
}
