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
    for file in House.everything {
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
    for file in House.everything where file.path.hasSuffix("/Placeholder.swift") {
      expectNone([file.finding(line: 1, "fill the target, or take it out of Package.swift")])
    }
  }

  @Test("every room has its tests")
  func mirror() {
    let rooms = Room.all.map(\.name).filter {
      !["CMemory", "CSQLite", "CTrap", "CZstd", "shakeout"].contains($0)
    }
    for room in rooms {
      #expect(
        House.tests.contains { $0.path.hasPrefix("Tests/\(room)Tests/") },
        "Tests/\(room)Tests is missing")
    }
  }

  @Test("every script that says how it is run can be run")
  func scripts() throws {
    for path in House.paths(under: "scripts") + House.paths(under: ".ci")
    where try House.text(path).hasPrefix("#!") {
      #expect(
        FileManager.default.isExecutableFile(atPath: House.root.appending(path: path).path),
        "\(path) starts with #! and is not executable: chmod +x")
    }
  }
}
