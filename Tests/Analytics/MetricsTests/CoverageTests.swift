import Base
import Foundation
import TestKit
import Testing

@testable import Metrics

/// How often intervals of 95 % hold the true value: of small runs whose people are drawn alike, at
/// home or in groups or not at all.
@Suite("Intervals hold the true value as often as they say")
struct CoverageTests {
  /// What people have in common.
  enum Correlation: CaseIterable {
    case none, atHome, inGroups
  }

  /// How many runs are drawn; `SHAKEOUT_COVERAGE=10000` draws as many.
  private static let runs =
    ProcessInfo.processInfo.environment["SHAKEOUT_COVERAGE"].flatMap { Int($0) } ?? 120

  /// 240 households of three, four of which make a group; nine days in ten of 30 a person is
  /// asked whether they were active, which 60 % are on average.
  private static func households(
    _ correlation: Correlation, _ random: inout SplitMix64, _ body: (Int, Int, Int) -> Void
  ) {
    var ofGroup = 60
    for household in 0..<240 {
      if household % 4 == 0 { ofGroup = 30 + random.below(61) }
      let ofHousehold = 30 + random.below(61)
      let percent =
        switch correlation {
        case .none: 60
        case .atHome: ofHousehold
        case .inGroups: ofGroup
        }
      var active = 0
      var days = 0
      for _ in 0..<90 where random.chance(percent: 90) {
        days += 1
        if random.chance(percent: percent) { active += 1 }
      }
      body(household, active, days)
    }
  }

  /// How often the interval of a share and that of a mean hold the truth.
  private static func coverage(
    _ correlation: Correlation, linksGroups: Bool
  ) throws -> (share: Double, mean: Double) {
    let share = MetricFormula(.share, counter: 0, days: 30)
    let mean = MetricFormula(.mean, counter: 1, days: 30)
    var random = SplitMix64(seed: 2_026)
    var (sharesHeld, meansHeld) = (0, 0)
    for _ in 0..<runs {
      var clusters = ClusterAccumulator(MomentLayout(counters: 2))
      households(correlation, &random) { household, active, days in
        let cluster = linksGroups ? household / 4 * 4 : household
        clusters.enter(household: UInt32(household), cluster: UInt32(cluster), people: 3)
        // The second counter: three glasses on every active day.
        let sums = [active, days, 3 * active, days].map { UInt32($0) }
        clusters.add(HouseholdCounts(sums: sums), side: .truth)
      }
      clusters.closeClusters()
      let moments = clusters.moments(.truth)
      let ofShare = try #require(moments.estimate(share, of: clusters.all)?.interval)
      let ofMean = try #require(moments.estimate(mean, of: clusters.all)?.interval)
      if ofShare.lower <= 0.6 && 0.6 <= ofShare.upper { sharesHeld += 1 }
      if ofMean.lower <= 1.8 && 1.8 <= ofMean.upper { meansHeld += 1 }
    }
    return (Double(sharesHeld) / Double(runs), Double(meansHeld) / Double(runs))
  }

  /// What may come of so many runs whose intervals hold the truth in 94 to 96 of 100.
  private static var bounds: ClosedRange<Double> {
    // Four standard errors, or none where the issue of chance is small.
    let slack = runs >= 10_000 ? 0 : 4 * (0.05 * 0.95 / Double(runs)).squareRoot()
    return (0.94 - slack)...(0.96 + slack)
  }

  @Test("whether people are similar at home, in groups, or not", arguments: Correlation.allCases)
  func holds(_ correlation: Correlation) throws {
    let found = try Self.coverage(correlation, linksGroups: true)
    print("95 % intervals of \(Self.runs) runs, \(correlation): \(found)")
    #expect(Self.bounds.contains(found.share), "share: \(found.share)")
    #expect(Self.bounds.contains(found.mean), "mean: \(found.mean)")
  }

  @Test("which they would not if groups were not one cluster")
  func groupsMatter() throws {
    let found = try Self.coverage(.inGroups, linksGroups: false)
    #expect(found.share < 0.8 && found.mean < 0.8, "\(found)")
  }
}
