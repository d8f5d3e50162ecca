/// Which moments of clusters are kept: of how many counters, and of which of them together.
struct MomentLayout: Hashable, Sendable, Codable {
  /// Two counters that a metric compares.
  struct Pair: Hashable, Sendable, Codable {
    var first: Int
    var second: Int
  }

  let counters: Int
  let pairs: [Pair]
  /// The counters that count a household at most once.
  let perHousehold: [Int]

  init(counters: Int, pairs: [Pair] = [], perHousehold: [Int] = []) {
    self.counters = counters
    self.pairs = pairs
    self.perHousehold = perHousehold
  }
}
