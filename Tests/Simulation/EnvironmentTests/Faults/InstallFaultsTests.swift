import Base
import Chronology
import Testing

@testable import Environment

@Suite("Faults of apps")
struct InstallFaultsTests {
  private static let first = LocalDay(year: 2026, month: 1, day: 1)

  @Test("an app crashes as often as set, in any part of a session, soon after it or much later")
  func ends() {
    let faults = InstallFaultModel(
      InstallSettings(
        reinstallsPerDeviceYear: 0, restoresPerDeviceYear: 0, clonesPerDeviceYear: 0,
        backupDays: 1, sharedSignInsPerDeviceYear: 0, crashProbability: 0.3, widgetsPerDeviceYear: 0
      ),
      randomness: Randomness(seed: 5))
    var parts: [Int: Int] = [:]
    var delays: [Int64] = []
    for person in 0..<100 as Range<UInt64> {
      for day in 0..<100 {
        switch faults.end(of: 1, of: person, on: Self.first.adding(days: day)) {
        case .within(let part): parts[part, default: 0] += 1
        case .after(let delay): delays.append(delay)
        case nil: break
        }
      }
    }
    let within = parts.values.reduce(0, +)
    #expect(isLikely(within + delays.count, of: 10_000, probability: 0.3))
    #expect(isLikely(within, of: within + delays.count, probability: 1 / 3.0))
    #expect(parts.keys.sorted() == Array(0..<AppTermination.parts))
    for count in parts.values { #expect(isLikely(count, of: within, probability: 0.25)) }
    let soon = delays.count { $0 <= 4_000 }
    #expect(isLikely(soon, of: delays.count, probability: 0.5))
    #expect(delays.allSatisfy { (1...10 * Span.hour).contains($0) })
    // Half of the crashes in the background are after the first four minutes.
    #expect(isLikely(delays.count { $0 >= 256_000 }, of: delays.count, probability: 0.5 * 7 / 13))
  }
}
