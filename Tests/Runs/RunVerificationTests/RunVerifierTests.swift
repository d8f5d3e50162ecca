import Datasets
import Foundation
import JSONText
import Metrics
import Population
import Scenarios
import Reporting
import RunPipeline
import TestKit
import Testing

@testable import RunVerification

@Suite("Verification of a finished run")
struct RunVerifierTests {
  let runs: RunFolder

  init() throws {
    runs = try RunFolder()
  }

  @Test("recomputed metrics equal the summary exactly, with every fault on", arguments: 1...3)
  func recomputed(seed: UInt64) throws {
    let report = try runs.make(seed: seed)
    let run = try FinishedRun("town", below: runs.path)
    #expect(try Recomputation(of: run).allPeople.metricResults == report.metricResults)
    let verification = RunVerifier(of: run)
    #expect(verification.problems == [])
    // Each table, the metrics, and the three files of the results.
    #expect(verification.findings.count == DatasetTable.allCases.count + 4)
  }

  @Test("a run is found by its name, its dataset and its results")
  func found() throws {
    try runs.make(seed: 1)
    let digest = try FinishedRun("town", below: runs.path).digest
    for path in ["datasets/town", "datasets/town/", "results/town"] {
      let run = try FinishedRun("\(runs.path)/\(path)", below: ".")
      #expect(run.digest == digest && run.name == "town" && run.resultsPath != nil)
    }
    #expect(throws: VerificationError.self) { try FinishedRun("city", below: runs.path) }
  }

  @Test("segments add up to the whole", arguments: SegmentDimension.usual + ["used_goals"])
  func parts(dimension: String) throws {
    let report = try runs.make(seed: 2)
    let run = try FinishedRun("town", below: runs.path)
    let other = dimension == "zone" ? "role" : "zone"
    let recomputed = try Recomputation(
      of: run, by: [SegmentDimension(dimension), SegmentDimension(other)])
    #expect(Set(recomputed.segments.map(\.dimension)) == [dimension, other])
    let parts = recomputed.segments.filter { $0.dimension == dimension }
    #expect(parts.count > 1)
    #expect(parts.reduce(0) { $0 + $1.people } == recomputed.allPeople.people)
    // Comparison metrics have one side only, and a household may be in several segments.
    let adding = [MetricForm.share, .mean]
    for (place, whole) in report.metricResults.enumerated()
    where adding.contains(whole.form) && !MetricDefinition.all[place].countsHouseholds {
      let sum = parts.compactMap { $0.metricResults[place].truth }.reduce((0, 0)) {
        ($0.0 + $1.numerator, $0.1 + $1.denominator)
      }
      #expect(sum.0 == whole.truth?.numerator ?? 0 && sum.1 == whole.truth?.denominator ?? 0)
    }
  }

