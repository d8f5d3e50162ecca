import TestKit
import Testing

/// Compares a text with a golden file of these tests; `RECORD=1` rewrites the file.
func expectGolden(_ text: String, _ name: String) throws {
  let path = "Tests/Analytics/ReportingTests/Golden/\(name)"
  #expect(try CommittedFile.difference(of: text, from: path) == nil)
}
