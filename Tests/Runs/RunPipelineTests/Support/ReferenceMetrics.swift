/// A reference implementation of the metrics that reads the published rows and ignores speed.
///
/// Written from the definitions and the meaning of the columns, independently of the accumulators.
struct ReferenceMetrics {
  struct Ratio: Equatable {
    var numerator: Int64
    var denominator: Int64
  }

  private let table: ReadTable
  private let prefix: String
  private let settledDays: Int64
  /// The rows of each person, ordered by day.
  private let rows: [Int64: [Int]]

  init(_ table: ReadTable, isObserved: Bool, days: Int, allowedLatenessDays: Int) {
    self.table = table
    prefix = isObserved ? "observed_" : ""
    settledDays = Int64(days - allowedLatenessDays)
    rows = Dictionary(grouping: 0..<table.rowCount) { [people = table.integers("person")] row in
      people[row]
    }
  }

  /// Every metric by its identifier.
  var all: [String: Ratio] {
    [
      "pc.retention.d1": retention(1), "pc.retention.d7": retention(7),
      "pc.retention.d30": retention(30), "pc.dau": dailyActive,
      "pc.habits_completed": habitsCompleted, "pc.streak7": everStreak7,
      "pc.sync_success": syncSuccess,
    ]
  }

  /// The share of people who were active a number of days after their first active day, of those
  /// for whom that day is mature.
  private func retention(_ day: Int64) -> Ratio {
    let active = table.flags(prefix + "active")
    let runDays = table.integers("run_day")
    var ratio = Ratio(numerator: 0, denominator: 0)
    for rows in rows.values {
      let activeDays = Set(rows.filter { active[$0] }.map { runDays[$0] })
      guard let first = activeDays.min(), first + day < settledDays else { continue }
      ratio.denominator += 1
      if activeDays.contains(first + day) { ratio.numerator += 1 }
    }
    return ratio
  }

  private var dailyActive: Ratio {
    let active = table.flags(prefix + "active")
    let enrolled = table.flags("enrolled")
    let days = enrolled.indices.filter { enrolled[$0] }
    return Ratio(
      numerator: Int64(days.filter { active[$0] }.count), denominator: Int64(days.count))
  }

  private var habitsCompleted: Ratio {
    let (done, due) = (
      table.integers(prefix + "habits_done"), table.integers(prefix + "habits_due")
    )
    let enrolled = table.flags("enrolled")
    var ratio = Ratio(numerator: 0, denominator: 0)
    for row in enrolled.indices where enrolled[row] {
      ratio.numerator += done[row]
      ratio.denominator += due[row]
    }
    return ratio
  }

  private var everStreak7: Ratio {
    let streaks = table.integers(prefix + "streak_best")
    let enrolled = table.flags("enrolled")
    var ratio = Ratio(numerator: 0, denominator: 0)
    for rows in rows.values {
      let enrolledRows = rows.filter { enrolled[$0] }
      if enrolledRows.isEmpty { continue }
      ratio.denominator += 1
      if enrolledRows.contains(where: { streaks[$0] >= 7 }) { ratio.numerator += 1 }
    }
    return ratio
  }

  private var syncSuccess: Ratio {
    Ratio(
      numerator: table.sum(prefix + "operations_within_deadline"),
      denominator: table.sum(prefix + "operations_due"))
  }
}
