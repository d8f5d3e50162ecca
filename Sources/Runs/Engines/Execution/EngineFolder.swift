import Base
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

  /// Cuts what was appended to a file since a copy of its folder was made, if nothing else has
  /// changed: what a disk may lose that was not made durable. Returns the file and how much of it
  /// is missing; nil if there is no such file.
  ///
  /// SQLite's shared memory (`-shm`) changes all the time, and is never read after a crash.
  func cut(_ path: String, since copy: String?, by draw: UInt64) -> (file: String, bytes: Int)? {
    var grown: [(file: String, before: Int, bytes: Data)] = []
    let files = FileManager.default
    guard let names = try? files.subpathsOfDirectory(atPath: path).sorted() else { return nil }
    for name in names where !name.hasSuffix("-shm") {
      guard let bytes = files.contents(atPath: "\(path)/\(name)") else { continue }
      let before = copy.flatMap { files.contents(atPath: "\($0)/\(name)") } ?? Data()
      guard bytes != before else { continue }
      guard bytes.count > before.count, bytes.prefix(before.count) == before else { return nil }
      grown.append((name, before.count, bytes))
    }
    guard !grown.isEmpty else { return nil }
    let one = grown[Int(draw % UInt64(grown.count))]
    let left = one.before + Int((draw >> 8).scaled(below: UInt64(one.bytes.count - one.before)))
    do {
      try one.bytes.prefix(left).write(to: URL(filePath: "\(path)/\(one.file)"))
    } catch {
      return nil
    }
    return (one.file, one.bytes.count - left)
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
