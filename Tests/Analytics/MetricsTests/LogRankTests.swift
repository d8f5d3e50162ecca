import Testing

@testable import Metrics

@Suite("The log-rank test")
struct LogRankTests {
  @Test("agrees with lifelines on every reference pair, chance and all")
  func agrees() throws {
    var lists = Array(repeating: [Int64](repeating: 0, count: 100), count: 4)
    var pairs = 0
    for row in try vectorRows("logrank.txt") {
      switch row[0] {
      case "pair": lists = Array(repeating: [Int64](repeating: 0, count: 100), count: 4)
      case "counts":
        let day: Int = try number(row[1])
        for list in 0..<4 { lists[list][day] = try number(row[2 + list]) }
      default:
        let test = try #require(
          LogRank(
            left: lists[0], stayed: lists[1], againstLeft: lists[2], againstStayed: lists[3]))
        let statistic: Double = try number(row[1])
        #expect(abs(test.statistic - statistic) <= 1e-9 * max(1, statistic))
        #expect(abs(test.probability - (try number(row[2]))) < 1e-9)
        pairs += 1
      }
    }
    #expect(pairs == 20)
  }

  @Test("gives no result where no one left")
  func nobodyLeft() {
    #expect(LogRank(left: [0], stayed: [3], againstLeft: [0], againstStayed: [4]) == nil)
  }

  @Test(
    "knows the tail of the normal distribution",
    arguments: [
      (0.0, 1.0), (0.5, 0.4795001221869535), (1.0, 0.15729920705028513),
      (2.0, 0.004677734981047266), (2.4999999, 0.00040695223527343607),
      (2.5, 0.00040695201744495897),
      (4.0, 1.541725790028002e-08),
    ])
  func tail(_ z: Double, _ part: Double) {
    #expect(abs(LogRank.complementaryError(z) - part) < 1e-12)
  }
}
