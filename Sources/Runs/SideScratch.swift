import Base
import Metrics
import Life
import Simulator

/// One side of one person's history, in the form the metrics read it.
struct SideScratch: ~Copyable {
  private var activeWords: FlatArray<UInt64>
  private var habitsDue: FlatArray<UInt16>
  private var habitsDone: FlatArray<UInt16>
  private var everStreak7 = false
  private var operationsDue: UInt32 = 0
  private var operationsOnTime: UInt32 = 0

  init(days: Int) {
    activeWords = FlatArray(repeating: 0, count: ActivityBits.wordCount(days: days))
    habitsDue = FlatArray(repeating: 0, count: days)
    habitsDone = FlatArray(repeating: 0, count: days)
  }

  mutating func removeAll() {
    for index in 0..<activeWords.count { activeWords[index] = 0 }
    for day in 0..<habitsDue.count {
      habitsDue[day] = 0
      habitsDone[day] = 0
    }
    everStreak7 = false
    operationsDue = 0
    operationsOnTime = 0
  }

  mutating func add(_ side: PersonDayRecord.Side, day: Int, isEnrolled: Bool) {
    if side.isActive { activeWords[day >> 6] |= 1 << UInt64(day & 63) }
    habitsDue[day] = UInt16(side.habitsDue)
    habitsDone[day] = UInt16(side.habitsDone)
    if isEnrolled && side.streakBest >= 7 { everStreak7 = true }
    operationsDue += UInt32(side.operationsDue)
    operationsOnTime += UInt32(side.operationsOnTime)
  }

  /// The side, valid inside `body`.
  func withSide(_ body: (PersonSide) -> Void) {
    activeWords.withElements { active in
      habitsDue.withElements { due in
        habitsDone.withElements { done in
          guard let active = active.baseAddress, let due = due.baseAddress,
            let done = done.baseAddress
          else { return }
          body(
            PersonSide(
              active: ActivityBits(active), habitsDue: DayCounts(due),
              habitsDone: DayCounts(done), everStreak7: everStreak7,
              operationsDue: operationsDue, operationsOnTime: operationsOnTime))
        }
      }
    }
  }
}
