import Base
import Chronology
import Parquet
import Datasets
import FoundationEssentials
import JSONText
import Metrics
import Plans
import Population
import Scenarios
public import Properties
public import Reporting
import Simulator
import SimulatedWorld

/// A finished run.
public struct RunOutcome: Sendable {
  public var report: RunReport
  public var performance: RunPerformance
  public var name: String
  public var datasetPath: String
  public var resultsPath: String
  /// The number of violations of properties.
  public var violationCount: Int
  /// The first of them, as sentences.
  public var violations: [String]
  public var firstViolation: Violation?
  /// The number of steps, and of those skipped because they could not be applied.
  public var steps: Int64
  public var stepsImpossible: Int64

  public var reportPath: String { "\(resultsPath)/report.html" }
}

/// One run from scenario to files.
///
/// Both folders appear atomically: everything is written next to its final place and renamed at the
/// end, the dataset before the results that refer to it. A failed run leaves nothing behind, not
/// even parent folders that it created.
public struct RunExecution {
  private let request: RunRequest
  /// Where the batches come from, if not from here.
  private let shards: ShardStream?
  private let isStopped: @Sendable () -> Bool

  /// Runs a scenario or a plan, or assembles its shards if there are any.
  ///
  /// `isStopped` is called between communities, on any thread; once it returns true, the run ends.
  public init(
    _ request: RunRequest, assembling shards: ShardStream? = nil,
    isStopped: @escaping @Sendable () -> Bool = { Interruption.isRequested }
  ) {
    self.request = request
    self.shards = shards
    self.isStopped = isStopped
  }

  /// Assembling takes seconds, and what it read is gone.
  private var canBeResumed: Bool { request.canBeResumed && shards == nil }

  /// Runs; calls `advanced` after every batch.
  public func run(advanced: (RunProgressReport) -> Void = { _ in }) throws(RunError) -> RunOutcome {
    guard RunRequest.isUsable(name: request.name) else { throw .name(request.name) }
    let missing = CreatedFolders(above: [request.datasetPath, request.resultsPath])
    do {
      return try runThrowing(advanced)
    } catch {
      missing.removeEmpty()
      throw RunError(any: error)
    }
  }

  private func runThrowing(_ advanced: (RunProgressReport) -> Void) throws -> RunOutcome {
    let start = Machine.seconds
    let dataset = try OutputDirectory(
      at: request.datasetPath, force: request.force, markerName: "manifest.json",
      resumes: request.resumes)
    // Results without a complete dataset are useless.
    let results = try OutputDirectory(
      at: request.resultsPath, force: request.force || dataset.wasWithoutMarker,
      markerName: "run.json")
    let record = try request.record.map { try OutputFile(at: $0.path) }
    var progress: RunProgress
    do {
      progress = try begin(in: dataset)
    } catch RunError.otherRun {
      // Keep the snapshot: the other run can still be resumed.
      dataset.keep()
      throw RunError.otherRun(request.name)
    }
    let secondsBefore = progress.secondsBefore
    var snapshots = SnapshotWriter(
      in: dataset, of: { identity }, every: request.personDaysBetweenSnapshots, since: progress)
    let conclusion: RunConclusion
    do {
      conclusion = try simulate(&progress, writing: &snapshots, record, since: start, advanced)
    } catch RunError.interrupted where canBeResumed && progress.batches > 0 {
      try snapshots.write(progress)
      dataset.keep()
      throw RunError.interruptedAndKept
    }
    let manifest = manifest(of: conclusion)
    try write(manifest.text, as: "manifest.json", in: dataset)
    try write(DataDictionary(conclusion.files).text, as: "DICTIONARY.md", in: dataset)
    let report = RunReport(request, conclusion)
    try writeResults(report, conclusion, hash: manifest.scenarioHash, into: results)
    let performance = RunPerformance(
      host: Machine.host, threads: request.threads,
      seconds: secondsBefore + Machine.seconds - start,
      peakMemoryBytes: Machine.peakMemoryBytes)
    let cost = PerformanceDocument(
      performance, of: report, name: request.name, files: try Self.resultFiles(in: results))
    try write(JSONWriter(.pretty).text(cost.json), as: "run.json", in: results)
    try record?.finish()
    try stopIfAsked()
    // Publish the manifest last, so that a dataset looks complete only when all files are there.
    let whole = try dataset.publishWithoutMarker()
    try results.publish()
    try record?.publish()
    try whole.remove(SnapshotWriter.name)
    try whole.publishMarker()
    return RunOutcome(
      report: report, performance: performance, name: request.name,
      datasetPath: request.datasetPath, resultsPath: request.resultsPath,
      violationCount: Int(conclusion.totals.violationCount),
      violations: conclusion.totals.violations.map(\.sentence),
      firstViolation: conclusion.totals.violations.first,
      steps: conclusion.totals.counters.steps,
      stepsImpossible: conclusion.totals.counters.stepsImpossible)
  }

