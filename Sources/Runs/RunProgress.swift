import Base
import Columnar
import Datasets
import Metrics
import Population
import Simulator

/// What a run has come to so far: the open files and the sums, batch by batch.
struct RunProgress: ~Copyable {
  var personDays: TableFile
  var people: TableFile
  var totals = SimulationTotals()
  var metrics: KpiAccumulator

  init(_ scenario: Scenario, in directory: borrowing OutputDirectory) throws(FileError) {
    let createdBy = "shakeout \(ProgramVersion.text)"
    let personDays = try TableFile(PersonDaysTable.schema, in: directory, createdBy: createdBy)
    let people = try TableFile(PeopleTable.schema, in: directory, createdBy: createdBy)
    self.personDays = personDays
    self.people = people
    metrics = BatchObserver.accumulator(scenario)
  }

  mutating func take(_ next: SimulationTotals, _ batch: BatchOutcome) throws(FileError) {
    try personDays.append(batch.personDays)
    try people.append(batch.people)
    totals.add(next)
    metrics.merge(batch.metrics)
  }

  consuming func conclude() throws(FileError) -> RunConclusion {
    let (totals, metrics) = (totals, metrics)
    let personDays = try personDays.finish()
    let people = try people.finish()
    return RunConclusion(totals: totals, metrics: metrics, files: [personDays, people])
  }
}

/// What is known when everything has been lived and written.
struct RunConclusion: Sendable {
  var totals: SimulationTotals
  var metrics: KpiAccumulator
  var files: [TableReceipt]

  /// The digest of the whole run: of all communities in their order.
  var digest: Digest128 { totals.digest }
}
