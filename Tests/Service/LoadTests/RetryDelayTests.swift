import SyncCore
import Testing

@testable import Load

@Suite("Phones that failed together")
struct RetryDelayTests {
  private static let timing = ExchangeTiming(
    retryBackoffMillisecondsMin: 1_000, retryBackoffMillisecondsMax: 60_000)

  /// The waits of so many phones of which each has failed so often in a row, in milliseconds.
  private static func delays(
    failures: Int, phones: Int = 2_000, retryAfterSeconds: Int? = nil
  ) throws -> [Int64] {
    var random = SystemRandomNumberGenerator()
    return try (0..<phones).map { _ in
      var machine = ExchangeMachine()
      var wait: RetryWait?
      for _ in 0..<failures {
        _ = machine.want()
        wait = machine.fails(machine.begin().number, timing)
      }
      return RetryDelay.nanoseconds(
        try #require(wait), retryAfterSeconds: retryAfterSeconds, randomBits: random.next())
        / 1_000_000
    }
  }

  /// The largest part of the phones in a window of a twentieth of the time that they spread over.
  private static func densest(_ delays: [Int64], over milliseconds: Int64) -> Double {
    let window = milliseconds / 20
    let counts = Dictionary(grouping: delays) { $0 / window }.mapValues(\.count)
    return Double(counts.values.max() ?? 0) / Double(delays.count)
  }

  @Test("do not come back together: they spread evenly, over twice the time after each failure")
  func spread() throws {
    for (failures, longest) in [(1, 1_000), (2, 2_000), (4, 8_000)] as [(Int, Int64)] {
      let delays = try Self.delays(failures: failures)
      #expect(delays.allSatisfy { (longest / 2...longest).contains($0) })
      #expect(Self.densest(delays, over: longest / 2) < 0.1, "\(failures) failures")
    }
    #expect(try Self.delays(failures: 12).allSatisfy { $0 <= 60_000 })
  }

  @Test("spread as well when a server has asked all of them to wait for the same time")
  func asked() throws {
    let delays = try Self.delays(failures: 1, retryAfterSeconds: 5)
    #expect(delays.allSatisfy { (5_000...5_500).contains($0) })
    #expect(Self.densest(delays, over: 500) < 0.1)
  }

  @Test("a server cannot make them wait for ever")
  func limit() throws {
    let delays = try Self.delays(failures: 1, phones: 10, retryAfterSeconds: .max)
    #expect(delays.allSatisfy { $0 <= 3_600_500 })
    #expect(try Self.delays(failures: 1, phones: 10, retryAfterSeconds: -5).allSatisfy { $0 > 0 })
  }
}
