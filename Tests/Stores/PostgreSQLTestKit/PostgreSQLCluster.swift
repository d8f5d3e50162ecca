import Foundation
import TestKit

/// A cluster of the test's own; without PostgreSQL its tests are skipped.
public final class PostgreSQLCluster {
  public static let isPossible = (try? run(["available"]))?.status == 0

  /// What a connection needs.
  public let parameters: String
  private let folder: TemporaryFolder

  public init() throws {
    folder = try TemporaryFolder()
    parameters = try Self.run(["start", "\(folder.path)/c"]).output
  }

  deinit { _ = try? Self.run(["remove", "\(folder.path)/c"]) }

  /// Restarts it as after a crash.
  public func restart() throws { _ = try Self.run(["restart", "\(folder.path)/c"]) }

  /// What a shell runs to restart it.
  public var restartCommand: String {
    "'\(CommittedFile.url("scripts/postgres").path)' restart '\(folder.path)/c'"
  }

  private static func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = CommittedFile.url("scripts/postgres")
    process.arguments = arguments
    let output = FileManager.default.temporaryDirectory.appending(path: "postgres-\(UUID())")
    _ = FileManager.default.createFile(atPath: output.path, contents: nil)
    defer { try? FileManager.default.removeItem(at: output) }
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    let text = try String(contentsOf: output, encoding: .utf8)
    return (process.terminationStatus, text.split(separator: "\n").first.map(String.init) ?? "")
  }
}
