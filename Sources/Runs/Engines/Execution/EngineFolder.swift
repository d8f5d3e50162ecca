import FoundationEssentials

/// A folder for the files of engines that keep some.
public final class EngineFolder: Sendable {
  private let root: String

  /// Creates the folder in that for temporary files.
  public init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "shakeout-engine-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    root = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  func path(_ name: String) -> String { "\(root)/\(name)" }

  /// The path of a replica's files; there are none yet.
  func create(_ name: String) -> String {
    let path = path(name)
    try? FileManager.default.removeItem(atPath: path)
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }

  /// Copies a folder to another one, which is replaced. Returns the path of the copy.
  func copy(_ path: String, to name: String) -> String {
    let copy = self.path(name)
    try? FileManager.default.removeItem(atPath: copy)
    try? FileManager.default.copyItem(atPath: path, toPath: copy)
    return copy
  }

  /// Removes everything in it.
  func empty() {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? [] {
      try? FileManager.default.removeItem(atPath: "\(root)/\(name)")
    }
  }

  /// A line with another text in place of the path, which is not the same in each run.
  func withoutRoot(_ line: [UInt8]) -> [UInt8] {
    let escaped = root.replacing("/", with: "\\/")
    guard line.count < 1 << 16 else { return line }
    let text = String(decoding: line, as: UTF8.self)
    guard text.utf8.count == line.count, text.contains(root) || text.contains(escaped) else {
      return line
    }
    return Array(text.replacing(root, with: "FOLDER").replacing(escaped, with: "FOLDER").utf8)
  }
}
