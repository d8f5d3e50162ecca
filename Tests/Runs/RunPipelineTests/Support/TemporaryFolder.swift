import Foundation

/// A temporary folder that is removed at the end of the test.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "shakeout-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The relative paths of all files and folders in it, including hidden ones.
  var everything: [String] {
    get throws { try FileManager.default.subpathsOfDirectory(atPath: path).sorted() }
  }

  func write(_ text: String, to name: String) throws {
    let url = URL(filePath: "\(path)/\(name)")
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  func bytes(_ name: String) throws -> Data {
    try Data(contentsOf: URL(filePath: "\(path)/\(name)"))
  }

  func text(_ name: String) throws -> String {
    String(decoding: try bytes(name), as: UTF8.self)
  }
}
