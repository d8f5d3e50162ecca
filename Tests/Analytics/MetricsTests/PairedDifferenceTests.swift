import TestKit
import Testing

@testable import Metrics

@Suite("The difference between two runs of the same people")
struct PairedDifferenceTests {
  /// Households of two, each of whom is active on some of thirty days; a treatment adds days.
  private static func run(adding days: Int = 0, to households: Range<Int> = 0..<0)
    -> MetricAccumulator
  {
    var random = SplitMix64(seed: 9)
    var accumulator = MetricAccumulator(
      days: 30, allowedLatenessDays: 0, keepsClusters: true)
    for household in 0..<60 {
      let percent = 20 + random.below(70)
      for _ in 0..<2 {
        let usual = (0..<30).filter { _ in random.chance(percent: percent) }
        let more = households.contains(household) ? (0..<30).filter { !usual.contains($0) } : []
        var person = PersonFixture()
        person.household = household
        person.truth.active = Set(usual + more.prefix(days))
        person.observed.active = person.truth.active
        person.add(to: &accumulator)
      }
    }
    return accumulator
  }

  private static func dailyActive(
    _ one: MetricAccumulator, _ two: MetricAccumulator
  ) throws -> PairedDifference {
    try #require(one.differences(to: two).first { $0.definition == "pc.dau" })
  }

  @Test("is nothing where they are the same, and no household more would tell it better")
  func same() throws {
    let row = try Self.dailyActive(Self.run(), Self.run())
    #expect(row.difference == 0 && row.interval == Interval(lower: 0, upper: 0))
    #expect(row.varianceReduction == nil && !row.isSignificant)
  }

  @Test("is what was added, is sure, and would take many times as many households unpaired")
  func added() throws {
    let row = try Self.dailyActive(Self.run(), Self.run(adding: 2, to: 0..<60))
    #expect(abs(row.difference - 2.0 / 30) < 0.01)
    let interval = try #require(row.interval)
    #expect(interval.lower > 0.05 && interval.upper < 0.08 && row.isSignificant)
    #expect(try #require(row.varianceReduction) > 10)
    let relative = try #require(row.relative)
    #expect(abs(relative * row.first - row.difference) < 1e-12)
  }

  @Test("is less sure the fewer households it comes from")
  func few() throws {
    func width(_ households: Range<Int>) throws -> Double {
      let row = try Self.dailyActive(Self.run(), Self.run(adding: 6, to: households))
      let interval = try #require(row.interval)
      return interval.upper - interval.lower
    }
    // The same six days for half of the people leave open who they are; for all they do not.
    #expect(try width(0..<30) > 2 * width(0..<60))
    let lonely = try Self.dailyActive(Self.run(), Self.run(adding: 1, to: 5..<6))
    #expect(!lonely.isSignificant)
  }
}
