/// The sums of one side over people.
struct SideAccumulator: Hashable, Sendable {
  /// Active enrolled people on each day.
  private(set) var active: [Int64]
  private(set) var habitsDue: [Int64]
  private(set) var habitsDone: [Int64]
  private(set) var retention = RetentionCounts()
  /// Enrolled people who ever did a habit seven days in a row.
  private(set) var streak7: Int64 = 0

  init(days: Int) {
    active = [Int64](repeating: 0, count: days)
    habitsDue = active
    habitsDone = active
  }

  /// Adds one person and answers their part of the pooled ratios.
  mutating func add(_ person: PersonSide, enrolled: Range<Int>, settledDays: Int) -> PooledCounts {
    let days = active.count
    precondition(person.active.isClear(from: days), "somebody is active after the run's last day")
    if let cohortDay = person.active.first(before: days) {
      retention.add(person.active, cohortDay: cohortDay, days: days, settledDays: settledDays)
    }
    if person.everStreak7 && !enrolled.isEmpty { streak7 += 1 }
    addActivity(person.active, enrolled: enrolled)

    var counts = PooledCounts()
    counts.add(
      .dailyActive, numerator: Int64(person.active.count(in: enrolled)),
      denominator: Int64(enrolled.count))
    counts.add(
      .habitsCompleted, numerator: habitsDone.add(person.habitsDone, on: enrolled),
      denominator: habitsDue.add(person.habitsDue, on: enrolled))
    counts.add(
      .syncSuccess, numerator: Int64(person.operationsOnTime),
      denominator: Int64(person.operationsDue))
    return counts
  }

  private mutating func addActivity(_ person: ActivityBits, enrolled: Range<Int>) {
    active.withUnsafeMutableBufferPointer { active in
      for day in enrolled { active[day] &+= person[day] ? 1 : 0 }
    }
  }

  mutating func merge(_ other: SideAccumulator) {
    active.add(other.active)
    habitsDue.add(other.habitsDue)
    habitsDone.add(other.habitsDone)
    retention.merge(other.retention)
    streak7 += other.streak7
  }
}

extension [Int64] {
  /// Adds a person's counts on some days, and answers their sum.
  fileprivate mutating func add(_ person: DayCounts, on days: Range<Int>) -> Int64 {
    withUnsafeMutableBufferPointer { sums in
      var total: UInt32 = 0
      for day in days {
        total &+= UInt32(person[day])
        sums[day] &+= Int64(person[day])
      }
      return Int64(total)
    }
  }
}