  /// Identifies what a run computes; only a run with the same identity can be resumed. It includes
  /// the build of the program, because another build of the same version may behave differently.
  private var identity: String {
    [
      "\(request.program)", Machine.programMark, ShardIdentity.hash(of: request.scenario.json),
      "\(request.recordsBias)", "\(request.checksEveryScope)",
    ].joined(separator: " ")
  }

  /// Opens the files: new ones, or those of the interrupted run.
  private func begin(in dataset: borrowing OutputDirectory) throws -> RunProgress {
    guard request.resumes, let kept = SnapshotWriter.read(in: dataset) else {
      return try RunProgress(request.scenario, in: dataset)
    }
    guard kept.snapshot.identity == identity else { throw RunError.otherRun(request.name) }
    // If files were modified, start over.
    return try RunProgress(request.scenario, from: kept, in: dataset)
      ?? RunProgress(request.scenario, in: dataset)
  }

  private func simulate(
    _ progress: inout RunProgress, writing snapshots: inout SnapshotWriter, _ record: OutputFile?,
    since start: Double, _ advanced: (RunProgressReport) -> Void
  ) throws -> RunConclusion {
    let isStopped = isStopped
    let batches: any BatchSource = shards ?? SimulatedBatches(request)
    if let record, let head = batches.head(request) { try record.append(head) }
    try batches.deliver(
      from: progress.batches,
      checkpoint: { if isStopped() { throw RunError.interrupted } },
      take: { totals, batch in
        try progress.take(totals, batch)
        try record?.append(batch.planText)
        if canBeResumed { try snapshots.note(progress) }
        advanced(
          RunProgressReport(
            people: Int(progress.totals.counters.people), peopleTotal: request.scenario.people,
            seconds: Machine.seconds - start))
      })
    try stopIfAsked()
    return try progress.conclude()
  }

  private func stopIfAsked() throws(RunError) {
    if isStopped() { throw .interrupted }
  }

  private func manifest(of conclusion: RunConclusion) -> Manifest {
    let scenario = request.scenario.json
    return Manifest(
      program: request.program, tzdataRelease: Zone.tzdataRelease,
      scenario: scenario, scenarioVersion: ScenarioSchema.format.current,
      scenarioHash: ShardIdentity.hash(of: scenario),
      seed: request.scenario.seed, digest: conclusion.digest.description,
      files: conclusion.files)
  }

  private func writeResults(
    _ report: RunReport, _ conclusion: RunConclusion, hash: String,
    into results: borrowing OutputDirectory
  ) throws {
    try ResultsDatabase(report, conclusion, of: request.scenario, hash: hash).write(
      to: try results.path(of: "results.sqlite"))
    try write(SummaryDocument(report).text, as: "summary.json", in: results)
    try write(ReportPage(report).text, as: "report.html", in: results)
  }

  /// The hashes that `shakeout verify` compares the results with.
  private static func resultFiles(
    in results: borrowing OutputDirectory
  ) throws -> [PerformanceDocument.File] {
    try ["results.sqlite", "summary.json", "report.html"].map { name in
      let data = try Data(contentsOf: URL(fileURLWithPath: results.path(of: name)))
      return PerformanceDocument.File(
        name, bytes: data.count, sha256: data.withUnsafeBytes { SHA256.hexadecimal(of: $0) })
    }
  }

  private func write(
    _ text: String, as name: String, in directory: borrowing OutputDirectory
  ) throws(FileError) {
    let sink = try directory.sink(name, isHashed: false)
    try sink.write(text)
    try sink.end()
  }
}

extension Violation {
  /// What was violated, where and when, and after which step.
  var sentence: String {
    let device = site == .max ? "" : ", its device \(site)"
    let group = group.map { ", in the group of household \($0)" } ?? ""
    let operation = sequence > 0 ? ", operation \(sequence) there" : ""
    let cause = step == 0 ? "" : ", found after step \(StepID(raw: step).text)"
    return "\(property.id) at \(time): \(whole) "
      + "(household \(scope)\(device)\(operation)\(group)\(cause))"
  }
}
