import Base
import Chronology
import DomainCore
import ReferenceModels
import SyncCore

// P14: derived state equals an independent recomputation from the raw log; here the streaks of
// HAB-4, and with them that every completion shows the greatest accepted write (P2).
//
// Checked at quiescence. The recomputation knows rows of the log only: it sorts the writes, keeps
// the last one of each habit and day, and counts days one by one. It shares no code with the fold.
@usableFromInline struct DerivedStateChecker: ~Copyable {
  @usableFromInline init() {}

  /// Replays a scope's log with reference models that know nothing of the folds. `founders` are the
  /// members from before its first row.
  func checkReplay(
    scope: UInt32, founders: [Member], on server: borrowing Server, at now: Instant,
    _ shared: inout MonitorState
  ) {
    var replay = LogReplay(
      scope: scope, founders: founders, firstDay: server.scopes[Int(scope)].state.firstDay, at: now)
    replay.wasErased = shared.wasErased(scope)
    swap(&replay.tally, &shared.tally)
    replay.read(server.scopes[Int(scope)])
    swap(&replay.tally, &shared.tally)
  }

  func checkStreaks(
    scope: UInt32, today: LocalDay, on server: borrowing Server, at now: Instant,
    _ shared: inout MonitorState
  ) {
    var model = StreakModel()
    model.read(server.scopes[Int(scope)].feed)
    var written = FlatArray<Bool>(
      repeating: false, count: server.scopes[Int(scope)].state.habitCount)
    var index = 0
    var doneDays: [Int32] = []
    while let habit = model.nextHabit(&index, doneDays: &doneDays) {
      guard let slot = server.scopes[Int(scope)].state.slot(of: habit) else {
        reportHabit(habit, scope, now, &shared, "the state lacks a habit of the log")
        continue
      }
      written[slot] = true
      let expected = StreakModel.streaks(of: doneDays, today: today)
      checkStreak(of: slot, expected, scope: scope, today: today, on: server, at: now, &shared)
    }
    for slot in 0..<written.count where !written[slot] {
      let expected = StreakModel.streaks(of: [], today: today)
      checkStreak(of: slot, expected, scope: scope, today: today, on: server, at: now, &shared)
    }
  }

  private func checkStreak(
    of slot: Int, _ expected: StreakModel.Streaks, scope: UInt32, today: LocalDay,
    on server: borrowing Server, at now: Instant, _ shared: inout MonitorState
  ) {
    let summary = server.scopes[Int(scope)].state.habits.streakSummary(slot)
    let current = server.scopes[Int(scope)].state.streak(slot, asOf: today)
    shared.tally.count(.derivedState)
    if Int(summary.total) != expected.total || Int(summary.longest) != expected.longest
      || current != expected.current
    {
      let habit = server.scopes[Int(scope)].state.habitAt(slot).entity
      reportHabit(
        habit, scope, now, &shared, "a streak differs from the log",
        expected: Self.words(expected.current, expected.longest, expected.total),
        found: Self.words(current, Int(summary.longest), Int(summary.total)))
    }
  }

  private static func words(_ current: Int, _ longest: Int, _ total: Int) -> String {
    "\(current) days now, \(longest) at the longest, \(total) in total"
  }

  private func reportHabit(
    _ habit: Entity, _ scope: UInt32, _ now: Instant, _ shared: inout MonitorState, _ what: String,
    expected: String? = nil, found: String? = nil
  ) {
    shared.reportSite(
      .derivedState, UInt32(habit.raw >> 32), scope, now, what,
      sequence: UInt32(truncatingIfNeeded: habit.raw), expected: expected, found: found)
  }
}
