import Reporting
import Scenarios
import Testing

@testable import Load

@Suite("Thresholds")
struct ThresholdTests {
  private static func isMissed(_ text: String) throws -> Bool {
    var histogram = LatencyHistogram()
    for duration: Int64 in 1...100 { histogram.record(duration * 1_000) }
    return try LoadThreshold(text).verdict(
      [(name: .latency, histogram: histogram), (name: .service, histogram: LatencyHistogram())],
      errors: 5, intended: 1_000, rate: 1_950
    ).isMissed
  }

  @Test(
    "durations and the rate are of a server's pace, and errors are not",
    arguments: [
      ("latency.p99>1s", true), ("durable.max>1s", true), ("rate<5", true), ("errors>0", false),
      ("errors>1%", false),
    ])
  func pace(text: String, isOfPace: Bool) throws {
    #expect(try LoadThreshold(text).isOfPace == isOfPace)
  }

  @Test(
    "a load fails if the expression is true",
    arguments: [
      ("latency.p99>98ms", true), ("latency.p99>100ms", false), ("latency.p50 > 49000us", true),
      ("latency.max>0.1s", false), ("latency.max>99ms", true), ("latency.mean>51ms", false),
      ("latency.p90>89ms", true), ("errors>4", true), ("errors>5", false),
      ("errors>0.4%", true), ("errors>0.5%", false), ("rate<2000", true), ("rate<1900", false),
      // Nothing was measured.
      ("service.p99>0ms", true),
    ])
  func verdicts(text: String, isMissed: Bool) throws {
    #expect(try Self.isMissed(text) == isMissed)
  }

  @Test(
    "what should be true, and a share without its sign, are refused with what was meant",
    arguments: [
      ("latency.p99<250ms", "Did you mean 'latency.p99>250ms'?"),
      ("errors<1%", "Did you mean 'errors>1%'?"), ("errors<5", "it says what must not be true"),
      ("errors>0.1", "Did you mean 'errors>0.1%'?"),
    ])
  func sense(text: String, part: String) {
    let problem = #expect(throws: LoadThreshold.Problem.self) { try LoadThreshold(text) }
    #expect(problem?.message.contains(part) == true, "\(problem?.message ?? "")")
  }

  @Test("it says what was measured, or that nothing was")
  func measured() throws {
    var histogram = LatencyHistogram()
    histogram.record(2_000)
    let all: [(name: LoadSeries, histogram: LatencyHistogram)] = [
      (name: .latency, histogram: histogram)
    ]
    func verdict(_ text: String) throws -> LoadReport.Verdict {
      try LoadThreshold(text).verdict(all, errors: 1, intended: 1_000, rate: 12.34)
    }
    #expect(try verdict("latency.p99>1ms").measured == "2.00 ms")
    #expect(try verdict("service.p99>1ms").measured == nil)
    #expect(try verdict("errors>0.1%").measured == "0.100 %")
    #expect(try verdict("rate<5").measured == "12.3/s")
  }

  @Test("it knows whether only people have what it judges")
  func people() throws {
    #expect(try LoadThreshold("durable.p99>250ms").seriesOfPeople == .durable)
    #expect(try LoadThreshold("saved.max>1s").seriesOfPeople == .saved)
    #expect(try LoadThreshold("latency.p99>250ms").seriesOfPeople == nil)
    #expect(try LoadThreshold("errors>0").seriesOfPeople == nil)
  }

  @Test(
    "a wrong expression gets one sentence that names what is wrong and what is allowed",
    arguments: [
      ("latency.p99", "has neither '>' nor '<'"),
      ("latancy.p99>1ms", "Did you mean 'latency'?"),
      ("xyz.p99>1ms", "It can begin with latency, service"),
      ("latency>1ms", "such as 'latency.p99'"),
      ("latency.p99>250", "has no unit. There are us, ms and s."),
      ("latency.p999999>1ms", "There are p50, p90"),
      ("latency.maximum>1ms", "asks for 'maximum'"),
      ("errors>x%", "'x' in the threshold"),
      ("rate<-1", "'-1' in the threshold"),
      ("", "has neither"),
    ])
  func wrong(text: String, part: String) {
    do {
      _ = try LoadThreshold(text)
      Issue.record("'\(text)' was accepted")
    } catch {
      #expect(error.message.contains(part), "\(error.message)")
    }
  }
}
