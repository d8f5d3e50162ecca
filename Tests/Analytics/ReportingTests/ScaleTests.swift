import Testing

@testable import Reporting

@Suite("Chart scales")
struct ScaleTests {
  @Test("ticks are round, few, and reach at least the largest number")
  func ticksCover() {
    for largest in [0, 1, 3, 4, 5, 9, 10, 41, 99, 860, 1_145, 12_345, 9_999_999] as [Int64] {
      let ticks = Ticks.covering(largest, count: 4)
      #expect(ticks.first == 0)
      #expect(ticks.count >= 2 && ticks.count <= 5, "\(largest): \(ticks)")
      #expect((ticks.last ?? 0) >= largest)
      let step = ticks[1]
      let leading = Int64(String(step).filter { $0 != "0" })
      #expect([1, 2, 5].contains(leading))
    }
  }

  @Test("day labels come every few days or weeks, and there are never too many")
  func dayTicks() {
    for days in [1, 2, 5, 14, 30, 120, 180, 365, 1_000, 20_000] {
      let ticks = Ticks.days(days, count: 9)
      #expect(ticks.first == 0)
      #expect(ticks.count <= 10, "\(days) days")
      #expect((ticks.last ?? 0) < max(days, 1))
    }
    #expect(Ticks.days(30, count: 9) == [0, 7, 14, 21, 28])
  }

  @Test("coordinates have at most one decimal and no commas")
  func coordinates() {
    let cases: [(Double, String)] = [
      (0, "0"), (-0.04, "0"), (0.05, "0.1"), (-0.05, "-0.1"), (-0.96, "-1"), (12, "12"),
      (12.04, "12"), (12.96, "13"), (-12.34, "-12.3"), (1_234.56, "1234.6"), (-99.95, "-100"),
    ]
    for (coordinate, text) in cases { #expect(Path.number(coordinate) == text) }
  }

  @Test("the scale of an interval has round ends that contain all values")
  func intervalDomain() {
    for shares in [[0.861, 0.877, 0.85], [0.9997, 0.99962, 0.999], [0, 0.02], [1], [0], [0.5]] {
      let domain = IntervalBar.domain(around: shares)
      #expect(shares.allSatisfy { domain.contains($0) }, "\(shares)")
      #expect(domain.lowerBound >= 0 && domain.upperBound <= 1)
      #expect(domain.lowerBound < domain.upperBound)
    }
    #expect(IntervalBar.domain(around: [0.861, 0.877, 0.85]) == 0.85...0.88)
    #expect(IntervalBar.domain(around: [0.9997, 0.99962, 0.999]) == 0.999...0.9998)
  }

  @Test("lines are interrupted at missing points")
  func brokenLine() {
    let path = Path.line([(0, 1), (1, 2.25), nil, (3, 4), (4, 5)])
    #expect(path.commands == "M0 1 L1 2.3 M3 4 L4 5")
  }
}
