import Base
import JSONText
import TestKit
import Testing

@testable import Benchmarking

@Suite("Files of measurements")
struct BenchmarkFilesTests {
  private static let folder = "Sources/Analytics/Benchmarking"

  private static var text: String { JSONWriter(.pretty).text(SampleResult.complete.json) }

  @Test("the format of a measurement is the recorded one")
  func resultFormat() throws {
    let record = FormatRecord(
      "bench-result", BenchmarkResult.format.current,
      at: "\(Self.folder)/Model/BenchmarkResult.swift",
      SampleResult.complete.json.keyPaths())
    #expect(try record.problem() == nil)
  }

  @Test("the format of a line of a history is the recorded one")
  func historyFormat() throws {
    let entry = BenchmarkHistory.Entry(time: "2026-11-28T17:30:00Z", of: SampleResult.complete)
    let record = FormatRecord(
      "bench-history", BenchmarkHistory.format.current,
      at: "\(Self.folder)/Files/BenchmarkHistory.swift", entry.json.keyPaths())
    #expect(try record.problem() == nil)
  }

  @Test("a file is read as it was written")
  func again() throws {
    #expect(try BenchmarkResult(Array(Self.text.utf8)) == SampleResult.complete)
    // Null and nothing mean the same.
    let plain = SampleResult.result([(.messages, [1])])
    #expect(try BenchmarkResult(JSONWriter(.compact).bytes(plain.json)) == plain)
  }

  @Test(
    "a mistake is a sentence with its place",
    arguments: [
      (
        #""operations""#, #""operation""#,
        "there is no figure 'operation'. Did you mean 'operations'?"
      ),
      (
        #""people": 60"#, #""people": 0"#,
        "'people' of a workload must be a whole number of at least 1, not 0"
      ),
      (
        #""seed": 1"#, #""seed": -1"#,
        "'seed' of a workload must be a whole number of at least 0, not -1"
      ),
      (#""days""#, #""dais""#, "there is no key 'dais' in a workload. Did you mean 'days'?"),
      (#""name": "town","#, "", "'name' is missing in a workload"),
      ("3.25", #""quick""#, "must be a list of numbers of at least 0, not the text \"quick\""),
      (
        #""limit": 7200.0"#, #""limit": -1"#,
        "'limit' of a figure must be a number of at least 0, not -1"
      ),
      (#""2026-11-20""#, #""20.11.2026""#, "must be a day such as 2026-11-28, not '20.11.2026'"),
      (#""reference": "town""#, #""reference": "twon""#, "'bounds' names the workload 'twon'"),
      (#""name": "city""#, #""name": "town""#, "there are two workloads 'town'"),
      (
        #""schemaVersion": 1"#, #""schemaVersion": 2"#,
        "this benchmark file has format version 2, which a newer shakeout, 0.2.0, wrote"
      ),
      (
        #""cores": 2"#, #""cores": "two""#,
        "'cores' of 'machine' must be a whole number of at least 1, not the text \"two\""
      ),
      ("{", "", "expected"),
    ])
  func mistakes(old: String, new: String, sentence: String) throws {
    var text = Self.text
    text.replaceSubrange(try #require(text.firstRange(of: old)), with: new)
    let found = problem { _ = try BenchmarkResult(Array(text.utf8)) }
    #expect(found?.contains(sentence) == true, "\(found ?? "it was read")")
  }

  @Test("a figure without samples and limit, and an empty list of workloads, say nothing")
  func empty() {
    func problem(_ result: BenchmarkResult) -> String? {
      BenchmarkingTests.problem { _ = try BenchmarkResult(JSONWriter(.compact).bytes(result.json)) }
    }
    #expect(
      problem(SampleResult.result([(.messages, [])]))
        == "the figure 'messages' has neither samples nor a limit")
    var none = SampleResult.result([])
    #expect(problem(none) == nil)
    none.workloads = []
    #expect(problem(none) == "'workloads' is empty")
    let twice = SampleResult.result([(.messages, [1]), (.messages, [1])])
    #expect(problem(twice) == "the workload 'town' has the figure 'messages' twice")
  }

  @Test("a history is read line by line")
  func history() throws {
    let first = BenchmarkHistory.Entry(
      time: "2026-11-27T00:00:00Z", of: SampleResult.result([(.messages, [1])]))
    let second = BenchmarkHistory.Entry(time: "2026-11-28T00:00:00Z", of: SampleResult.complete)
    let history = try BenchmarkHistory(Array((first.line + second.line).utf8))
    #expect(history.entries == [first, second])
    #expect(
      history.series.map { "\($0.workload) \($0.figure.rawValue)" } == [
        "town operations", "town userTimeRatio", "city operations", "town messages",
      ])
    // The median of four samples.
    #expect(second.values[1].value == 3.1875)
    #expect(try BenchmarkHistory([UInt8]()).entries.isEmpty)
    let found = problem { _ = try BenchmarkHistory(Array((first.line + "{}\n").utf8)) }
    #expect(found == "line 2: 1:1: 'schemaVersion' is missing in the entry")
    let broken = problem { _ = try BenchmarkHistory(Array("{\n".utf8)) }
    #expect(broken?.hasPrefix("line 1: expected") == true, "\(broken ?? "")")
  }
}
