import Testing

/// Rules for the use of Swift that hold in every module.
@Suite("Use of Swift")
struct LanguageTests {
  /// The one file that may vouch for a type whose sharing the compiler cannot prove safe.
  private static let uncheckedFile = "Sources/Simulation/Simulator/Threads/WorkerPool.swift"
  /// Files that may vouch for a constant, and why that is safe.
  private static let sharedConstants = [
    "Sources/Core/DomainCore/Nutrition/FoodTable.swift":
      "memory that is written once and never freed"
  ]

  @Test("no declaration has the access level 'package'")
  func packageAccess() {
    for file in SourceTree.sources + SourceTree.benchmarks {
      expectNone(
        file.findings(
          of: #"\bpackage\s+(?:\w+\s+)*?(?:import|func|var|let|init|subscript|struct|class|enum"#
            + #"|actor|protocol|typealias|extension|static|mutating|final|indirect)\b"#
            + #"|\bpackage\(set\)"#,
          "write 'public': '@inlinable package' has no effect on members across modules, and an "
            + "unspecialized call costs ten times as much; only ShakeoutCore is a library product, "
            + "so 'public' elsewhere commits to nothing outside the package"))
    }
  }

  @Test("only one file uses @unchecked Sendable")
  func uncheckedSendable() {
    for file in SourceTree.everything where file.path != Self.uncheckedFile {
      expectNone(
        file.findings(
          of: #"@unchecked\b"#,
          "let the compiler prove it: pass values, or use a Mutex in a module that is not pure"))
    }
  }

  @Test("nonisolated(unsafe) marks only constants with a reason")
  func nonisolatedUnsafe() {
    for file in SourceTree.everything where Self.sharedConstants[file.path] == nil {
      expectNone(
        file.findings(
          of: #"\bnonisolated\(unsafe\)"#,
          "make it a Sendable constant, or name the file in LanguageTests with the reason"))
    }
  }

  @Test("assertions stay enabled in release builds")
  func assertions() {
    for file in SourceTree.sources + SourceTree.benchmarks {
      expectNone(
        file.findings(
          of: #"(?<![.\w])(?<!func )(?:assert|assertionFailure)\("#,
          "use precondition or preconditionFailure: assert is compiled out of a release build"))
    }
  }

  @Test("no two purposes of random bits share an identifier")
  func purposes() {
    var owners: [UInt64: String] = [:]
    for file in SourceTree.sources + SourceTree.benchmarks {
      for (line, groups) in file.matches(
        of: #"\bRandomPurpose\(\s*(0x[0-9A-Fa-f_]+|[0-9][0-9_]*)\s*\)"#)
      {
        let digits = groups[0].filter { $0 != "_" }
        let id =
          digits.hasPrefix("0x") ? UInt64(digits.dropFirst(2), radix: 16) : UInt64(digits)
        guard let id else { preconditionFailure("not a number: \(groups[0])") }
        if let owner = owners[id] {
          expectNone([
            file.finding(
              line: line, "purpose \(groups[0]) is already used at \(owner); choose a new number")
          ])
        }
        owners[id] = "\(file.path):\(line)"
      }
    }
    #expect(!owners.isEmpty)
  }

  @Test("every public type has a doc comment")
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
