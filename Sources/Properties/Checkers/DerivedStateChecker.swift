import Base
import Chronology
import DomainCore
import SyncCore

// P14: derived state equals an independent recomputation from the raw log; here the streaks of
// HAB-4, and with them that every completion shows the greatest accepted write (P2).
//
// Checked at quiescence. The recomputation knows rows of the log only: it sorts the writes, keeps
// the last of each habit and day, and counts days one by one. It shares no code with the fold.
extension PropertyWatch {
  mutating func checkStreaks(
    scope: UInt32, today: LocalDay, on server: borrowing Server, at now: Instant
  ) {
    let oracle = StreakOracle(log: server.scopes[Int(scope)].feed)
    var written = FlatArray<Bool>(
      repeating: false, count: server.scopes[Int(scope)].state.habitCount)
    var index = 0
    var doneDays: [Int32] = []
    while let habit = oracle.nextHabit(&index, doneDays: &doneDays) {
      guard let slot = server.scopes[Int(scope)].state.slot(of: habit) else {
        reportHabit(habit, scope, now, "the state does not know a habit of the log")
        continue
      }
      written[slot] = true
      let expected = StreakOracle.streaks(of: doneDays, today: today)
      checkStreak(of: slot, expected, scope: scope, today: today, on: server, at: now)
    }
    for slot in 0..<written.count where !written[slot] {
      let expected = StreakOracle.streaks(of: [], today: today)
      checkStreak(of: slot, expected, scope: scope, today: today, on: server, at: now)
    }
  }

  private mutating func checkStreak(
    of slot: Int, _ expected: StreakOracle.Streaks, scope: UInt32, today: LocalDay,
    on server: borrowing Server, at now: Instant
  ) {
    let summary = server.scopes[Int(scope)].state.streakSummary(slot)
    let current = server.scopes[Int(scope)].state.streak(slot, asOf: today)
    tally.count(.derivedState)
    if Int(summary.total) != expected.total || Int(summary.longest) != expected.longest
      || current != expected.current
    {
      let habit = server.scopes[Int(scope)].state.habitAt(slot).entity
      reportHabit(habit, scope, now, "a streak is not what the log says")
    }
  }

  private mutating func reportHabit(
    _ habit: Entity, _ scope: UInt32, _ now: Instant, _ what: String
  ) {
    reportSite(
      .derivedState, UInt32(habit.raw >> 32), scope, now, what,
      sequence: UInt32(truncatingIfNeeded: habit.raw))
  }
}
