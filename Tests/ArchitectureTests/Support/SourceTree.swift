import Foundation

/// The source tree that the tests check: this package.
enum SourceTree {
  static let root = URL(filePath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static let sources = swiftFiles(under: "Sources")
  static let tests = swiftFiles(under: "Tests")
  static let benchmarks = swiftFiles(under: "Benchmarks")
  static let everything = sources + tests + benchmarks

  /// The text of a file of the tree.
  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// Whether there is a file or folder of this path.
  static func holds(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: root.appending(path: path).path)
  }

  /// The paths of all files below a folder, in order; what git ignores by name is left out.
  static func paths(under folder: String) -> [String] {
    let start = root.appending(path: folder)
    let paths = FileManager.default.enumerator(atPath: start.path)?.compactMap { $0 as? String }
    return (paths ?? []).filter { path in
      var isFolder: ObjCBool = false
      let exists = FileManager.default.fileExists(
        atPath: start.appending(path: path).path, isDirectory: &isFolder)
      return exists && !isFolder.boolValue && !path.contains("__pycache__/")
    }.map { "\(folder)/\($0)" }.sorted()
  }

  private static func swiftFiles(under folder: String) -> [SourceFile] {
    paths(under: folder).filter { $0.hasSuffix(".swift") }.map { path in
      // A file that cannot be read would otherwise pass every rule.
      guard let text = try? text(path) else { preconditionFailure("cannot read \(path)") }
      return SourceFile(path: path, text: text)
    }
  }
}
