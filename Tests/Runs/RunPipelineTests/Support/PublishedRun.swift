import Datasets
import Foundation
import JSONText
import Population
import Scenarios
import TestKit

@testable import RunPipeline

/// The outcome of a run and all of its files, read into memory.
struct PublishedRun: Sendable {
  let outcome: RunOutcome
  /// The folder of the run, which was removed.
  let out: String
  /// Every file and folder, by its relative path.
  let everything: [String]
  private let files: [String: Data]

  init(_ scenario: Scenario) throws {
    let folder = try TemporaryFolder()
    try self.init(SmallRun.request(in: folder, scenario), in: folder)
  }

  init(_ request: RunRequest, in folder: TemporaryFolder) throws {
    out = folder.path
    outcome = try RunExecution(request).run()
    everything = try folder.everything
    var files: [String: Data] = [:]
    for path in everything where !Self.folders.contains(path) {
      files[path] = try folder.bytes(path)
    }
    self.files = files
  }

  private static let folders = ["datasets", "datasets/first", "results", "results/first"]

  func bytes(_ path: String) -> Data { files[path] ?? Data() }

  func text(_ path: String) -> String { String(decoding: bytes(path), as: UTF8.self) }

  func json(_ path: String) throws -> JSONNode { try JSONReader().read(text(path)) }

  func table(_ name: String) throws -> ReadTable {
    try ReadTable(bytes("datasets/first/\(name).parquet"))
  }

  /// All rows that a query of the results returns.
  func rows(of sql: String, _ parameter: String? = nil) throws -> [[DatabaseValue]] {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/results.sqlite"
    try bytes("results/first/results.sqlite").write(to: URL(filePath: path))
    let database = try Database(path: path, mode: .readOnly)
    guard let parameter else { return try database.rows(of: sql) }
    return try database.rows(of: sql, .text(parameter))
  }
}
