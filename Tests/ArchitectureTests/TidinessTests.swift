import Foundation
import Testing

@Suite("Tidiness")
struct TidinessTests {
  @Test("nothing is left for later")
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
              line: index + 1, "'\(word)': do it now, or say in a sentence what does not exist")
          ])
        }
      }
    }
  }

  @Test("no placeholder is left")
  func placeholders() {
    for file in SourceTree.everything where file.path.hasSuffix("/Placeholder.swift") {
      expectNone([file.finding(line: 1, "fill the target, or take it out of Package.swift")])
    }
  }

  @Test("every room has its tests")
  func mirror() {
    let rooms = Module.all.map(\.name).filter {
      !["CMemory", "CSQLite", "CTrap", "CZstd", "shakeout"].contains($0)
    }
    for module in rooms {
      #expect(
        SourceTree.tests.contains { $0.path.hasPrefix("Tests/\(module)Tests/") },
        "Tests/\(module)Tests is missing")
    }
  }

  @Test("every script that says how it is run can be run")
  func scripts() throws {
    for path in SourceTree.paths(under: "scripts") + SourceTree.paths(under: ".ci")
    where try SourceTree.text(path).hasPrefix("#!") {
      #expect(
        FileManager.default.isExecutableFile(atPath: SourceTree.root.appending(path: path).path),
        "\(path) starts with #! and is not executable: chmod +x")
    }
  }
}
