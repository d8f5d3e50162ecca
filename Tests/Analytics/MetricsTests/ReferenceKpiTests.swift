import TestKit
import Testing

@testable import Metrics

@Suite("Metrics of random histories")
struct ReferenceKpiTests {
  @Test("agree with a slow reference, on both sides, to the last digit", arguments: 0..<120)
  func agreeWithReference(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let days = 1 + random.below(seed % 4 == 0 ? 140 : 45)
    let lateness = random.below(5)
    let rows = PersonDayRow.madeUp(people: 1 + random.below(50), days: days, random: &random)
    let accumulator = MetricAccumulator.over(
      PersonFixture.people(of: rows), days: days, allowedLatenessDays: lateness)
    for side in Side.allCases {
      let reference = SlowReference(
        rows: rows, days: days, allowedLatenessDays: lateness,
        side: { side == .truth ? $0.truth : $0.observed })
      checkRatios(accumulator, reference, side)
      checkDays(accumulator, reference, side)
      if seed % 4 == 0 { checkIntervals(accumulator, reference, side) }
    }
    #expect(accumulator.personDays == Int64(rows.filter(\.enrolled).count))
  }

  private func text(_ ratio: SlowReference.Ratio) -> String {
    ratio.denominator == 0 ? "none" : "\(ratio.numerator)/\(ratio.denominator)"
  }

  private func checkRatios(
    _ accumulator: MetricAccumulator, _ reference: SlowReference, _ side: Side
  ) {
    let rows = reference.rows
    #expect(accumulator.ratio("pc.dau", side) == text(reference.dailyActive(rows)))
    #expect(
      accumulator.ratio("pc.habits_completed", side) == text(reference.habitsCompleted(rows)))
    #expect(accumulator.ratio("pc.sync_success", side) == text(reference.syncSuccess(rows)))
    #expect(accumulator.ratio("pc.streak7", side) == text(reference.streak7(rows)))
    for day in [1, 7, 30] {
      #expect(
        accumulator.ratio("pc.retention.d\(day)", side) == text(reference.retention(day: day, rows))
      )
    }
    for point in accumulator.retentionCurve {
      let estimate = side == .truth ? point.truth : point.observed
      let expected = reference.retention(day: point.day, rows)
      #expect((estimate?.numerator ?? 0) == expected.numerator)
      #expect((estimate?.denominator ?? 0) == expected.denominator)
    }
  }

  private func checkDays(_ accumulator: MetricAccumulator, _ reference: SlowReference, _ side: Side)
  {
    for totals in accumulator.dayCounts {
      let rows = reference.rows.filter { $0.runDay == totals.day }
      let counts = side == .truth ? totals.truth : totals.observed
      let (active, enrolled) = reference.dailyActive(rows)
      let (done, due) = reference.habitsCompleted(rows)
      #expect(counts.active == active && totals.enrolled == enrolled)
      #expect(counts.habitsDone == done && counts.habitsDue == due)
    }
  }

  private func checkIntervals(
    _ accumulator: MetricAccumulator, _ reference: SlowReference, _ side: Side
  ) {
    let ratios: [(String, ([PersonDayRow]) -> SlowReference.Ratio)] = [
      ("pc.dau", reference.dailyActive),
      ("pc.habits_completed", reference.habitsCompleted),
      ("pc.sync_success", reference.syncSuccess),
      ("pc.streak7", reference.streak7),
      ("pc.retention.d7", { reference.retention(day: 7, $0) }),
    ]
    for (id, ratio) in ratios {
      let interval = accumulator.estimate(id, side)?.interval
      let expected = reference.interval(ratio)
      #expect((interval == nil) == (expected == nil), "\(id)")
      if let interval, let expected {
        #expect(abs(interval.lower - expected.lower) < 1e-9, "\(id)")
        #expect(abs(interval.upper - expected.upper) < 1e-9, "\(id)")
      }
    }
  }
}
