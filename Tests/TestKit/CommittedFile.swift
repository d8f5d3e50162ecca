public import Foundation

/// The files that are committed with the package: golden files, generated pages, scenarios.
public enum CommittedFile {
  /// Whether `RECORD=1` asks to rewrite the files before a test compares with them.
  public static let isRecording = ProcessInfo.processInfo.environment["RECORD"] != nil

  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The URL of a path that begins at the root of the package.
  public static func url(_ path: String) -> URL { root.appending(path: path) }

  public static func text(_ path: String) throws -> String {
    try String(contentsOf: url(path), encoding: .utf8)
  }

  /// Where a text differs from a file, or nil if it does not.
  public static func difference(of text: String, from path: String) throws -> String? {
    if isRecording {
      let folder = url(path).deletingLastPathComponent()
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url(path))
    }
    let committed = try self.text(path)
    if text == committed { return nil }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let expected = committed.split(separator: "\n", omittingEmptySubsequences: false)
    let line = zip(lines, expected).prefix { $0 == $1 }.map { _ in }.count
    let (left, right) = (lines.dropFirst(line).first, expected.dropFirst(line).first)
    return
      "\(path) differs in line \(line + 1): \(left ?? "nothing") instead of \(right ?? "nothing")"
  }
}
