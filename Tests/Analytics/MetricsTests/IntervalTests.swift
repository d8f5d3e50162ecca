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

  @Test("a bootstrap in which all replicates agree is as wide as independent trials")
  func agreementIsNoCertainty() throws {
    let replicates = [Double](repeating: 1, count: 100)
    let interval = try #require(
      Interval.bootstrap(share: 1, denominator: 50, replicates: replicates))
    #expect(interval == .wilson(successes: 50, trials: 50))
    #expect(Interval.bootstrap(share: 1, denominator: 50, replicates: [1]) == nil)
  }

  @Test("a bootstrap that spreads is wider than independent trials, about as wide as its spread")
  func spreadWidens() throws {
    let replicates = (0..<100).map { 0.5 + ($0 % 2 == 0 ? 0.02 : -0.02) }
    let interval = try #require(
      Interval.bootstrap(share: 0.5, denominator: 1_000_000, replicates: replicates))
    let half = (interval.upper - interval.lower) / 2
    #expect(abs(half - 1.96 * 0.02) < 0.0005)
  }
}
