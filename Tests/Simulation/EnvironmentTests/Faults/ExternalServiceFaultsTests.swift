import Base
import Chronology
import Testing

@testable import Environment

@Suite("What goes wrong outside")
struct ExternalServiceFaultsTests {
  private static let count = 20_000
  private static let firstDay = LocalDay(year: 2026, month: 1, day: 5)

  private static func faults(
    seed: UInt64 = 42, failure: Double = 0, perWeek: Double = 0, skew: Int = 0
  ) -> ExternalServiceFaults {
    ExternalServiceFaults(
      ExternalServiceSettings(
        calendarFailure: Probability(failure), calendarTokensExpiredPerWeek: perWeek,
        calendarSkewSecondsMax: skew, catalogFailure: Probability(failure),
        healthStoreFailuresPerWeek: perWeek),
      randomness: Randomness(seed: seed))
  }

  private static func calls(_ faults: ExternalServiceFaults) -> [CallOutcome] {
    (0..<count).map { faults.call(MessageKey(cause: UInt64($0 & 3), device: Int32($0 >> 2))) }
  }

  @Test("is as likely as the settings say", arguments: [0.01, 0.2, 0.7])
  func frequencies(share: Double) {
    let faults = Self.faults(failure: share, perWeek: share * 7)
    let calls = Self.calls(faults)
    let unavailable = calls.count { $0 == .unavailable }
    let retryAfter = calls.count { $0 != .accepted } - unavailable
    #expect(isLikely(unavailable, of: calls.count, probability: share / 2))
    #expect(isLikely(retryAfter, of: calls.count, probability: share / 2))
    let days = (0..<Self.count).map { Self.firstDay.adding(days: $0) }
    let expired = days.count { faults.expiresTokens(1, on: $0) }
    let away = days.count { !faults.reachesCatalog(1, on: $0, number: 2) }
    let healthFailures = days.compactMap { faults.healthFault(of: 1, on: $0) }
    #expect(isLikely(expired, of: days.count, probability: share))
    #expect(isLikely(away, of: days.count, probability: share))
    for healthFault in HealthStoreFault.allCases {
      #expect(
        isLikely(healthFailures.count { $0 == healthFault }, of: days.count, probability: share / 2))
    }
  }

  @Test("says when to come back within two minutes, and is never so when it is switched off")
  func amounts() {
    for messageDelivery in Self.calls(Self.faults(failure: 1)) {
      guard case .retryAfter(let milliseconds) = messageDelivery else { continue }
      #expect((Span.second..<Span.second + 2 * Span.minute).contains(milliseconds))
    }
    let calm = Self.faults()
    #expect(Self.calls(calm).allSatisfy { $0 == .accepted })
    for index in 0..<1_000 {
      let day = Self.firstDay.adding(days: index)
      #expect(!calm.expiresTokens(1, on: day) && calm.healthFault(of: 1, on: day) == nil)
      #expect(calm.reachesCatalog(1, on: day, number: 0))
      #expect(calm.skew(of: UInt64(index)) == 0)
    }
  }

  @Test("has clocks that are off in both directions, up to what the settings say")
  func skew() {
    let skews = (0..<2_000).map { Self.faults(skew: 60).skew(of: UInt64($0)) }
    #expect(skews.allSatisfy { abs($0) <= 60_000 })
    #expect(skews.max()! > 55_000 && skews.min()! < -55_000)
    #expect(skews.count { abs($0) < 6_000 } > 100)
  }

  @Test("depends on the seed and on who asks for what, and on nothing else")
  func addresses() {
    let messageDeliveries = Self.calls(Self.faults(failure: 0.5))
    #expect(Self.calls(Self.faults(failure: 0.5)) == messageDeliveries)
    #expect(Self.calls(Self.faults(seed: 43, failure: 0.5)) != messageDeliveries)
    let callers = (0..<4).map { caller in
      stride(from: caller, to: 400, by: 4).map { messageDeliveries[$0] }
    }
    #expect(Set(callers).count == 4)
  }
}
