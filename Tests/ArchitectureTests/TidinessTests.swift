import Foundation
import Testing

@Suite("Tidiness")
struct TidinessTests {
  @Test("no comment leaves work for later")
  func unfinished() {
    // In two pieces each, so that this file does not break its own rule.
    let words = [
      "TO" + "DO", "FIX" + "ME", "XX" + "X", "un" + "implemented", "not " + "implemented",
    ]
    for file in SourceTree.everything {
      for (index, line) in file.lines.enumerated() {
        for word in words where line.contains(word) {
          expectNone([
            file.finding(
              line: index + 1, "'\(word)': do it now, or write a sentence about what is missing")
          ])
        }
      }
    }
  }

  @Test("no placeholder file is left")
  func placeholders() {
    for file in SourceTree.everything where file.path.hasSuffix("/Placeholder.swift") {
      expectNone([file.finding(line: 1, "fill the target, or take it out of Package.swift")])
    }
  }

  @Test("every script with a #! line is executable")
  func scripts() throws {
    for path in SourceTree.paths(under: "scripts") + SourceTree.paths(under: ".ci")
    where try SourceTree.text(path).hasPrefix("#!") {
      #expect(
        FileManager.default.isExecutableFile(atPath: SourceTree.root.appending(path: path).path),
        "\(path) starts with #! and is not executable: chmod +x")
    }
  }
}
