import JSONText
import Metrics
import Testing

@testable import Reporting

@Suite("JSON documents of a run")
struct SummaryDocumentTests {
  @Test("every metric has its exact value")
  func carriesFigures() throws {
    let json = SummaryDocument(SampleReport.report).json
    #expect(try json.member("schemaVersion") == 5)
    let metricResults = try #require(try json.member("metrics").elements)
    #expect(metricResults.count == SampleReport.report.metricResults.count)
    for (node, metric) in zip(metricResults, SampleReport.report.metricResults) {
      #expect(try node.member("metric") == .string(metric.id))
      let truth = try #require(metric.truth)
      #expect(try node.member("truth").member("value") == .number(truth.value))
      #expect(try node.member("truth").member("numerator") == .integer(truth.numerator))
    }
    #expect(try json.member("days").elements?.count == 120)
    #expect(try json.member("checkedScopes").member("count") == 464)
    #expect(try json.member("checkedScopes").member("atEachStep") == 9)
    #expect(try json.member("retentionCurve").elements?.count == 31)
    let rejections = try #require(try json.member("rejections").elements)
    #expect(try rejections.map { try $0.member("server") } == [0, 87])
  }

  @Test("unknown values are null")
  func saysNull() throws {
    var report = RunReport.empty
    report.metricResults = MetricAccumulator(days: 1, allowedLatenessDays: 0).results()
    let metric = try #require(try SummaryDocument(report).json.member("metrics").elements?.first)
    #expect(try metric.member("truth") == .null)
    #expect(try metric.member("verdict") == "not applicable")
  }

  @Test("properties without checks are named, and counts without a replayed log are unknown")
  func unknown() throws {
    var report = RunReport.empty
    report.properties = [PropertyResult(id: "P19", description: "", checks: 0, violations: 0)]
    let json = SummaryDocument(report).json
    let property = try #require(try json.member("properties").elements?.first)
    #expect(try property.member("outcome") == "not exercised")
    #expect(
      try json.member("propertiesHeadline")
        == "0 of 1 property checked, 0 violations; 1 not exercised")
    #expect(try json.member("conflicts").member("lostUpdates") == .null)
  }

  @Test("only run.json depends on the machine")
  func performanceIsApart() throws {
    let document = PerformanceDocument(
      SampleReport.performance, of: SampleReport.report, name: "my-town")
    #expect(try document.json.member("seconds") == 4.2)
    #expect(try document.json.member("operationsPerSecond") == .number(3_412_887 / 4.2))
    let idle = RunPerformance(host: "x", threads: 1, seconds: 0, peakMemoryBytes: 1)
    #expect(
      try PerformanceDocument(idle, of: .empty, name: "nothing").json.member("operationsPerSecond")
        == .null)
  }

  @Test("a latency histogram is summarized by the percentiles that every report shows")
  func latencies() {
    var histogram = LatencyHistogram()
    #expect(LatencySummary(title: "a", histogram: histogram).percentiles == [])
    #expect(LatencySummary(title: "a", histogram: histogram).millisecondsMax == nil)
    for milliseconds in 1...100 { histogram.record(milliseconds: Int64(milliseconds)) }
    let summary = LatencySummary(title: "a", histogram: histogram)
    #expect(summary.percentiles.map(\.milliseconds) == [50, 90, 99, 100])
    #expect(summary.percentiles.map(\.name) == ["50 %", "90 %", "99 %", "99.9 %"])
    #expect(summary.millisecondsMax == 100)
  }
}

extension JSONNode {
  fileprivate func member(_ key: String) throws -> JSONNode {
    guard case .object(let members) = value else { throw MissingMember(key: key) }
    guard let member = members.first(where: { $0.key == key }) else {
      throw MissingMember(key: key)
    }
    return member.node
  }

  fileprivate var elements: [JSONNode]? {
    guard case .array(let elements) = value else { return nil }
    return elements
  }
}

private struct MissingMember: Error {
  let key: String
}
