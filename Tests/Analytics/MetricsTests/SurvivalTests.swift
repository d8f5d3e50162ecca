import Testing

@testable import Metrics

@Suite("A survival curve")
struct SurvivalTests {
  @Test("and its limits agree with lifelines on every reference curve")
  func agrees() throws {
    var (left, stayed): ([Int64], [Int64]) = ([], [])
    var curves = 0
    var points = 0
    for row in try vectorRows("survival.txt") {
      switch row[0] {
      case "curve":
        (left, stayed) = (Array(repeating: 0, count: 100), Array(repeating: 0, count: 100))
        curves += 1
      case "counts":
        left[try number(row[1])] = try number(row[2])
        stayed[try number(row[1])] = try number(row[3])
      default:
        let day: Int = try number(row[1])
        let curve = SurvivalCurve(events: left, censored: stayed)
        let point = try #require(curve.points.first { $0.day == day })
        #expect(abs(point.survival - (try number(row[2]))) < 1e-12, "\(row)")
        #expect(curve.survival(after: day) == point.survival)
        points += 1
        guard let interval = point.interval else {
          #expect(point.survival == 0)
          continue
        }
        #expect(abs(interval.lower - (try number(row[3]))) < 1e-9, "\(row)")
        #expect(abs(interval.upper - (try number(row[4]))) < 1e-9, "\(row)")
      }
    }
    #expect(curves == 20 && points > 300)
  }

  @Test("stays at one before anyone leaves, and where no one does")
  func nobodyLeaves() {
    let curve = SurvivalCurve(events: [0, 0, 0], censored: [1, 0, 4])
    #expect(curve.points.isEmpty && curve.survival(after: 2) == 1)
  }
}
