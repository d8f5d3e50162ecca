@testable import Metrics

/// Every metric once more, from raw rows, in the slowest and most literal way.
///
/// It shares no code with what it checks except Student's quantile, which has a test of its own.
struct SlowReference {
  var rows: [PersonDayRow]
  var days: Int
  var allowedLatenessDays: Int
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

  /// The interval of a pooled share, from its definition: residuals of households, one by one.
  func interval(_ ratio: ([PersonDayRow]) -> Ratio) -> (lower: Double, upper: Double)? {
    let households = Dictionary(grouping: rows, by: \.household).values.map(ratio)
      .filter { $0.numerator > 0 || $0.denominator > 0 }
    let pooled = ratio(rows)
    guard households.count >= 5, !isDecidedByFew(households, pooled) else { return nil }
    let share = Double(pooled.numerator) / Double(pooled.denominator)
    var squares = 0.0
    for household in households {
      let residual = Double(household.numerator) - share * Double(household.denominator)
      squares += residual * residual
    }
    let count = Double(households.count)
    let error = (squares * count / (count - 1)).squareRoot() / Double(pooled.denominator)
    let isMixed = pooled.numerator > 0 && pooled.numerator < pooled.denominator
    let trials =
      isMixed && error > 0 ? share * (1 - share) / (error * error) : Double(pooled.denominator)
    let isSingle = pooled.denominator == households.count
    return isMixed && error > 0 && !isSingle
      ? wilson(share: share, trials: trials, degrees: households.count - 1)
      : wilson(share: share, trials: Double(pooled.denominator), degrees: nil)
  }

  /// Whether few households have nearly all of the rarer outcome, several times each.
  private func isDecidedByFew(_ households: [Ratio], _ pooled: Ratio) -> Bool {
    let isRarer = 2 * pooled.numerator <= pooled.denominator
    let rare = households.map { isRarer ? $0.numerator : $0.denominator - $0.numerator }
    let count = rare.reduce(0, +)
    guard count > 2 * rare.filter({ $0 > 0 }).count else { return false }
    let equal = Double(count * count) / Double(rare.map { $0 * $0 }.reduce(0, +))
    return equal < 5 && equal < Double(households.count) / 2
  }

  private func wilson(share: Double, trials: Double, degrees: Int?)
    -> (lower: Double, upper: Double)
  {
    let quantile = degrees.map { StudentQuantile.of(degrees: Int64($0)) } ?? 1.959963984540054
    let square = quantile * quantile
    let centre = (trials * share + square / 2) / (trials + square)
    let half =
      (square * (trials * share * (1 - share) + square / 4)).squareRoot() / (trials + square)
    return (centre - half, centre + half)
  }
}
