import Base
import Datasets
import Foundation
import JSONText
import Parquet
import Reporting
import RunPipeline
import Scenarios
import TestKit
import Testing

@testable import RunVerification

@Suite("Formats of a run")
struct RunFormatTests {
  private let runs: RunFolder
  private var manifestPath: String { "\(runs.path)/datasets/town/manifest.json" }
  private var summaryPath: String { "\(runs.path)/results/town/summary.json" }
  private var listPath: String { "\(runs.path)/results/town/run.json" }
  private var databasePath: String { "\(runs.path)/results/town/results.sqlite" }

  init() throws {
    runs = try RunFolder()
    try runs.make(seed: 1)
  }

  @Test("the format of datasets is the recorded one")
  func dataset() throws {
    let manifest = try JSONReader().read(Array(try Data(contentsOf: URL(filePath: manifestPath))))
    let columns = DatasetTable.schemas.flatMap { schema in
      schema.columns.map { column in
        "table \(schema.name): \(column.name) \(column.kind.rawValue)"
          + (column.isNullable ? ", may be null" : "")
      }
    }
    let record = FormatRecord(
      "dataset", Manifest.format.current,
      at: "Sources/Analytics/Datasets/Documents/Manifest.swift",
      manifest.keyPaths(maps: ["scenario"]).map { "manifest.json: \($0)" } + columns)
    #expect(try record.problem() == nil)
    #expect(manifest["schemaVersion"]?.integer() == Manifest.format.current)
  }

  @Test("the format of results.sqlite is the recorded one")
  func database() throws {
    let database = try Database(path: databasePath, mode: .readOnly)
    func lines(_ sql: String) throws -> [String] {
      try database.rows(of: sql).map { row in
        row.map { if case .text(let text) = $0 { text } else { "\($0)" } }.joined(separator: ": ")
      }
    }
    let record = FormatRecord(
      "results-database", ResultsDatabase.format.current,
      at: "Sources/Analytics/Datasets/Documents/ResultsDatabase.swift",
      try lines(
        """
        SELECT 'table ' || m.name, trim(p.name || ' ' || lower(p.type))
        FROM sqlite_schema m, pragma_table_info(m.name) p WHERE m.type IN ('table', 'view')
        ORDER BY m.name, p.cid
        """) + lines("SELECT 'run.name', name FROM run ORDER BY name"))
    #expect(try record.problem() == nil)
    #expect(try lines("PRAGMA user_version") == ["integer(\(ResultsDatabase.format.current))"])
  }

  /// Replaces the first text of a file; the seal of a manifest is left as it was.
  private func replace(_ text: String, with other: String, in path: String) throws {
    let whole = try String(contentsOfFile: path, encoding: .utf8)
    let place = try #require(whole.range(of: text))
    try whole.replacingCharacters(in: place, with: other)
      .write(toFile: path, atomically: true, encoding: .utf8)
  }

  private func version(_ number: Int) -> String { "\"schemaVersion\": \(number)" }

  @Test("a dataset of another format says so, and not that it was modified", arguments: [-1, 1])
  func otherDataset(step: Int) throws {
    let current = Manifest.format.current
    try replace(version(current), with: version(current + step), in: manifestPath)
    try replace("\"version\": \"", with: "\"version\": \"9.", in: manifestPath)
    let error = #expect(throws: VerificationError.self) {
      try FinishedRun("town", below: runs.path)
    }
    let (age, remedy) =
      step < 0
      ? ("an older", "run its scenario again, or use the program that wrote it")
      : ("a newer", "update the program")
    let now = ProgramIdentity.currentVersion
    #expect(
      error?.description
        == "\(manifestPath): this dataset has format version \(current + step), which \(age) "
        + "shakeout, 9.\(now), wrote; this program, \(now), reads version \(current): \(remedy)")
  }

  @Test("a scenario of another format says so instead of naming an unknown parameter")
  func otherScenario() throws {
    let current = ScenarioSchema.format.current
    var text = try String(contentsOfFile: manifestPath, encoding: .utf8)
    text = text.replacing("\"scenarioVersion\": \(current)", with: "\"scenarioVersion\": 99")
      .replacing("\"people\": 60", with: "\"peeple\": 60")
    try Self.sealed(text).write(toFile: manifestPath, atomically: true, encoding: .utf8)
    let error = #expect(throws: VerificationError.self) {
      try FinishedRun("town", below: runs.path)
    }
    #expect(
      error?.description.contains("this scenario has format version 99, which a newer") == true)
  }

  /// A manifest with the hash at its end that fits its text.
  private static func sealed(_ text: String) -> String {
    let end = text.utf8.count - "\"\n}\n".utf8.count
    let zeros = String(text.prefix(end - 64)) + String(repeating: "0", count: 64) + "\"\n}\n"
    let hash = Array(zeros.utf8).withUnsafeBytes { SHA256.hexadecimal(of: $0) }
    return String(text.prefix(end - 64)) + hash + "\"\n}\n"
  }

  @Test("results of another format say so", arguments: [-1, 1])
  func otherResults(step: Int) throws {
    let age = step < 0 ? "an older" : "a newer"
    let current = SummaryDocument.format.current
    try replace(version(current), with: version(current + step), in: summaryPath)
    let run = try FinishedRun("town", below: runs.path)
    let sentence = "\(summaryPath): this summary has format version \(current + step), which \(age)"
    let error = #expect(throws: VerificationError.self) { _ = try run.properties() }
    #expect(error?.description.hasPrefix(sentence) == true)
    let other = #expect(throws: VerificationError.self) { _ = try run.biasBreakdown() }
    #expect(other?.description.hasPrefix(sentence) == true)
    #expect(RunVerifier(of: run).problems.contains { $0.hasPrefix(sentence) })

    let list = PerformanceDocument.format.current
    try replace(version(list), with: version(list + step), in: listPath)
    #expect(
      RunVerifier(of: run).problems.contains {
        $0.hasPrefix("\(listPath): this list of results has format version \(list + step), which")
      })

    let database = ResultsDatabase.format.current
    #expect(try ResultsDatabase.refusal(of: databasePath) == nil)
    try Database(path: databasePath, mode: .readWrite)
      .execute("PRAGMA user_version = \(database + step)")
    #expect(
      try ResultsDatabase.refusal(of: databasePath)?
        .hasPrefix("this database has format version \(database + step), which \(age)") == true)
  }
}
