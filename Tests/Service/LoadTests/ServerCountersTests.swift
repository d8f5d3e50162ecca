import Base
import Reporting
import Testing

@testable import Load

@Suite("The counters of a server")
struct ServerCountersTests {
  private static let text = """
    # TYPE shakeout_requests_total counter
    shakeout_requests_total{endpoint="exchange",status="200"} 1200
    shakeout_requests_total{endpoint="health",status="200"} 34
    # TYPE shakeout_commit_seconds histogram
    shakeout_commit_seconds_sum 1.5
    shakeout_commit_seconds_count 300
    process_resident_memory_bytes 1048576
    process_cpu_seconds_total 2.25

    """

  @Test("are read from all kinds of requests, and counted since an earlier time")
  func reading() throws {
    let counters = try #require(ServerWatch.counters(in: Self.text))
    #expect(counters.requests == 1_234 && counters.processorSeconds == 2.25)
    #expect(counters.commits == 300 && counters.commitMicroseconds == 5_000)
    var earlier = counters
    earlier.requests = 1_000
    earlier.processorSeconds = 1.25
    #expect(counters.since(earlier).requests == 234)
    #expect(counters.since(earlier).processorSeconds == 1)
    // A server that was started meanwhile began with zero.
    earlier.processorSeconds = 9
    #expect(counters.since(earlier) == counters)
  }

  @Test("are none without the processor time")
  func others() {
    #expect(ServerWatch.counters(in: "shakeout_requests_total 3\n") == nil)
  }
}
