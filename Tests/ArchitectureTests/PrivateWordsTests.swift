import Testing

/// The project once spoke a dialect of its own. These words of it must not come back.
@Suite("Private words")
struct PrivateWordsTests {
  /// Folders and files with names, keys or prose. The patches of the mutations are left out: a
  /// script carries them along with the code that they change.
  private static let places = [
    "Sources", "Tests", "Benchmarks", "docs", "scenarios", "datasets", "results", "metrics",
    "scripts", ".ci",
  ]
  private static let files = [
    "README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "Makefile", "Package.swift",
  ]
  /// No text, or test vectors, which hold random text.
  private static let endings = [
    ".parquet", ".patch", ".bin", ".png", ".svg", ".sqlite", ".csv", ".modulemap",
  ]

  private static let words = Result { try PrivateWords() }

  private static let hits = Result {
    let words = try Self.words.get()
    let sources = Dictionary(uniqueKeysWithValues: SourceTree.everything.map { ($0.path, $0) })
    var hits: [WordScanner.Hit] = []
    for path in places.flatMap({ SourceTree.paths(under: $0) }) + files where isText(path) {
      var scanner = WordScanner(words, path: path)
      if let file = sources[path] {
        scanner.scan(file)
      } else {
        scanner.scan(document: try SourceTree.text(path))
      }
      hits += scanner.hits
    }
    return hits
  }

  private static func isText(_ path: String) -> Bool {
    !endings.contains { path.hasSuffix($0) } && !path.contains("/Vectors/")
      && !path.contains("private-words") && !path.hasSuffix("PrivateWordsTests.swift")
  }

  @Test("no name, key or sentence uses a private word", arguments: PrivateWords.Kind.allCases)
  func absence(kind: PrivateWords.Kind) throws {
    let words = try Self.words.get()
    var byFile: [String: [WordScanner.Hit]] = [:]
    for hit in try Self.hits.get() where hit.kind == kind {
      if words.exceptions.contains(where: { $0.covers(hit.path, hit.word) }) { continue }
      byFile[hit.path, default: []].append(hit)
    }
    for (path, hits) in byFile.sorted(by: { $0.key < $1.key }) {
      let lines = hits.map { hit in
        "\(path):\(hit.line): '\(hit.word)'; write: \(words.instead[kind]?[hit.word] ?? "")"
      }
      Issue.record(Comment(rawValue: lines.joined(separator: "\n")))
    }
  }

  @Test("every exception has a reason, names a private word and is still needed")
  func exceptions() throws {
    let words = try Self.words.get()
    let hits = try Self.hits.get()
    for exception in words.exceptions {
      #expect(!exception.reason.isEmpty, "\(exception) has no reason")
      #expect(
        hits.contains { exception.covers($0.path, $0.word) },
        "\(exception.path) does not use '\(exception.word)': remove the exception")
    }
    #expect(Set(words.exceptions).count == words.exceptions.count)
  }

  @Test("the words are listed once each, with something to write instead")
  func list() throws {
    let text = try SourceTree.text(PrivateWords.words)
    let rows = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    let count = try Self.words.get().instead.values.reduce(0) { $0 + $1.count }
    #expect(count == rows.count, "a word is listed twice")
    #expect(rows.allSatisfy { !$0.hasSuffix("\t") })
  }

  @Test(
    "a phrase is found across lines and adjacent literals, in any case of letters",
    arguments: [
      ("// It is Taken\n// back.", 1),
      ("/// It is taken\n///\n/// back.", 0),
      ("f(\"it is taken \" + \"back\")", 1),
      ("f(\"taken\", \"back\")", 0),
      ("let takenBack = taken.back", 0),
      ("// It is taken. Back it goes.", 0),
    ])
  func phrases(text: String, count: Int) throws {
    var scanner = WordScanner(try Self.words.get(), path: "Sources/A/B/C.swift")
    scanner.scan(SourceFile(path: "Sources/A/B/C.swift", text: text))
    #expect(scanner.hits.count { $0.word == "taken back" } == count)
  }

  @Test(
    "a key is found as a literal, as a part of a path and, when it is no ordinary word, in a text",
    arguments: [
      ("f(\"lossShare\")", 1), ("f(\"network.lossShare\")", 1), ("f(\"give lossShare a 1\")", 1),
      ("let lossShare = 1", 0), ("f(\"kpi\")", 1), ("f(\"the kpi is 1\")", 0), ("f(\"skpi\")", 0),
    ])
  func keys(text: String, count: Int) throws {
    var scanner = WordScanner(try Self.words.get(), path: "Sources/A/B/C.swift")
    scanner.scan(SourceFile(path: "Sources/A/B/C.swift", text: text))
    #expect(scanner.hits.count { $0.kind == .key } == count)
  }
}