  @Test("an unknown dimension is an error that lists the known ones")
  func unknownDimension() throws {
    try runs.make(seed: 2)
    let run = try FinishedRun("town", below: runs.path)
    #expect {
      try Recomputation(of: run, by: [SegmentDimension("shoe_size")])
    } throws: { error in
      "\(error)".contains("'shoe_size', but by cohort, group, age, person")
    }
  }

  @Test("a change of any byte is detected and never crashes the process")
  func changed() throws {
    try runs.make(seed: 1)
    for table in ["people", "person_days", "metrics"] {
      let path = "\(runs.path)/datasets/town/\(table).parquet"
      let whole = try #require(FileManager.default.contents(atPath: path))
      var random = SplitMix64(seed: 7)
      for _ in 0..<20 {
        var bytes = whole
        if random.oneIn(16) {
          bytes.removeLast(random.below(whole.count - 1) + 1)
        } else {
          bytes[random.below(whole.count)] ^= UInt8(1 << random.below(8))
        }
        try bytes.write(to: URL(fileURLWithPath: path))
        let run = try FinishedRun("town", below: runs.path)
        #expect(!RunVerifier(of: run).problems.isEmpty)
        // Metrics read these two tables, so a change of any byte must be an error.
        if table != "metrics" {
          #expect(throws: VerificationError.self) { try Recomputation(of: run) }
        }
      }
      try whole.write(to: URL(fileURLWithPath: path))
    }
  }

  @Test("a modified summary is detected")
  func otherSummary() throws {
    try runs.make(seed: 1)
    let path = "\(runs.path)/results/town/summary.json"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let numerator = try #require(text.range(of: "\"numerator\": "))
    try text.replacingCharacters(in: numerator, with: "\"numerator\": 1")
      .write(toFile: path, atomically: true, encoding: .utf8)
    let run = try FinishedRun("town", below: runs.path)
    let problems = RunVerifier(of: run).problems
    #expect(
      problems == [
        "\(path): 'pc.retention.d1' differs from the dataset",
        "\(path): it was modified after it was written: its SHA-256 differs",
      ])
  }

  @Test("garbage in the summary, and results without run.json, are problems")
  func unlisted() throws {
    try runs.make(seed: 1)
    let results = "\(runs.path)/results/town"
    let marker = "\(results)/run.json"
    let whole = try String(contentsOfFile: marker, encoding: .utf8)
    try "garbage".write(toFile: "\(results)/summary.json", atomically: true, encoding: .utf8)
    let problems = RunVerifier(of: try FinishedRun("town", below: runs.path)).problems
    #expect(problems.contains { $0.hasPrefix("\(results)/summary.json:") })
    // The same without the file that lists the hashes, which once passed.
    try FileManager.default.removeItem(atPath: marker)
    let run = try FinishedRun("town", below: runs.path)
    #expect(
      RunVerifier(of: run).problems == [
        "\(marker): this file is missing, so the files next to it cannot be verified"
      ])
    // A list without an entry for the summary vouches for nothing.
    let name = "\"path\": \"summary.json\""
    try whole.replacingOccurrences(of: name, with: "\"path\": \"report.html\"")
      .write(toFile: marker, atomically: true, encoding: .utf8)
    #expect(
      RunVerifier(of: try FinishedRun("town", below: runs.path)).problems
        .contains("\(marker): it does not list 'summary.json'"))
    // A dataset alone is fine: then there is nothing to compare.
    try FileManager.default.removeItem(atPath: results)
    #expect(RunVerifier(of: try FinishedRun("town", below: runs.path)).problems == [])
  }

  @Test("what a run knows of its properties is read back, and violations are never lost")
  func properties() throws {
    let report = try runs.make(seed: 1)
    let run = try FinishedRun("town", below: runs.path)
    #expect(try run.properties() == report.properties)
    #expect(RunVerifier(of: run).violated == [])
    #expect(PropertySummary(report.properties).notExercised.count < report.properties.count)
    let path = "\(runs.path)/results/town/summary.json"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let place = try #require(text.range(of: "\"violations\": 0"))
    try text.replacingCharacters(in: place, with: "\"violations\": 7")
      .write(toFile: path, atomically: true, encoding: .utf8)
    #expect(RunVerifier(of: run).violated.map(\.violations) == [7])
    #expect(
      RunVerifier(of: run).problems.contains { $0.contains("it states 7 violations of") })
  }

  @Test("a modified or missing database or report is detected")
  func results() throws {
    try runs.make(seed: 1)
    let (database, report) = (
      "\(runs.path)/results/town/results.sqlite", "\(runs.path)/results/town/report.html"
    )
    let run = try FinishedRun("town", below: runs.path)
    try "x".write(toFile: report, atomically: true, encoding: .utf8)
    try FileManager.default.removeItem(atPath: database)
    #expect(
      RunVerifier(of: run).problems == [
        "\(database): this file cannot be read",
        "\(report): it was modified after it was written: its SHA-256 differs",
      ])
  }

  @Test(
    "a modified manifest is an error in one sentence",
    arguments: [
      ("\"schemaVersion\": 2", "\"schemaVersion\": 9"), ("\"files\"", "\"fires\""),
      ("\"rows\": ", "\"rows\": \"x\", \"was\": "), ("{", "["),
      ("\"ft.workouts_uplift\": 2.0", "\"ft.workouts_uplift\": 0.0"), ("  \"seed\"", "   \"seed\""),
    ])
  func manifest(text: String, other: String) throws {
    try runs.make(seed: 1)
    let path = "\(runs.path)/datasets/town/manifest.json"
    let manifest = try String(contentsOfFile: path, encoding: .utf8)
    let place = try #require(manifest.range(of: text))
    try manifest.replacingCharacters(in: place, with: other)
      .write(toFile: path, atomically: true, encoding: .utf8)
    #expect {
      try FinishedRun("town", below: runs.path)
    } throws: { error in
      "\(error)".hasPrefix(path) && !"\(error)".contains("\n")
    }
  }
}

/// A folder for runs that is removed with the test.
final class RunFolder {
  private let folder: TemporaryFolder
  var path: String { folder.path }

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Runs some dozens of people with many faults, and writes the files.
  @discardableResult func make(seed: UInt64) throws -> RunReport {
    var scenario = Scenario()
    scenario.people = 60
    scenario.days = 40
    scenario.seed = seed
    scenario.network.lossProbability = 0.2
    scenario.network.duplicateProbability = 0.1
    scenario.network.shortOfflinesPerDeviceWeek = 5
    scenario.clocks.skewedFraction = 0.3
    scenario.population.joinDaysSpread = 20
    scenario.population.studentHomeFraction = 0.3
    scenario.personas.adults = ["streakBuilder", "handsOnParent"].map {
      WeightedName($0, weight: 1)
    }
    scenario.lifecycle.enabled = true
    let request = RunRequest(scenario: scenario, threads: 1, out: path, name: "town", force: true)
    return try RunExecution(request).run().report
  }
}
