import Base
import Datasets
import FoundationEssentials
public import JSONText
import Reporting
public import Scenarios
import SystemLibrary

/// A finished run, read from its files.
public struct FinishedRun {
  /// The folders of its dataset and its results; the results may be missing.
  public let datasetPath: String
  public let resultsPath: String?
  /// The file that would complete results of which other files are there; nil if none is missing.
  let resultsMissing: String?
  public let manifest: JSONNode
  /// The complete scenario of the run, from the manifest.
  public let scenario: Scenario
  public let digest: String
  /// The tables that the manifest lists.
  let tables: [TableRecord]

  /// A file of the dataset, as listed in the manifest.
  struct TableRecord {
    let path: String
    let table: String
    let rows: Int
    let bytes: Int
    let sha256: String
    let columns: [String]
  }

  /// The path of each table's file.
  public var tablePaths: [(name: String, path: String)] {
    tables.map { ($0.table, "\(datasetPath)/\($0.path)") }
  }

  /// The bias breakdown from the run's summary; nil if the run did not record it.
  public func biasBreakdown() throws(VerificationError) -> JSONNode? {
    try summary()?["biasBreakdown"]
  }

  /// The summary of this run, not of another one; nil if there is none that can be read.
  func summary() throws(VerificationError) -> JSONNode? {
    guard let path = resultsPath.map({ "\($0)/summary.json" }), let summary = try? Self.json(path)
    else { return nil }
    try Self.check(summary, SummaryDocument.format, path, by: summary["run"])
    return summary["run"]?["digest"]?.string == digest ? summary : nil
  }

  /// Throws if a file has a format that this program does not read.
  ///
  /// - Parameter writer: the part of the file that names the program's version.
  static func check(
    _ document: JSONNode, _ format: FormatVersion, _ path: String, by writer: JSONNode?
  ) throws(VerificationError) {
    guard let version = document["schemaVersion"]?.integer() else {
      throw VerificationError(path, "this is no \(format.name): it lacks 'schemaVersion'")
    }
    if let refusal = format.refusal(of: version, writtenBy: writer?["version"]?.string) {
      throw VerificationError(path, refusal)
    }
  }

  public var name: String { String(datasetPath.split(separator: "/").last ?? "") }

  /// Finds a run by its name in a folder, or by the path of its dataset or results.
  public init(_ run: String, below out: String) throws(VerificationError) {
    let folders = Self.folders(of: run, below: out)
    guard let found = folders.first(where: { Self.exists("\($0.dataset)/manifest.json") }) else {
      let places = folders.map { "'\($0.dataset)'" }.joined(separator: " or ")
      throw VerificationError(
        run,
        "there is no such run: no manifest.json in \(places)"
          + Self.suggestion(for: run, below: out))
    }
    datasetPath = found.dataset
    let marker = "\(found.results)/run.json"
    let hasMarker = Self.exists(marker)
    resultsPath = hasMarker ? found.results : nil
    let isLeft = Self.resultFiles.contains { Self.exists("\(found.results)/\($0)") }
    resultsMissing = !hasMarker && isLeft ? marker : nil
    let path = "\(datasetPath)/manifest.json"
    let bytes = try Self.bytes(path)
    manifest = try Self.json(bytes, of: path)
    try Self.check(manifest, Manifest.format, path, by: manifest["generator"])
    guard let digest = manifest["digest"]?.string, let files = manifest["files"]?.elements,
      let scenario = manifest["scenario"]
    else { throw VerificationError(path, "it lacks 'digest', 'files' or 'scenario'") }
    self.digest = digest
    var tables: [TableRecord] = []
    for (place, file) in files.enumerated() {
      guard let record = TableRecord(file) else {
        throw VerificationError(
          path, "files[\(place)] lacks one of path, table, rows, bytes and sha256")
      }
      tables.append(record)
    }
    self.tables = tables
    // Checked last, because the errors above describe the damage better.
    guard Manifest.isWhole(bytes) else {
      throw VerificationError(
        path, "it was modified after it was written: its 'sha256' does not match its text")
    }
    do throws(VerificationError) {
      self.scenario = try Self.scenario(scenario, in: path)
    } catch {
      // An unknown parameter is no mistake in a scenario of another version.
      let version = manifest["scenarioVersion"]?.integer() ?? ScenarioSchema.format.current
      let program = manifest["generator"]?["version"]?.string
      guard let refusal = ScenarioSchema.format.refusal(of: version, writtenBy: program) else {
        throw error
      }
      throw VerificationError(path, refusal)
    }
  }

  /// The files of the results that `run.json` lists.
  static let resultFiles = ["results.sqlite", "summary.json", "report.html"]

  private static func folders(
    of run: String, below out: String
  ) -> [(dataset: String, results: String)] {
    let path = run.hasSuffix("/") ? String(run.dropLast()) : run
    let isPath = path.contains("/") || exists("\(path)/manifest.json")
    guard isPath else { return [("\(out)/datasets/\(path)", "\(out)/results/\(path)")] }
    // A path refers to the dataset itself, or to the results next to it.
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    let above = parts.dropLast(2).joined(separator: "/")
    let root = parts.count < 3 ? "." : above.isEmpty ? "/" : above
    let name = parts[parts.count - 1]
    return [(path, "\(root)/results/\(name)"), ("\(root)/datasets/\(name)", path)]
  }

  private static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: path)
  }

  private static func suggestion(for run: String, below out: String) -> String {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(out)/datasets")) ?? []
    let runs = names.filter { exists("\(out)/datasets/\($0)/manifest.json") }.sorted()
    if let near = nearest(to: run, in: runs) { return ". Did you mean '\(near)'?" }
    let rest = runs.count > 8 ? " and \(runs.count - 8) more" : ""
    return runs.isEmpty ? "" : "; known runs are \(runs.prefix(8).joined(separator: ", "))\(rest)"
  }

  static func json(_ path: String) throws(VerificationError) -> JSONNode {
    try json(bytes(path), of: path)
  }

  private static func bytes(_ path: String) throws(VerificationError) -> [UInt8] {
    do throws(FileSource.ReadingError) {
      return try FileSource.bytes(of: path, .document)
    } catch {
      throw VerificationError(path, "\(error)")
    }
  }

  private static func json(_ bytes: [UInt8], of path: String) throws(VerificationError) -> JSONNode
  {
    do throws(JSONError) {
      return try JSONReader().read(bytes)
    } catch {
      throw VerificationError(path, "\(error)")
    }
  }

  private static func scenario(_ node: JSONNode, in path: String) throws(VerificationError)
    -> Scenario
  {
    let bytes = Array(JSONWriter(.pretty).text(node).utf8)
    let resolver = ScenarioResolver { (_, _) throws(ScenarioError) in
      ScenarioFile(displayName: "the manifest's scenario", bytes: bytes)
    }
    do throws(ScenarioErrors) {
      return try resolver.resolve("the manifest's scenario")
    } catch {
      throw VerificationError(path, "\(error)")
    }
  }
}

extension FinishedRun.TableRecord {
  init?(_ json: JSONNode) {
    guard let path = json["path"]?.string, !path.contains("/"), let table = json["table"]?.string,
      let rows = json["rows"]?.integer(), let bytes = json["bytes"]?.integer(),
      let sha256 = json["sha256"]?.string, let columns = json["columns"]?.elements
    else { return nil }
    self.path = path
    self.table = table
    self.rows = rows
    self.bytes = bytes
    self.sha256 = sha256
    self.columns = columns.compactMap(\.string)
  }
}
