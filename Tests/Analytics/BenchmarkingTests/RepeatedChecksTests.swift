import TestKit
import Testing

@testable import Benchmarking

/// A gate that cries wolf is switched off, and one that stays silent is none.
@Suite("Thirty checks")
struct RepeatedChecksTests {
  private static let checks = 30

  /// Samples of time as machines give them: each measurement is a little off, each sample more, and
  /// one in twenty is far too slow.
  private struct Clock {
    private var numbers: SplitMix64

    init(seed: UInt64) {
      numbers = SplitMix64(seed: seed)
    }

    mutating func samples(factor: Double = 1) -> [Double] {
      let session = 3.2 * factor * (1 + 0.01 * numbers.bell())
      return (0..<10).map { _ in
        session * (1 + 0.02 * numbers.bell()) * (numbers.oneIn(20) ? 1.4 : 1)
      }
    }

    /// Memory and counts hardly differ.
    mutating func result(time: Double = 1, count: Double = 1) -> BenchmarkResult {
      let memory = (0..<10).map { _ in 48e6 * (1 + 0.004 * numbers.bell()) }
      return SampleResult.result([
        (.instructionsPerOperation, [16_268.4 * count * (1 + 0.000_2 * numbers.bell())]),
        (.messages, [Double(Int(20_400 * count))]),
        (.peakMemoryBytes, memory), (.userTimeRatio, samples(factor: time)),
      ])
    }
  }

  /// A check as the command does it: what looks worse is measured again.
  private static func check(
    _ clock: inout Clock, by baseline: BenchmarkResult, time: Double = 1, count: Double = 1
  ) throws -> BenchmarkCheck {
    var check = try BenchmarkCheck(clock.result(time: time, count: count), by: baseline)
    if !check.suspects.isEmpty {
      try check.confirm(by: clock.result(time: time, count: count))
    }
    return check
  }

  @Test("no check of an unchanged program raises an alarm", arguments: 1...5 as ClosedRange<UInt64>)
  func quiet(seed: UInt64) throws {
    var clock = Clock(seed: seed)
    let baseline = clock.result()
    for number in 0..<Self.checks {
      let check = try Self.check(&clock, by: baseline)
      #expect(!check.isWorse && check.missing.isEmpty, "check \(number): \(check.rows)")
      #expect(check.rows.count == 4)
    }
  }

  @Test("3 % more of a count are found every time", arguments: 1...5 as ClosedRange<UInt64>)
  func counts(seed: UInt64) throws {
    var clock = Clock(seed: seed)
    let baseline = clock.result()
    for _ in 0..<Self.checks {
      let check = try Self.check(&clock, by: baseline, count: 1.03)
      let worse = check.rows.filter { $0.verdict == .worse }.map(\.change.figure)
      #expect(worse == [.instructionsPerOperation, .messages])
    }
  }

  @Test("15 % more time are found every time", arguments: 1...5 as ClosedRange<UInt64>)
  func time(seed: UInt64) throws {
    var clock = Clock(seed: seed)
    let baseline = clock.result()
    for _ in 0..<Self.checks {
      let check = try Self.check(&clock, by: baseline, time: 1.15)
      #expect(check.rows.filter { $0.verdict == .worse }.map(\.change.figure) == [.userTimeRatio])
    }
  }

  @Test("what the second measurement does not show is no alarm")
  func confirmation() throws {
    let baseline = SampleResult.result([(.userTimeRatio, [10, 11, 10, 11, 10])])
    let slow = SampleResult.result([(.userTimeRatio, [15, 16, 15, 16, 15])])
    var check = try BenchmarkCheck(slow, by: baseline)
    #expect(check.isWorse && check.suspects == ["town"])
    var confirmed = check
    try confirmed.confirm(by: slow)
    #expect(confirmed.isWorse)
    try check.confirm(by: baseline)
    #expect(!check.isWorse && check.rows.map(\.verdict) == [.unconfirmed])
  }
}
