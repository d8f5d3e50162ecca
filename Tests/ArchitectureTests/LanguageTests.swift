import Testing

/// Rules about the language that hold in every room.
@Suite("Language")
struct LanguageTests {
  /// The one file that may vouch for a type whose sharing the compiler cannot prove safe.
  private static let uncheckedFile = "Sources/Simulation/Simulator/Threads/WorkerPool.swift"
  /// Files that may vouch for a constant, and why that is safe.
  private static let sharedConstants = [
    "Sources/Core/DomainCore/Nutrition/FoodTable.swift":
      "memory that is written once and never freed"
  ]

  @Test("no access level 'package'")
  func packageAccess() {
    for file in SourceTree.sources + SourceTree.benchmarks {
      expectNone(
        file.findings(
          of: #"\bpackage\s+(?:\w+\s+)*?(?:import|func|var|let|init|subscript|struct|class|enum"#
            + #"|actor|protocol|typealias|extension|static|mutating|final|indirect)\b"#
            + #"|\bpackage\(set\)"#,
          "write 'public': '@inlinable package' has no effect on members across modules, and an "
            + "unspecialised call costs ten times as much; the package has no library product, so "
            + "'public' promises nothing outside"))
    }
  }

  @Test("@unchecked Sendable in one file only")
  func uncheckedSendable() {
    for file in SourceTree.everything where file.path != Self.uncheckedFile {
      expectNone(
        file.findings(
          of: #"@unchecked\b"#,
          "let the compiler prove it: hand values over, or use a Mutex in an outer room"))
    }
  }

  @Test("nonisolated(unsafe) only for constants with a reason")
  func nonisolatedUnsafe() {
    for file in SourceTree.everything where Self.sharedConstants[file.path] == nil {
      expectNone(
        file.findings(
          of: #"\bnonisolated\(unsafe\)"#,
          "make it a Sendable constant, or name the file in LanguageTests with the reason"))
    }
  }

  @Test("assertions stay on in release")
  func assertions() {
    for file in SourceTree.sources + SourceTree.benchmarks {
      expectNone(
        file.findings(
          of: #"(?<![.\w])(?<!func )(?:assert|assertionFailure)\("#,
          "use precondition or preconditionFailure: assert is compiled out of a release build"))
    }
  }

  @Test("no two decisions share an identifier")
  func decisions() {
    var owners: [UInt64: String] = [:]
    for file in SourceTree.sources + SourceTree.benchmarks {
      for (line, groups) in file.matches(of: #"\bDecision\(\s*(0x[0-9A-Fa-f_]+|[0-9][0-9_]*)\s*\)"#)
      {
        let digits = groups[0].filter { $0 != "_" }
        let id =
          digits.hasPrefix("0x") ? UInt64(digits.dropFirst(2), radix: 16) : UInt64(digits)
        guard let id else { preconditionFailure("not a number: \(groups[0])") }
        if let owner = owners[id] {
          expectNone([
            file.finding(
              line: line, "decision \(groups[0]) is already that of \(owner); take a new number")
          ])
        }
        owners[id] = "\(file.path):\(line)"
      }
    }
    #expect(!owners.isEmpty)
  }

  @Test("every public type says what it is")
  func documentation() {
    let pattern =
      #"^\s*(?:@\w+(?:\([^)]*\))?\s+)*public\s+(?:final\s+|indirect\s+)*"#
      + #"(?:struct|class|enum|actor|protocol|typealias)\s+(\w+)"#
    for file in SourceTree.sources {
      for (line, groups) in file.matches(of: pattern) {
        // The match begins with the blank lines and attributes before the declaration.
        let declaration = file.codeLines[(line - 1)...].firstIndex { $0.contains(groups[0]) }
        var above = (declaration ?? line - 1) - 1
        while above >= 0 && file.codeLines[above].contains("@") { above -= 1 }
        let comment = above >= 0 ? file.lines[above].drop { $0 == " " } : ""
        if !comment.hasPrefix("///") {
          expectNone([
            file.finding(
              line: (declaration ?? line - 1) + 1,
              "\(groups[0]) needs a doc comment: one sentence that says what it is")
          ])
        }
      }
    }
  }
}
