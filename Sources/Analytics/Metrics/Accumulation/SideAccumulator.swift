/// The sums of one side over people, day by day.
struct SideAccumulator: Hashable, Sendable, Codable {
  /// Active enrolled people on each day.
  private(set) var active: [Int64]
  private(set) var habitsDue: [Int64]
  private(set) var habitsDone: [Int64]
  private(set) var leaving: ChurnCounts

  init(days: Int) {
    active = [Int64](repeating: 0, count: days)
    habitsDue = active
    habitsDone = active
    leaving = ChurnCounts(days: days)
  }

  mutating func add(_ person: PersonSide, enrolled: Range<Int>, settledDays: Int) {
    leaving.add(person.active, days: active.count, settledDays: settledDays)
    active.withUnsafeMutableBufferPointer { active in
      for day in enrolled { active[day] &+= person.active[day] ? 1 : 0 }
    }
    habitsDue.add(person[.habitsDue], on: enrolled)
    habitsDone.add(person[.habitsDone], on: enrolled)
  }

  mutating func merge(_ other: SideAccumulator) {
    active.add(other.active)
    habitsDue.add(other.habitsDue)
    habitsDone.add(other.habitsDone)
    leaving.merge(other.leaving)
  }

  func totals(day: Int) -> DayTotals.Counts {
    DayTotals.Counts(
      active: active[day], habitsDue: habitsDue[day], habitsDone: habitsDone[day])
  }
}

extension [Int64] {
  /// Adds a person's counts on some days.
  fileprivate mutating func add(_ person: DayCounts, on days: Range<Int>) {
    withUnsafeMutableBufferPointer { sums in
      for day in days { sums[day] &+= Int64(person[day]) }
    }
  }
}
