import Foundation
import Testing

@Suite("Documents")
struct DocumentsTests {
  /// Every document of the tree.
  private static let documents =
    ["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md"]
    + ["docs", "scenarios", "datasets", "results", "metrics", "Benchmarks"]
    .flatMap { SourceTree.paths(under: $0) }.filter { $0.hasSuffix(".md") }

  @Test("every link leads to a file of the tree", arguments: documents)
  func links(document: String) throws {
    let folder = document.split(separator: "/").dropLast().joined(separator: "/")
    let pattern = TextPattern(#"\]\(([^)#\s]+)[^)]*\)|<img[^>]*src="([^"]+)""#)
    for (line, groups) in pattern.matches(in: try SourceTree.text(document)) {
      let target = groups[0] + groups[1]
      if target.contains("://") { continue }
      let path = folder.isEmpty ? target : "\(folder)/\(target)"
      if !SourceTree.holds(path) {
        expectNone([Finding(path: document, line: line, message: "there is no \(target)")])
      }
    }
  }

  @Test("every path that a document names exists", arguments: documents)
  func paths(document: String) throws {
    let pattern = TextPattern(
      #"`((?:Sources|Tests|Benchmarks|scripts|docs|metrics|\.ci)/[\w./+-]+)`"#)
    for (line, groups) in pattern.matches(in: try SourceTree.text(document))
    where !SourceTree.holds(groups[0]) {
      expectNone([Finding(path: document, line: line, message: "there is no \(groups[0])")])
    }
  }

  @Test("every file that is called .json is JSON; those with comments are called .jsonc")
  func json() throws {
    let folders = [
      "Benchmarks", "Sources", "Tests", "datasets", "docs", "metrics", "results", "scenarios",
      "scripts",
    ]
    let files = folders.flatMap { SourceTree.paths(under: $0) }.filter { $0.hasSuffix(".json") }
    #expect(files.contains("docs/scenario.schema.json"))
    for file in files {
      let bytes = try Data(contentsOf: SourceTree.root.appending(path: file))
      #expect(throws: Never.self, "\(file)") { try JSONSerialization.jsonObject(with: bytes) }
    }
    #expect(throws: (any Error).self) {
      try JSONSerialization.jsonObject(with: Data("{ // a comment\n}".utf8))
    }
  }

  @Test("every make target that a document names is in the Makefile", arguments: documents)
  func targets(document: String) throws {
    let targets = Set(
      TextPattern(#"^([a-z-]+):"#).matches(in: try SourceTree.text("Makefile")).map(\.groups[0]))
    for (line, groups) in TextPattern(#"(?:`|^)make ([a-z-]+)"#)
      .matches(in: try SourceTree.text(document)) where !targets.contains(groups[0])
    {
      expectNone([
        Finding(path: document, line: line, message: "the Makefile has no target \(groups[0])")
      ])
    }
  }
}
