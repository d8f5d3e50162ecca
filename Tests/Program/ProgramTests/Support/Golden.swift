import Foundation
import Testing

/// Compares a text with a committed file; `RECORD=1` rewrites the file.
func expectGolden(_ text: String, _ name: String) throws {
  let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Golden/\(name)")
  if ProcessInfo.processInfo.environment["RECORD"] != nil {
    try Data(text.utf8).write(to: file)
    return
  }
  let copy = try #require(Bundle.module.url(forResource: "Golden/\(name)", withExtension: nil))
  let golden = try String(contentsOf: copy, encoding: .utf8)
  #expect(text == golden, "\(name) differs")
}
