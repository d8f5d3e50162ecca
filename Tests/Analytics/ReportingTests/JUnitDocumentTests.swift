import Foundation
import FoundationXML
import Metrics
import Testing

@testable import Reporting

@Suite("JUnit files")
struct JUnitDocumentTests {
  /// What is wrong with a text by the schema that build servers share: which element may stand in
  /// which, the attributes that it must have and may have, and that the counts are right.
  static func mistakes(in text: String) -> [String] {
    let reader = SchemaReader()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = reader
    if !parser.parse() { reader.mistakes.append("no XML: \(parser.parserError as Any)") }
    return reader.mistakes
  }

  private static let document = JUnitDocument(
    suite: #"a "suite" & <more>"#, seconds: 755.25,
    cases: [
      JUnitDocument.Case(className: "stress", name: "P1", seconds: 1.5, .passed),
      JUnitDocument.Case(
        className: "stress", name: "P2", .failed(message: "a\nb\u{1B}[31m", text: "<x>")),
      JUnitDocument.Case(className: "stress", name: "P3", .errored(message: "it crashed")),
      JUnitDocument.Case(className: "stress", name: "P4", .skipped(message: "too few")),
    ])

  @Test("a file is valid by the common schema, whatever its texts contain")
  func schema() {
    #expect(Self.mistakes(in: Self.document.text) == [])
    let counts = #"tests="4" failures="1" errors="1""#
    #expect(Self.document.text.contains(#"\#(counts) skipped="1" time="755.250""#))
  }

  @Test("the check finds what the schema forbids")
  func check() {
    for (part, other) in [
      ("<testsuites ", "<testsuite "), (#" classname="stress""#, ""),
      (#"errors="1""#, #"errors="2""#),
      ("<skipped", "<skip"), (#" time="1.500""#, #" time="soon""#), ("</testcase>", ""),
    ] {
      let wrong = Self.document.text.replacing(part, with: other)
      #expect(!Self.mistakes(in: wrong).isEmpty, "\(part)")
    }
  }

  @Test("the file of targets has a case per target")
  func targets() {
    let results = SampleReport.report.metricResults
    let parts = [MetricGate.Segment(nil, results), MetricGate.Segment("role: <child>", results)]
    let text = MetricGate.junit(parts, of: "my-town", seconds: 1)
    #expect(Self.mistakes(in: text) == [])
    let judged = results.count { $0.verdict != nil }
    #expect(text.split(separator: "<testcase ").count - 1 == 2 * judged)
  }

  @Test("missed targets fit into one line")
  func line() {
    let results = SampleReport.report.metricResults
    let line = MetricGate.failureLine(results)
    #expect(line?.hasPrefix("2 targets missed: pc.retention.d7 65.8 % (target >= 70 %), ") == true)
    #expect(line?.hasSuffix(".\n") == true && line?.split(separator: "\n").count == 1)
    let open = MetricGate.failureLine(results.filter { $0.verdict != .fail })
    #expect(open?.hasPrefix("1 target without a clear verdict: ") == true)
    #expect(MetricGate.failureLine(results.filter { $0.verdict == .pass }) == nil)
  }
}

/// Checks a JUnit file as it is read.
private final class SchemaReader: NSObject, XMLParserDelegate {
  private struct Rule {
    var parents: [String]
    var required: Set<String>
    var allowed: Set<String>
  }

  private static let rules = [
    "testsuites": Rule(
      parents: [""], required: [], allowed: ["name", "tests", "failures", "errors", "time"]),
    "testsuite": Rule(
      parents: ["testsuites"], required: ["name", "tests"],
      allowed: ["name", "tests", "failures", "errors", "skipped", "time", "timestamp"]),
    "testcase": Rule(
      parents: ["testsuite"], required: ["name", "classname", "time"],
      allowed: ["name", "classname", "time"]),
    "failure": Rule(
      parents: ["testcase"], required: ["message", "type"], allowed: ["message", "type"]),
    "error": Rule(
      parents: ["testcase"], required: ["message", "type"], allowed: ["message", "type"]),
    "skipped": Rule(parents: ["testcase"], required: [], allowed: ["message"]),
  ]

  var mistakes: [String] = []
  private var open: [String] = [""]
  private var counts: [String: Int] = [:]
  private var declared: [String: String] = [:]

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    guard let rule = Self.rules[name] else { return mistakes.append("an element '\(name)'") }
    if !rule.parents.contains(open[open.count - 1]) {
      mistakes.append("'\(name)' in the wrong place")
    }
    for missing in rule.required.subtracting(attributes.keys) {
      mistakes.append("'\(name)' lacks '\(missing)'")
    }
    for unknown in Set(attributes.keys).subtracting(rule.allowed) {
      mistakes.append("'\(name)' has '\(unknown)'")
    }
    for key in ["tests", "failures", "errors", "skipped"] {
      if let text = attributes[key], Int(text) == nil { mistakes.append("\(key) is '\(text)'") }
    }
    if let time = attributes["time"], Double(time) == nil { mistakes.append("time is '\(time)'") }
    if name == "testsuite" { (declared, counts) = (attributes, [:]) }
    counts[name, default: 0] += 1
    open.append(name)
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    open.removeLast()
    guard name == "testsuite" else { return }
    for (key, element) in [
      ("tests", "testcase"), ("failures", "failure"), ("errors", "error"), ("skipped", "skipped"),
    ] where declared[key] != "\(counts[element] ?? 0)" {
      mistakes.append("\(key) is \(declared[key] ?? "missing"), not \(counts[element] ?? 0)")
    }
  }
}
