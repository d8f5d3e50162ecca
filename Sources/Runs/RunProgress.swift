import Base
import Columnar
import Datasets
import Metrics
import Population
import Simulator

/// What a run has come to so far: the open files and the sums, batch by batch.
struct RunProgress {
  private let scenario: Scenario
  private let files: [TableFile]
  private(set) var totals = SimulationTotals()
  private var metrics: KpiAccumulator
  private var activeFamilyDays: Int64 = 0
  private var ledger: LedgerSums?

  init(_ scenario: Scenario, in directory: borrowing OutputDirectory) throws(FileError) {
    self.scenario = scenario
    let notes: TableFile.Notes = [
      ("shakeout.scenario", scenario.name), ("shakeout.seed", "\(scenario.seed)"),
      ("shakeout.version", ProgramVersion.text),
    ]
    var files: [TableFile] = []
    for table in DatasetTable.allCases {
      files.append(
        try TableFile(
          table, in: directory, createdBy: "shakeout version \(ProgramVersion.text)",
          notes: notes))
    }
    self.files = files
    metrics = BatchObserver.accumulator(scenario)
  }

  mutating func take(_ next: SimulationTotals, _ batch: BatchOutcome) throws(FileError) {
    for (table, rows) in zip(DatasetTable.ofCommunities, batch.rows) {
      try files[table.rawValue].append(rows)
    }
    totals.add(next)
    metrics.merge(batch.metrics)
    activeFamilyDays += batch.activeFamilyDays
    guard let lives = batch.ledger else { return }
    if ledger == nil { ledger = lives } else { ledger?.merge(lives) }
  }

  func conclude() throws -> RunConclusion {
    let kpis = metrics.results(for: scenario.metrics.definitions)
    try files[DatasetTable.kpis.rawValue].append(KpiTable.rows(kpis))
    return RunConclusion(
      totals: totals, metrics: metrics, activeFamilyDays: activeFamilyDays, kpis: kpis,
      files: try files.map { try $0.finish() },
      ledger: ledger.map {
        BiasLedger(of: metrics, $0, for: scenario.metrics.definitions)
      })
  }
}

/// What is known when everything has been lived and written.
struct RunConclusion: Sendable {
  var totals: SimulationTotals
  var metrics: KpiAccumulator
  /// Families of which somebody was active within a month, summed over the days.
  var activeFamilyDays: Int64
  /// The key figures, with the scenario's own targets.
  var kpis: [KpiResult]
  var files: [TableReceipt]
  /// Where wrong figures come from, if that was asked.
  var ledger: BiasLedger?

  /// The digest of the whole run: of all communities in their order.
  var digest: Digest128 { totals.digest }
}
