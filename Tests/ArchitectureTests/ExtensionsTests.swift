import Testing

/// A type that is spread over many files is several types that nobody has told apart yet.
@Suite("Types stay in one piece")
struct ExtensionsTests {
  private static let filesMax = 13

  /// Types that hold every area of the domain, until the areas own their state.
  private static let exempt = ["ScopeState", "Command"]

  @Test("no type has more than about a dozen files that extend it")
  func extensions() throws {
    var files: [String: Set<String>] = [:]
    for file in SourceTree.sources {
      for line in file.lines {
        guard let name = Self.extended(by: line[...]) else { continue }
        files["\(file.module ?? "").\(name)", default: []].insert(file.path)
      }
    }
    #expect(files.count > 50)
    for (type, paths) in files.sorted(by: { $0.key < $1.key }) where paths.count > Self.filesMax {
      let name = type.split(separator: ".").last.map(String.init) ?? type
      if Self.exempt.contains(name) { continue }
      Issue.record(
        "\(type) is extended in \(paths.count) files; find the types that are hidden in it")
    }
  }

  /// The type that a line begins an extension of.
  private static func extended(by line: Substring) -> String? {
    var words = line.split(separator: " ")[...]
    if words.first == "public" || words.first == "fileprivate" { words = words.dropFirst() }
    guard line.first != " ", words.first == "extension", words.count > 1 else { return nil }
    return String(words[words.startIndex + 1].prefix { $0 != ":" && $0 != "<" })
  }
}
