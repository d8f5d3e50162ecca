import TestKit

extension PersonDayRow {
  /// A made-up facts table: people who come and go in households, and a server that misses some
  /// of what they do and misdates some of it.
  static func madeUp(people: Int, days: Int, random: inout SplitMix64) -> [PersonDayRow] {
    var rows: [PersonDayRow] = []
    var household = 0
    for person in 0..<people {
      if random.chance(percent: 40) { household += 1 + random.below(3) }
      let joined = random.chance(percent: 50) ? random.below(days + 2) : 0
      let left = random.chance(percent: 30) ? joined + random.below(days) : days
      let eagerness = random.below(101)
      var (streak, streakObserved) = (0, 0)
      for runDay in 0..<days {
        var row = PersonDayRow(person: person, household: household, runDay: runDay)
        row.enrolled = joined <= runDay && runDay <= left
        if row.enrolled {
          row.truth.active = random.chance(percent: eagerness)
          row.truth.habitsDue = random.below(5)
          row.truth.habitsDone = row.truth.active ? random.below(row.truth.habitsDue + 1) : 0
          row.truth.meals = random.below(4)
          row.truth.mental = random.below(3)
          row.truth.operationsDue = random.below(4)
          row.truth.operationsWithinDeadline = random.below(row.truth.operationsDue + 1)
        }
        row.observed = row.truth
        if random.chance(percent: 10) { row.observed = Facts() }
        if random.chance(percent: 2) { row.observed.active = true }
        streak = row.truth.active ? max(streak, random.below(9)) : streak
        streakObserved = row.observed.active ? max(streakObserved, random.below(9)) : streakObserved
        row.truth.streakBest = streak
        row.observed.streakBest = streakObserved
        rows.append(row)
      }
    }
    return rows
  }
}
