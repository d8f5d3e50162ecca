import Testing

@testable import Metrics

@Suite("Intervals")
struct IntervalTests {
  @Test("Wilson's agrees with statsmodels on every reference share")
  func wilsonAgrees() throws {
    let rows = try vectorRows("wilson.txt")
    #expect(rows.count >= 400)
    for row in rows {
      let interval = Interval.wilson(successes: try number(row[0]), trials: try number(row[1]))
      #expect(abs(interval.lower - (try number(row[2]))) < 1e-12, "\(row)")
      #expect(abs(interval.upper - (try number(row[3]))) < 1e-12, "\(row)")
    }
  }

  @Test("Newcombe's agrees with statsmodels on every reference difference")
  func newcombeAgrees() throws {
    let rows = try vectorRows("newcombe.txt")
    #expect(rows.count >= 400)
    for row in rows {
      let interval = Interval.newcombe(
        successes: try number(row[0]), trials: try number(row[1]),
        againstSuccesses: try number(row[2]), againstTrials: try number(row[3]))
      #expect(abs(interval.lower - (try number(row[4]))) < 1e-12, "\(row)")
      #expect(abs(interval.upper - (try number(row[5]))) < 1e-12, "\(row)")
    }
  }

  @Test("the published examples come out as published")
  func publishedExamples() {
    let share = Interval.wilson(successes: 40, trials: 100)
    #expect(abs(share.lower - 0.3094) < 5e-5 && abs(share.upper - 0.4980) < 5e-5)
    let difference = Interval.newcombe(
      successes: 56, trials: 70, againstSuccesses: 48, againstTrials: 80)
    #expect(abs(difference.lower - 0.0524) < 5e-5 && abs(difference.upper - 0.3339) < 5e-5)
  }

  @Test("nothing and everything keep their own end, exactly")
  func endsAreExact() {
    for trials in [1, 2, 3, 7, 49, 1_000, 999_983] as [Int64] {
      #expect(Interval.wilson(successes: 0, trials: trials).lower == 0)
      #expect(Interval.wilson(successes: trials, trials: trials).upper == 1)
    }
  }

  @Test("a share that is the same in all clusters is as wide as independent trials")
  func agreementIsNoCertainty() {
    let none = Interval.share(1, variance: 0, trials: 50, quantile: Interval.normalQuantile)
    #expect(none == .wilson(successes: 50, trials: 50))
  }

  @Test("a share that spreads between clusters is as wide as its spread, whatever its denominator")
  func spreadWidens() {
    for trials in [40.0, 1e9] {
      let interval = Interval.share(0.5, variance: 0.0004, trials: trials, quantile: 2)
      #expect(abs((interval.upper - interval.lower) / 2 - 2 * 0.02) < 0.0005)
    }
  }

  @Test("Student's quantile agrees with the integrated density, in its table and beyond")
  func studentAgrees() {
    for degrees in [1, 2, 3, 4, 7, 12, 13, 29, 30, 31, 32, 60, 99, 250] {
      let expected = StudentReference.quantile(degrees: degrees)
      #expect(abs(StudentQuantile.of(degrees: Int64(degrees)) - expected) < 1e-6, "\(degrees)")
    }
    #expect(abs(StudentQuantile.of(degrees: 1_000_000_000) - Interval.normalQuantile) < 1e-8)
  }
}
