import Base
import JSONText
import TestKit
import Testing

@testable import Reporting

/// The sample has an example of everything, so that all keys are there.
@Suite("Formats of documents")
struct FormatTests {
  private static let documents = "Sources/Analytics/Reporting/Documents"

  @Test("the format of summary.json is the recorded one")
  func summary() throws {
    let record = FormatRecord(
      "summary", SummaryDocument.format.current, at: "\(Self.documents)/SummaryDocument.swift",
      SummaryDocument(SampleReport.report).json.keyPaths())
    #expect(try record.problem() == nil)
  }

  @Test("the format of run.json is the recorded one")
  func performance() throws {
    let document = PerformanceDocument(
      SampleReport.performance, of: SampleReport.report, name: "town",
      files: [PerformanceDocument.File("report.html", bytes: 1, sha256: "0")])
    let record = FormatRecord(
      "run-list", PerformanceDocument.format.current,
      at: "\(Self.documents)/PerformanceDocument.swift", document.json.keyPaths())
    #expect(try record.problem() == nil)
  }

  @Test("a description may only change together with its number")
  func rising() throws {
    func problem(_ number: Int, _ lines: [String]) -> String? {
      FormatRecord("sample", number, at: "Sample.swift", lines)
        .problem(against: "version 3\n\na\nb\n")
    }
    #expect(problem(3, ["a", "b"]) == nil)
    let same = try #require(problem(3, ["a", "c"]))
    #expect(same.contains("has changed and its number is still 3: raise it at Sample.swift to 4"))
    #expect(same.hasSuffix("- b; + c"))
    #expect(problem(2, ["a", "c"])?.contains("raise it at Sample.swift to 4") == true)
    #expect(problem(3, ["b", "a"]) != nil)
    if !CommittedFile.isRecording {
      #expect(problem(4, ["a", "c"])?.contains("record version 4 with RECORD=1") == true)
    }
  }

  @Test("paths of keys hold each key once, and no data")
  func keys() throws {
    let node = try JSONReader().read(#"{"b": [{"c": 1}, {"c": 2, "d": {"x": 1}}], "a": null}"#)
    #expect(node.keyPaths(maps: ["b[].d"]) == ["a", "b", "b[].c", "b[].d{}"])
  }
}
