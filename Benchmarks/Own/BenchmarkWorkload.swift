import AllocationCount
import Foundation
import Scenarios
import Reporting
import RunPipeline

/// A run to measure.
struct BenchmarkWorkload: Codable {
  var scenario = "default"
  var people: Int
  var days: Int
  var threads: Int
  var seed: UInt64 = 1
  /// Further parameters of the scenario, each as `path=value`.
  var settings: [String]?

  /// Runs it from scenario to files and measures the whole process.
  func measure() throws -> Measurement {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let scenario = try ScenarioLibrary().resolve(
      self.scenario,
      overrides: ["people=\(people)", "days=\(days)", "seed=\(seed)"] + (settings ?? []))
    let before = Machine.processorSeconds
    let outcome = try RunExecution(
      RunRequest(
        scenario: scenario, threads: threads, out: folder.path, name: "benchmark", force: false)
    ).run()
    precondition(outcome.violations.isEmpty, "a run with violations cannot be measured")
    let report = outcome.report
    let families = report.replicasPerFamily.reduce(0) { $0 + $1.families }
    let replicas = report.replicasPerFamily.reduce(0) { $0 + $1.families * Int64($1.replicas) }
    return Measurement(
      seconds: outcome.performance.seconds,
      processorSeconds: Machine.processorSeconds - before,
      operations: report.operations, replicaApplies: report.replicaApplies,
      personDays: report.personDays,
      factsBytes: report.files.first { $0.path == "person_days.parquet" }?.bytes ?? 0,
      peakMemoryBytes: Machine.peakMemoryBytes,
      families: families, replicas: replicas,
      allocations: Int64(allocation_count()), allocatedBytes: Int64(allocation_bytes()))
  }
}

/// The measurements of a workload.
struct Measurement: Codable {
  var seconds: Double
  var processorSeconds: Double
  var operations: Int64
  var replicaApplies: Int64
  var personDays: Int64
  var factsBytes: Int64
  var peakMemoryBytes: Int64
  var families: Int64
  var replicas: Int64
  /// Allocations since the start of the process.
  var allocations: Int64
  var allocatedBytes: Int64

  var replicasPerFamily: Double { Double(replicas) / Double(families) }
  var secondsPerPersonDay: Double { processorSeconds / Double(personDays) }

  static let header =
    "workload              seconds   operations/s   person-days/s  bytes per   peak   replicas\n"
    + "                      (wall)    per core       per core       person-day  MiB    per family"

  /// A line of the table. Rates are per second of processor time, so they are per core.
  func row(_ name: String) -> String {
    String(
      format: "%@ %7.2f %14.0f %15.0f %10.2f %8.1f %9.2f",
      name.padding(toLength: 21, withPad: " ", startingAt: 0), seconds,
      Double(operations) / processorSeconds, Double(personDays) / processorSeconds,
      Double(factsBytes) / Double(personDays), Double(peakMemoryBytes) / 1_048_576,
      replicasPerFamily)
  }
}
