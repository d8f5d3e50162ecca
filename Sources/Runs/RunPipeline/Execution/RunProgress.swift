import Base
import Parquet
import Datasets
import Metrics
import Population
import Scenarios
import Simulator

/// The state of a run between batches: the open files and the sums.
struct RunProgress {
  private let scenario: Scenario
  private let files: [TableFile]
  private(set) var totals = SimulationTotals()
  private var metrics: MetricAccumulator
  private var breakdown: MetricBreakdown
  private var activeFamilyDays: Int64 = 0
  private var biasBreakdown: BiasSums?

  /// The number of finished batches.
  private(set) var batches = 0
  /// How long earlier processes took for their batches.
  private(set) var secondsBefore = 0.0

  init(_ scenario: Scenario, in directory: borrowing OutputDirectory) throws(FileError) {
    self.scenario = scenario
    var files: [TableFile] = []
    for table in DatasetTable.allCases {
      files.append(
        try TableFile(
          table, in: directory, createdBy: Self.createdBy, notes: Self.notes(of: scenario)))
    }
    self.files = files
    metrics = BatchObserver.accumulator(scenario)
    breakdown = MetricBreakdown(days: scenario.days)
  }

  /// Tables name the version alone, so that their bytes stay the same from commit to commit.
  private static var createdBy: String { "shakeout version \(ProgramIdentity.currentVersion)" }

  private static func notes(of scenario: Scenario) -> TableFile.Notes {
    [
      ("shakeout.scenario", scenario.name), ("shakeout.seed", "\(scenario.seed)"),
      ("shakeout.version", ProgramIdentity.currentVersion),
    ]
  }

  mutating func take(_ next: SimulationTotals, _ batch: BatchOutcome) throws(FileError) {
    for (table, rows) in zip(DatasetTable.ofCommunities, batch.rows) {
      try files[table.rawValue].append(rows)
    }
    totals.add(next)
    metrics.merge(batch.metrics)
    breakdown.add(batch.parts)
    activeFamilyDays += batch.activeFamilyDays
    batches += 1
    guard let sums = batch.biasBreakdown else { return }
    if biasBreakdown == nil { biasBreakdown = sums } else { biasBreakdown?.merge(sums) }
  }

  func conclude() throws -> RunConclusion {
    let metricResults = metrics.results(for: scenario.metrics.definitions)
    try files[DatasetTable.metricResults.rawValue].append(MetricTable.rows(metricResults))
    return RunConclusion(
      totals: totals, metrics: metrics, breakdown: breakdown,
      activeFamilyDays: activeFamilyDays, metricResults: metricResults,
      files: try files.map { try $0.finish() },
      biasBreakdown: biasBreakdown.map {
        BiasBreakdown(of: metrics, $0, for: scenario.metrics.definitions)
      })
  }
}

// Resuming a run that another process began.
extension RunProgress {
  /// The snapshot to resume from; flushes all files first.
  func snapshot(of identity: String, seconds: Double) throws(FileError) -> RunSnapshot {
    var marks: [TableFile.Checkpoint] = []
    var hash = SHA256()
    for file in files {
      marks.append(try file.mark())
      try file.withGroups { (bytes) throws(FileError) in hash.update(bytes) }
    }
    for part in 0..<breakdown.partCount {
      breakdown.numbers(ofPart: part).withUnsafeBytes { hash.update($0) }
    }
    return RunSnapshot(
      identity: identity, batches: batches, seconds: secondsBefore + seconds, totals: totals,
      metrics: metrics, breakdownNumberCount: breakdown.partCount * MetricBreakdown.numbersPerPart,
      activeFamilyDays: activeFamilyDays, biasBreakdown: biasBreakdown, files: marks,
      groupsSHA256: Hexadecimal.text(hash.finish()))
  }

  /// Writes the binary part of a snapshot, file by file.
  func writeGroups(to sink: FileSink) throws(FileError) {
    for file in files {
      try file.withGroups { (bytes) throws(FileError) in try sink.write(bytes) }
    }
    for part in 0..<breakdown.partCount {
      try sink.write(breakdown.numbers(ofPart: part).withUnsafeBytes { Array($0) })
    }
  }

  /// Resumes from a snapshot; returns nil if the files were modified since.
  init?(
    _ scenario: Scenario, from kept: StoredSnapshot, in directory: borrowing OutputDirectory
  ) throws(FileError) {
    let snapshot = kept.snapshot
    guard snapshot.files.count == DatasetTable.allCases.count else { return nil }
    var files: [TableFile] = []
    var groups = kept.groups[...]
    for (table, mark) in zip(DatasetTable.allCases, snapshot.files) {
      guard
        let file = try TableFile(
          table, in: directory, createdBy: Self.createdBy, notes: Self.notes(of: scenario),
          from: mark, groups: Array(groups.prefix(mark.groupByteCount)))
      else { return nil }
      groups = groups.dropFirst(mark.groupByteCount)
      files.append(file)
    }
    breakdown = MetricBreakdown(days: scenario.days)
    guard breakdown.take(kept.breakdownNumbers) else { return nil }
    self.scenario = scenario
    self.files = files
    totals = snapshot.totals
    metrics = snapshot.metrics
    activeFamilyDays = snapshot.activeFamilyDays
    biasBreakdown = snapshot.biasBreakdown
    batches = snapshot.batches
    secondsBefore = snapshot.seconds
  }
}

/// The result of a run after its last batch.
struct RunConclusion: Sendable {
  var totals: SimulationTotals
  var metrics: MetricAccumulator
  /// The metrics by segment.
  var breakdown: MetricBreakdown
  /// Families with an active member within a month, summed over the days.
  var activeFamilyDays: Int64
  /// The metrics, with the scenario's targets.
  var metricResults: [MetricResult]
  var files: [TableFileInfo]
  /// The causes of measurement bias, if requested.
  var biasBreakdown: BiasBreakdown?

  /// The digest of the run: of all communities in order.
  var digest: Digest128 { totals.digest }
}
