import Base
import Datasets
import Parquet
import FoundationEssentials
import JSONText
import Metrics
public import Reporting
import SystemLibrary

/// Verifies that a finished run is unmodified: its files, their rows and the metrics in them.
public struct RunVerifier {
  /// The passed checks, one line each.
  public private(set) var findings: [String] = []
  /// The failed checks, one sentence each with file and place.
  public private(set) var problems: [String] = []
  /// The properties that the run violated. Its files may be unmodified nevertheless.
  public private(set) var violated: [PropertyResult] = []

  public init(of run: FinishedRun) {
    for table in run.tables { check(table, of: run) }
    checkResults(of: run)
    if let results = run.resultsPath { checkFiles(in: results) }
    checkProperties(of: run)
  }

  private mutating func check(_ record: FinishedRun.TableRecord, of run: FinishedRun) {
    let path = "\(run.datasetPath)/\(record.path)"
    do throws(VerificationError) {
      // The footer first: it explains a truncated file better than a hash.
      let table = try OpenTable(path)
      let columns = table.file.schema.columns.map(\.name)
      if table.bytes.count != record.bytes {
        problems.append("\(path): it has \(table.bytes.count) bytes instead of \(record.bytes)")
      }
      if table.file.rowCount != record.rows {
        problems.append("\(path): it has \(table.file.rowCount) rows instead of \(record.rows)")
      }
      if columns != record.columns {
        problems.append("\(path): its columns differ from the manifest")
      }
      try table.check(against: record)
      findings.append(
        "\(record.path): \(grouped(record.rows)) rows, \(grouped(record.bytes)) bytes, hash matches"
      )
    } catch {
      problems.append(error.description)
    }
  }

  /// Checks that the files of the results are those that the run wrote.
  private mutating func checkFiles(in results: String) {
    let marker = "\(results)/run.json"
    guard let list = try? FinishedRun.json(marker), let files = list["files"]?.elements else {
      problems.append("\(marker): it does not list the files")
      return
    }
    do throws(VerificationError) {
      try FinishedRun.check(list, PerformanceDocument.format, marker, by: nil)
    } catch {
      problems.append("\(error)")
      return
    }
    let listed = Set(files.compactMap { $0["path"]?.string })
    for name in FinishedRun.resultFiles where !listed.contains(name) {
      problems.append("\(marker): it does not list '\(name)'")
    }
    for file in files {
      guard let name = file["path"]?.string, let hash = file["sha256"]?.string else {
        problems.append("\(marker): an entry of 'files' lacks path or sha256")
        continue
      }
      let path = "\(results)/\(name)"
      guard FileSource.isRegular(path), let data = try? Data(contentsOf: URL(fileURLWithPath: path))
      else {
        problems.append("\(path): this file cannot be read")
        continue
      }
      if data.withUnsafeBytes({ SHA256.hexadecimal(of: $0) }) == hash {
        findings.append("\(name): \(grouped(data.count)) bytes, hash matches")
      } else {
        problems.append("\(path): it was modified after it was written: its SHA-256 differs")
      }
    }
  }

  /// A run that violated a property is not fine, even if its files are as they were written.
  private mutating func checkProperties(of run: FinishedRun) {
    do {
      let listed = try run.violationsListed()
      for property in try run.propertiesStated() ?? [] {
        let rows = listed[property.id] ?? 0
        if (rows > 0) != (property.violations > 0) || rows > property.violations {
          problems.append(
            "\(run.resultsPath ?? "")/summary.json: it states \(property.violations) violations of "
              + "\(property.id), and the dataset lists \(rows)")
        }
      }
      violated = PropertySummary(try run.properties()).violated
    } catch {
      // A damaged table is a problem of its own by now.
      if problems.isEmpty { problems.append("\(error)") }
    }
  }

  private mutating func checkResults(of run: FinishedRun) {
    guard let results = run.resultsPath else {
      if let missing = run.resultsMissing {
        problems.append(
          "\(missing): this file is missing, so the files next to it cannot be verified")
        return
      }
      findings.append("no results next to the dataset, so no metrics were compared")
      return
    }
    let path = "\(results)/summary.json"
    do {
      let summary = try FinishedRun.json(path)
      try FinishedRun.check(summary, SummaryDocument.format, path, by: summary["run"])
      guard let metricResults = summary["metrics"]?.elements else {
        throw VerificationError(path, "it has no 'metrics'")
      }
      if summary["run"]?["digest"]?.string != run.digest {
        problems.append("\(path): it is the summary of a run with another digest")
        return
      }
      guard problems.isEmpty else { return }
      let recomputed = try Recomputation(of: run)
      let expected = recomputed.allPeople.metricResults
      // Compare both as text: a whole number may have been written as a fraction.
      let writer = JSONWriter(.compact)
      let differing = zip(expected, metricResults).filter { metric, written in
        let read = try? JSONReader().read(writer.text(MetricDocument.json(metric)))
        return read.map(writer.text) != writer.text(written)
      }
      if expected.count != metricResults.count {
        problems.append(
          "\(path): it has \(metricResults.count) metrics instead of \(expected.count)")
      }
      for (metric, _) in differing {
        problems.append("\(path): '\(metric.id)' differs from the dataset")
      }
      if differing.isEmpty && expected.count == metricResults.count {
        findings.append("summary.json: \(expected.count) metrics recomputed, all identical")
      }
    } catch {
      problems.append("\(error)")
    }
  }
}
