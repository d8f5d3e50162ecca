import Foundation
import Testing

/// A field that copying leaves out is lost on devices. A field that the comparison leaves out may
/// differ between two replicas unnoticed, and hides errors there from P5. So a type with fields
/// visits each field exactly once in `pair`.
@Suite("Fields of folded state")
struct FoldedFieldsTests {
  /// Not part of a state, or the same in all states that are compared.
  private static let apart: Set<String> = ["replaced", "areaEvents", "byAddress", "foodRows"]
  /// An index: it holds nothing that the rows it finds do not hold.
  private static let followed: Set<String> = ["slotByEntity", "digestStored"]

  @Test("every stored field is visited exactly once")
  func paired() {
    let files = SourceTree.sources.filter {
      $0.module == "DomainCore" && $0.code.contains(Self.pairing)
    }
    #expect(files.count > 16)
    for file in files where !Self.isOfScope(file) && !Self.isProtocol(file) {
      let fields = Self.fields(of: file)
      let body = Self.body(of: Self.pairing, in: file.code)
      #expect(!fields.isEmpty, "\(file.path) has no fields that this test could read")
      for field in fields {
        let pairs = TextPattern("\\(&(\\w+), other\\.(\\w+)").matches(in: body)
        let own = pairs.filter { $0.groups[0] == field }
        #expect(own.count == 1, "\(file.path): \(field) is visited \(own.count) times")
        #expect(
          own.allSatisfy { $0.groups[1] == field },
          "\(file.path): \(field) is paired with another field")
      }
      // Linked fields are compared by hand.
      let walk = Self.tail(from: "func isIdentical(", in: file.code)
      for field in TextPattern("\\.walked\\(&(\\w+)").matches(in: body).map({ $0.groups[0] }) {
        #expect(Self.names(field, in: walk), "\(file.path): \(field) is not compared")
      }
    }
  }

  @Test("only a scope and its days are copied and compared by hand")
  func byHand() throws {
    let files = SourceTree.sources.filter { $0.module == "DomainCore" }
    let byHand = files.filter { $0.code.contains("func copy() -> ") && !Self.isProtocol($0) }
    #expect(
      byHand.map { $0.path.split(separator: "/").last } == [
        "DoneDays.swift", "HabitsState.swift", "ScopeState+Copy.swift",
      ])
    for field in Self.fields(of: byHand[0]) where field != "wordsPerHabit" {
      #expect(Self.names(field, in: Self.body(of: "func copy()", in: byHand[0].code)))
      #expect(Self.names(field, in: Self.body(of: "func isIdentical(", in: byHand[0].code)))
    }
    for field in Self.fields(of: byHand[1]) {
      #expect(Self.names(field, in: Self.body(of: "init(copying", in: byHand[1].code)))
      if Self.followed.contains(field) { continue }
      #expect(Self.names(field, in: Self.body(of: "func isIdentical(", in: byHand[1].code)))
    }
    func code(_ name: String) throws -> SourceFile {
      try #require(files.first { $0.path.hasSuffix("/State/\(name).swift") })
    }
    let shared = try code("SharedState")
    let copying =
      try code("ScopeState+Copy").code + Self.body(of: "init(copying", in: shared.code)
    let comparing = try code("ScopeState+Identity").code
    let fields = Self.fields(of: try code("ScopeState")) + Self.fields(of: shared)
    for field in fields where !Self.apart.contains(field) {
      if Self.names("&(?:shared\\.)?\(field)", in: copying) { continue }
      #expect(Self.names(field, in: copying), "\(field) is not copied")
      if !Self.followed.contains(field) {
        #expect(Self.names(field, in: comparing), "\(field) is not compared")
      }
    }
  }

  private static let pairing = "mutating func pair("

  private static func isOfScope(_ file: SourceFile) -> Bool {
    file.path.contains("/State/ScopeState")
  }

  private static func isProtocol(_ file: SourceFile) -> Bool {
    file.path.hasSuffix("/State/AreaState.swift")
  }

  private static let declaration = "^(?:public )?struct (\\w+): [\\w, ]*~Copyable"

  private static func fields(of file: SourceFile) -> [String] {
    let begin = file.matches(of: declaration).first?.line ?? 0
    let code = file.codeLines[begin...].prefix { $0 != "}" }.joined(separator: "\n")
    let pattern =
      "^  (?:@\\w+ )?(?:(?:public|private|internal)(?:\\(set\\))? )*(?:var|let) (\\w+)[^{\\n]*$"
    return TextPattern(pattern).matches(in: code).map { $0.groups[0] }
  }

  private static func body(of start: String, in code: String) -> String {
    let tail = tail(from: start, in: code)
    return tail.range(of: "\n  }\n").map { String(tail[..<$0.lowerBound]) } ?? tail
  }

  private static func tail(from start: String, in code: String) -> String {
    code.range(of: start).map { String(code[$0.lowerBound...]) } ?? ""
  }

  private static func names(_ field: String, in code: String) -> Bool {
    !TextPattern("(?<!\\w)\(field)\\b").matches(in: code).isEmpty
  }
}
