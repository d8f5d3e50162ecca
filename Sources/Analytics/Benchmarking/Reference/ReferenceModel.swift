import Base

/// The reference model of behavior, which other tools simulate as well: Benchmarks/Peers/README.md
/// declares it.
///
/// Each person has a habit and a streak, and opens the app or not on each day, at random. Draws
/// have an address, the person and the day, so people may be simulated in any order and in any
/// number of batches.
public struct ReferenceModel: Sendable {
  public let people: Int
  public let days: Int
  public let seed: UInt32

  /// The people who are simulated side by side, so that one's arithmetic fills another's waits.
  private static let lanes = 8
  private typealias Lanes = SIMD8<Double>

  public init(people: Int, days: Int, seed: UInt32) {
    precondition(people > 0 && days > 0, "a model has people and days")
    self.people = people
    self.days = days
    self.seed = seed
  }

  /// On how many of all days people open the app. Complexity: O(people × days).
  public func openings() -> Int {
    var openings = 0
    var first = 0
    while first < people {
      openings += self.openings(from: first, count: min(Self.lanes, people - first))
      first += Self.lanes
    }
    return openings
  }

  /// The openings of some people side by side.
  private func openings(from first: Int, count: Int) -> Int {
    let counted = Lanes(0, 1, 2, 3, 4, 5, 6, 7) .< Lanes(repeating: Double(count))
    var habits = Lanes(repeating: 0.5)
    var streaks = Lanes(repeating: 0)
    var openings = Lanes(repeating: 0)
    for day in 0..<days {
      let weekday = day % 7 < 5 ? 0.3 : 0
      let logits =
        habits * 2 + 0.05 * streaks.replacing(with: 20, where: streaks .> 20) + (weekday - 1)
      let opens = draws(of: first, on: day) * (1 + exponential(-logits)) .< 1
      let opened = Lanes(repeating: 0).replacing(with: 1, where: opens)
      habits += 0.1 * (opened - habits)
      streaks = (streaks + 1) * opened
      openings += opened.replacing(with: 0, where: .!counted)
    }
    return Int(openings.sum())
  }

  /// e to the powers, which lie within 3 of zero, to eleven digits: the series of an eighth of each
  /// power, and three squares.
  @inline(__always) private func exponential(_ powers: Lanes) -> Lanes {
    let x = powers * 0.125
    var sum = Lanes(repeating: 1 / 3_628_800)
    for factorial in Self.factorials { sum = sum * x + factorial }
    let square = sum * sum
    let fourth = square * square
    return fourth * fourth
  }

  /// The other factors of the series, the last one first.
  private static let factorials: [Double] = [
    1 / 362_880, 1 / 40_320, 1 / 5_040, 1 / 720, 1 / 120, 1 / 24, 1 / 6, 1 / 2, 1, 1,
  ]

  /// A number from 0 to 1 for each of eight people: two of each block, with 53 bits.
  @inline(__always) private func draws(of first: Int, on day: Int) -> Lanes {
    let place = UInt32(truncatingIfNeeded: first / Self.lanes * 4)
    let day = UInt32(truncatingIfNeeded: day)
    let (a, b, c, d) = Philox4x32.blocks(
      counters: SIMD4(place, day, 0, 0), SIMD4(place &+ 1, day, 0, 0),
      SIMD4(place &+ 2, day, 0, 0), SIMD4(place &+ 3, day, 0, 0), key: SIMD2(seed, 0))
    return Lanes(
      number(a.x, a.y), number(a.z, a.w), number(b.x, b.y), number(b.z, b.w),
      number(c.x, c.y), number(c.z, c.w), number(d.x, d.y), number(d.z, d.w))
  }

  @inline(__always) private func number(_ high: UInt32, _ low: UInt32) -> Double {
    Double(Int64(truncatingIfNeeded: (UInt64(high) << 32 | UInt64(low)) >> 11)) * 0x1p-53
  }
}
