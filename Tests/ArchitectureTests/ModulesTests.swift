import Testing

@Suite("Modules and layers")
struct ModulesTests {
  private static let importPattern =
    #"^[ \t]*(?:@\w+[ \t]+)*(?:(?:public|package|internal|fileprivate|private)[ \t]+)?"#
    + #"import[ \t]+(?:(?:struct|class|enum|protocol|func|var|let|typealias)[ \t]+)?(\w+)"#
  private static let foldersMax = 10
  private static let table = "Tests/ArchitectureTests/Support/Module.swift"

  @Test("the folders Sources/<Layer>/<Module> are the modules of the table")
  func folders() {
    let parts = SourceTree.paths(under: "Sources").map { $0.split(separator: "/") }
    let folders = Set(parts.map { $0.prefix(3).joined(separator: "/") })
    #expect(folders.sorted() == Module.all.map(\.folder).sorted())
    #expect(Set(parts.map { $0[1] }).count <= Self.foldersMax)
  }

  @Test("a module imports from lower layers, or from modules above it in its own layer")
  func order() {
    let rank = Dictionary(uniqueKeysWithValues: zip(Layer.allCases, 0...))
    var above: [String: Layer] = [:]
    var last = 0
    for module in Module.all {
      let own = rank[module.layer, default: 0]
      #expect(own >= last, "\(module.name) stands in the table before a lower layer ends")
      for name in module.imports {
        #expect(above[name] != nil, "\(module.name) imports \(name), which stands below it")
      }
      above[module.name] = module.layer
      last = own
    }
  }

  @Test("a file imports only what its module may import")
  func imports() {
    for module in Module.all {
      let allowed = Set(module.imports + module.outside)
      for file in SourceTree.sources where file.module == module.name {
        for (line, groups) in file.matches(of: Self.importPattern)
        where !allowed.contains(groups[0]) {
          expectNone([
            file.finding(
              line: line,
              "\(module.name) may not import \(groups[0]). Move the code to a module that may, or "
                + "pass in what it needs; a new dependency is a decision for \(Self.table), "
                + "Package.swift and ARCHITECTURE.md")
          ])
        }
      }
    }
  }

  @Test("the C library is imported by the name that it has on all platforms")
  func systemLibrary() {
    let files = SourceTree.sources + SourceTree.tests + SourceTree.benchmarks
    for file in files where file.module != "SystemLibrary" {
      for (line, groups) in file.matches(of: Self.importPattern)
      where ["Darwin", "Glibc", "Musl"].contains(groups[0]) {
        expectNone([
          file.finding(
            line: line, "only some platforms have \(groups[0]): import SystemLibrary instead")
        ])
      }
    }
  }

  @Test("a module imports everything that the table lets it import")
  func unused() {
    for module in Module.all {
      let used = Set(
        SourceTree.sources.filter { $0.module == module.name }
          .flatMap { $0.matches(of: Self.importPattern).map { $0.groups[0] } })
      for name in module.imports + module.outside where !used.contains(name) {
        Issue.record(
          """
          No file of \(module.name) imports \(name): remove it from \(Self.table) and Package.swift
          """)
      }
    }
  }

  @Test("Package.swift declares the modules of the table, with the same layers and imports")
  func manifest() throws {
    let manifest = try SourceTree.text("Package.swift")
    // The name, the imports and the folder; or the name, the layer and the imports.
    let declarations = [
      #"\.executableTarget\(\s*name: "(\w+)",\s*dependencies: \[([^\]]*)\],"#
        + #"\s*path: "Sources/(\w+)/"#,
      #"\.systemLibrary\(name: "(\w+)"(),\s*path: "Sources/(\w+)/"#,
    ]
    var declared: [String: Declaration] = [:]
    for (_, groups) in TextPattern(
      #"\bmodule\(\s*"(\w+)",\s*in: "(\w+)"(?:,\s*imports: \[([^\]]*)\])?\)"#
    ).matches(in: manifest) {
      declared[groups[0]] = Declaration(layer: groups[1], imports: groups[2])
    }
    for pattern in declarations {
      for (_, groups) in TextPattern(pattern).matches(in: manifest) {
        declared[groups[0]] = Declaration(layer: groups[2], imports: groups[1])
      }
    }
    #expect(declared.keys.sorted() == Module.all.map(\.name).sorted())
    for module in Module.all {
      let found = declared[module.name]
      #expect(found?.layer == module.layer.rawValue, "\(module.name) is in another layer")
      #expect(found?.imports == module.imports.sorted(), "\(module.name) has other imports")
    }
  }

  /// What the manifest declares of a module.
  private struct Declaration {
    let layer: String
    let imports: [String]

    init(layer: String, imports: String) {
      self.layer = layer
      self.imports = TextPattern(#""(\w+)""#).matches(in: imports).map(\.groups[0]).sorted()
    }
  }

  @Test("ARCHITECTURE.md lists the modules of the table by layer")
  func architecture() throws {
    var layer: String?
    var found: [String: String?] = [:]
    // A heading or a row in bold names the layer; a row names a module.
    let pattern = #"^(?:#+ |\| )\**(\w+)\**(?: \|[ |]*)?$|^\| `(\w+)` \|"#
    for (_, groups) in TextPattern(pattern).matches(in: try SourceTree.text("ARCHITECTURE.md")) {
      if groups[1].isEmpty {
        layer = groups[0]
      } else {
        found[groups[1]] = layer
      }
    }
    #expect(found.keys.sorted() == Module.all.map(\.name).sorted())
    for module in Module.all {
      #expect(found[module.name] == module.layer.rawValue, "\(module.name) is in another layer")
    }
  }

  @Test("no type has the name of a module")
  func names() {
    let names = Module.all.map(\.name).joined(separator: "|")
    for file in SourceTree.sources + SourceTree.benchmarks {
      expectNone(
        file.findings(
          of: "\\b(?:struct|class|enum|actor|protocol|typealias|associatedtype) (?:\(names))\\b",
          "a module has this name, so that a reader and the compiler can confuse the two"))
    }
  }

  @Test("every module with Swift code has its tests at Tests/<Layer>/<Module>Tests")
  func tests() {
    for module in Module.all where !module.isC && module.name != "shakeout" {
      let folder = "Tests/\(module.layer.rawValue)/\(module.name)Tests/"
      #expect(
        SourceTree.tests.contains { $0.path.hasPrefix(folder) }, "\(folder) is missing")
    }
  }
}
