import Base
import Chronology
import Testing

@testable import Environment

@Suite("Faults of a server")
struct ServerFaultsTests {
  private static let first = LocalDay(year: 2026, month: 1, day: 1)

  private static func faults(failovers: Double, outages: Double) -> ServerFaultModel {
    ServerFaultModel(
      failoversPerYear: failovers, behindMinutesMax: 10, outagesPerYear: outages,
      outageMinutesMax: 90, randomness: Randomness(seed: 3))
  }

  @Test("are as frequent as the settings say, and last no longer")
  func outages() {
    let faults = Self.faults(failovers: 0, outages: 73)
    var lengths: [Int64] = []
    for community in 0..<50 as Range<UInt64> {
      for day in 0..<365 {
        let date = Self.first.adding(days: day)
        #expect(faults.failover(of: community, on: date) == nil)
        guard let outage = faults.outage(of: community, on: date) else { continue }
        #expect((0..<Span.day).contains(outage.milliseconds))
        lengths.append(outage.length)
      }
    }
    #expect(isLikely(lengths.count, of: 50 * 365, probability: 0.2))
    #expect(lengths.allSatisfy { (1...90 * Span.minute).contains($0) })
    #expect((lengths.max() ?? 0) > 85 * Span.minute && (lengths.min() ?? 0) < 5 * Span.minute)
  }

  @Test("failovers and outages are drawn independently")
  func apart() {
    let (both, one) = (
      Self.faults(failovers: 100, outages: 100), Self.faults(failovers: 100, outages: 0)
    )
    for day in 0..<365 {
      let date = Self.first.adding(days: day)
      let (here, there) = (both.failover(of: 1, on: date), one.failover(of: 1, on: date))
      #expect(here?.milliseconds == there?.milliseconds && here?.behind == there?.behind)
      #expect(one.outage(of: 1, on: date) == nil)
    }
  }
}
