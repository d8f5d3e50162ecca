import Testing

@Suite("Rooms, and who may import whom")
struct ModulesTests {
  private static let importPattern =
    #"^[ \t]*(?:@\w+[ \t]+)*(?:(?:public|package|internal|fileprivate|private)[ \t]+)?"#
    + #"import[ \t]+(?:(?:struct|class|enum|protocol|func|var|let|typealias)[ \t]+)?(\w+)"#

  @Test("every folder of Sources is a room of the table, and every room is a folder")
  func folders() {
    let folders = Set(
      SourceTree.paths(under: "Sources").map { String($0.split(separator: "/")[1]) })
    #expect(folders.sorted() == Module.all.map(\.name).sorted())
  }

  @Test("a room imports only rooms above it in the table, so that no circle can close")
  func order() {
    var above: Set<String> = []
    for module in Module.all {
      #expect(above.isSuperset(of: module.imports), "\(module.name) imports a room below it")
      above.insert(module.name)
    }
  }

  @Test("a file imports what its room may import")
  func imports() {
    for module in Module.all {
      let allowed = Set(module.imports + module.outside)
      for file in SourceTree.sources where file.module == module.name {
        for (line, groups) in file.matches(of: Self.importPattern)
        where !allowed.contains(groups[0]) {
          expectNone([
            file.finding(
              line: line,
              "\(module.name) may not import \(groups[0]). Move the code to a room that may, or pass "
                + "in what it needs; a new dependency is a decision for Room.swift, "
                + "Package.swift and ARCHITECTURE.md")
          ])
        }
      }
    }
  }

  @Test("what a room may import it does import")
  func unused() {
    for module in Module.all {
      let used = Set(
        SourceTree.sources.filter { $0.module == module.name }
          .flatMap { $0.matches(of: Self.importPattern).map { $0.groups[0] } })
      for name in module.imports + module.outside where !used.contains(name) {
        Issue.record(
          """
          No file of \(module.name) imports \(name): take it out of Room.swift, Package.swift and \
          ARCHITECTURE.md
          """)
      }
    }
  }

  @Test("Package.swift gives each room the dependencies of the table")
  func manifest() throws {
    let manifest = try SourceTree.text("Package.swift")
    let patterns = [
      #"\broom\(\s*"(\w+)"(?:,\s*imports: \[([^\]]*)\])?\)"#,
      #"\.executableTarget\(\s*name: "(shakeout)",\s*dependencies: \[([^\]]*)\]"#,
      #"\.systemLibrary\(name: "(\w+)"()"#,
    ]
    var declared: [String: [String]] = [:]
    for pattern in patterns {
      for (_, groups) in TextPattern(pattern).matches(in: manifest) {
        declared[groups[0]] = TextPattern(#""(\w+)""#).matches(in: groups[1]).map(\.groups[0])
      }
    }
    expectTable(declared, in: "Package.swift")
  }

  @Test("ARCHITECTURE.md explains the same rooms")
  func architecture() throws {
    let rows = TextPattern(#"^\| `(\w+)` \|.*\| ([^|]*) \|$"#)
      .matches(in: try SourceTree.text("ARCHITECTURE.md"))
    var explained: [String: [String]] = [:]
    for (_, groups) in rows {
      let named = groups[1].split(separator: ", ").map(String.init)
      explained[groups[0]] = named.filter { $0 != "–" }
    }
    expectTable(explained, in: "ARCHITECTURE.md")
  }

  /// Compares what a document says of the rooms with the table.
  private func expectTable(_ found: [String: [String]], in document: String) {
    #expect(found.keys.sorted() == Module.all.map(\.name).sorted(), "\(document) has other rooms")
    for module in Module.all {
      #expect(
        found[module.name]?.sorted() == module.imports.sorted(),
        "\(document) gives \(module.name) other imports than the table of Room.swift")
    }
  }
}
