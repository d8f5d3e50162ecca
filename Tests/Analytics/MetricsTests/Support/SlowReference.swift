import Base

/// Every metric once more, from raw rows, in the slowest and most literal way.
///
/// It shares no code with the room it checks except the run's randomness, whose draws are what the
/// bootstrap's weights are defined by.
struct SlowReference {
  var rows: [PersonDayRow]
  var days: Int
  var allowedLatenessDays: Int
  var seed: UInt64 = 1
  /// Which side of a row is read.
  var side: (PersonDayRow) -> PersonDayRow.Facts

  typealias Ratio = (numerator: Int, denominator: Int)

  func retention(day: Int, _ rows: [PersonDayRow]) -> Ratio {
    var ratio = (0, 0)
    for rows in Dictionary(grouping: rows, by: \.person).values {
      let active = Set(rows.filter { side($0).active }.map(\.runDay))
      guard let cohortDay = active.min() else { continue }
      let dayEnd = cohortDay + day + 1
      if dayEnd > days - allowedLatenessDays { continue }
      ratio.1 += 1
      if active.contains(cohortDay + day) { ratio.0 += 1 }
    }
    return ratio
  }

  func streak7(_ rows: [PersonDayRow]) -> Ratio {
    let enrolled = rows.filter(\.enrolled)
    let reached = enrolled.filter { side($0).streakBest >= 7 }
    return (Set(reached.map(\.person)).count, Set(enrolled.map(\.person)).count)
  }

  func dailyActive(_ rows: [PersonDayRow]) -> Ratio {
    let enrolled = rows.filter(\.enrolled)
    return (enrolled.filter { side($0).active }.count, enrolled.count)
  }

  func habitsCompleted(_ rows: [PersonDayRow]) -> Ratio {
    let facts = rows.filter(\.enrolled).map(side)
    return (facts.map(\.habitsDone).reduce(0, +), facts.map(\.habitsDue).reduce(0, +))
  }

  func syncSuccess(_ rows: [PersonDayRow]) -> Ratio {
    let facts = rows.map(side)
    return (
      facts.map(\.operationsWithinDeadline).reduce(0, +), facts.map(\.operationsDue).reduce(0, +)
    )
  }

  /// The bootstrap interval of a pooled ratio, from its definition.
  func interval(_ ratio: ([PersonDayRow]) -> Ratio) -> (lower: Double, upper: Double)? {
    let households = Dictionary(grouping: rows, by: \.household).mapValues(ratio)
    let numbers = households.keys.sorted()
    guard households.values.filter({ $0.denominator > 0 }).count > 1 else { return nil }
    var replicates: [Double] = []
    for replicate in 0..<100 {
      var (numerator, denominator) = (0, 0)
      for number in numbers {
        let weight = poissonWeight(household: number, replicate: replicate)
        numerator += weight * households[number]!.numerator
        denominator += weight * households[number]!.denominator
      }
      if denominator > 0 { replicates.append(Double(numerator) / Double(denominator)) }
    }
    let pooled = ratio(rows)
    return wilson(
      share: Double(pooled.numerator) / Double(pooled.denominator), replicates: replicates,
      trialsMax: Double(pooled.denominator))
  }

  private func wilson(share: Double, replicates: [Double], trialsMax: Double)
    -> (lower: Double, upper: Double)
  {
    let mean = replicates.reduce(0, +) / Double(replicates.count)
    let variance =
      replicates.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Double(replicates.count - 1)
    var trials = trialsMax
    if variance > 0 && share > 0 && share < 1 {
      trials = min(trials, share * (1 - share) / variance)
    }
    let square = 1.959963984540054 * 1.959963984540054
    let centre = (trials * share + square / 2) / (trials + square)
    let half =
      (square * (trials * share * (1 - share) + square / 4)).squareRoot() / (trials + square)
    return (centre - half, centre + half)
  }

  /// The number of copies: how many steps of the Poisson(1) distribution lie below the draw.
  private func poissonWeight(household: Int, replicate: Int) -> Int {
    let draw = Randomness(seed: seed).draw(
      RandomPurpose(0x4B50 + UInt16(replicate / 4 % 4)), who: UInt64(household),
      day: Int32(replicate / 16))
    let word = replicate % 4 < 2 ? draw.first : draw.second
    let half = replicate % 2 == 0 ? word & 0xFFFF_FFFF : word >> 32
    let uniform = Double(half) / 0x1p32
    var (weight, probability) = (0, 0.36787944117144233)
    var cumulated = probability
    while uniform >= cumulated && weight < 13 {
      weight += 1
      probability /= Double(weight)
      cumulated += probability
    }
    return weight
  }
}
