import Foundation
import Testing

/// Compares a text with a committed file; `RECORD=1` rewrites the file.
func expectGolden(_ text: String, _ name: String) throws {
  let source = URL(fileURLWithPath: #filePath)
  if ProcessInfo.processInfo.environment["RECORD"] != nil {
    let folder = source.deletingLastPathComponent().deletingLastPathComponent()
    let file = folder.appendingPathComponent("Golden").appendingPathComponent(name)
    try Data(text.utf8).write(to: file)
    return
  }
  let url = try #require(Bundle.module.url(forResource: "Golden/\(name)", withExtension: nil))
  let golden = try String(contentsOf: url, encoding: .utf8)
  if text == golden { return }
  let lines = (text.split(separator: "\n", omittingEmptySubsequences: false))
  let goldenLines = golden.split(separator: "\n", omittingEmptySubsequences: false)
  let first = zip(lines, goldenLines).enumerated().first { $0.element.0 != $0.element.1 }?.offset
  let line = first ?? min(lines.count, goldenLines.count)
  let written = line < lines.count ? String(lines[line]) : "(nothing)"
  let expected = line < goldenLines.count ? String(goldenLines[line]) : "(nothing)"
  Issue.record("\(name) differs in line \(line + 1): \(written) instead of \(expected)")
}
