import Testing

@Suite("Formats")
struct FormatsTests {
  /// A number of a format in the code, of whatever kind.
  private static let number = TextPattern(
    #"^  (?:public |private )?static let (?:schemaVersion = \d|format = FormatVersion\()|"#
      + #"^ +"schemaVersion": \d"#)

  @Test("every number of a format belongs to a description in Tests/Formats")
  func described() {
    let tests = SourceTree.tests.map { $0.lines.joined(separator: "\n") }
      .filter { $0.contains("FormatRecord(") }
    let numbered = SourceTree.sources.filter { file in
      !Self.number.matches(in: file.lines.joined(separator: "\n")).isEmpty
    }
    #expect(numbered.count > 12)
    for file in numbered {
      let name = file.path.split(separator: "/").last.map(String.init) ?? ""
      #expect(
        tests.contains { $0.contains("/\(name)\"") },
        "\(file.path) has the number of a format, and no test describes it: see FormatRecord")
    }
  }
}
