import Base
import Parquet
import FoundationEssentials
import JSONText
import Metrics
import Reporting

/// Whether a finished run is still what it was: its files, their rows, and the figures in them.
public struct RunVerifier {
  /// What was found right, a line each.
  public private(set) var findings: [String] = []
  /// What was not, a sentence each with file and place.
  public private(set) var problems: [String] = []

  public init(of run: FinishedRun) {
    for table in run.tables { check(table, of: run) }
    checkResults(of: run)
    if let results = run.resultsPath { checkFiles(in: results) }
  }

  private mutating func check(_ record: FinishedRun.TableRecord, of run: FinishedRun) {
    let path = "\(run.datasetPath)/\(record.path)"
    do throws(VerificationError) {
      // The footer alone first: a file that is cut off says so better than a hash.
      let table = try OpenTable(path)
      let columns = table.file.schema.columns.map(\.name)
      if table.bytes.count != record.bytes {
        problems.append("\(path): it has \(table.bytes.count) bytes instead of \(record.bytes)")
      }
      if table.file.rowCount != record.rows {
        problems.append("\(path): it has \(table.file.rowCount) rows instead of \(record.rows)")
      }
      if columns != record.columns {
        problems.append("\(path): its columns are not those of the manifest")
      }
      try table.check(against: record)
      findings.append("\(record.path): \(record.rows) rows, \(record.bytes) bytes, hash as it was")
    } catch {
      problems.append(error.description)
    }
  }

  /// The files of the results are those that the run wrote.
  private mutating func checkFiles(in results: String) {
    let marker = "\(results)/run.json"
    guard let files = try? FinishedRun.json(marker)["files"]?.elements else {
      problems.append("\(marker): it does not say which files there are")
      return
    }
    for file in files {
      guard let name = file["path"]?.string, let hash = file["sha256"]?.string else {
        problems.append("\(marker): 'files' does not say path and sha256")
        continue
      }
      let path = "\(results)/\(name)"
      guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)) else {
        problems.append("\(path): this file cannot be read")
        continue
      }
      if data.withUnsafeBytes({ SHA256.hexadecimal(of: $0) }) == hash {
        findings.append("\(name): \(data.count) bytes, hash as it was")
      } else {
        problems.append("\(path): it is not as it was written: its SHA-256 is another")
      }
    }
  }

  private mutating func checkResults(of run: FinishedRun) {
    guard let results = run.resultsPath else {
      findings.append("no results beside the dataset, so its figures are held against nothing")
      return
    }
    let path = "\(results)/summary.json"
    do {
      let summary = try FinishedRun.json(path)
      guard let metricResults = summary["metrics"]?.elements else {
        throw VerificationError(path, "it has no 'metrics'")
      }
      if summary["run"]?["digest"]?.string != run.digest {
        problems.append("\(path): it is the summary of a run with another digest")
        return
      }
      guard problems.isEmpty else { return }
      let anew = try Recomputation(of: run)
      let expected = anew.everybody.metricResults
      // Both as a reader of the file has them: a whole number may have been written as a share.
      let writer = JSONWriter(.compact)
      let differing = zip(expected, metricResults).filter { figure, written in
        let read = try? JSONReader().read(writer.text(MetricDocument.json(figure)))
        return read.map(writer.text) != writer.text(written)
      }
      if !expected.isEmpty && expected.count != metricResults.count {
        problems.append(
          "\(path): it has \(metricResults.count) key figures instead of \(expected.count)")
      }
      for (figure, _) in differing {
        problems.append("\(path): '\(figure.id)' is not what the dataset says")
      }
      if differing.isEmpty {
        findings.append("summary.json: \(expected.count) key figures recomputed, to the last digit")
      }
    } catch {
      problems.append("\(error)")
    }
  }
}
