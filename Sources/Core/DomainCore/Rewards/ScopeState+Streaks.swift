// Habits and rewards joined: what a day that was done or undone changes in weeks and trophies.

import Base
import Chronology

extension ScopeState {
  /// REW-2, REW-4: updates weeks and trophies after a day was done or undone.
  ///
  /// **Decided**: the n-th whole week of a habit pays, n being the sum of length ÷ 7, rounded down,
  /// over all its runs. A day joins a run of length 7a + b before it and one of length 7c + d after
  /// it, with b and d from 0 to 6, to one of length 7(a + c) + (b + d + 1). As b + d + 1 is from 1
  /// to 13, the sum grows by 0 or by 1; undoing the day reverses that. So each tap begins or ends
  /// at most one week, always the one with the highest number, and its position in the runs does
  /// not matter. O(days ÷ 64).
  @usableFromInline mutating func runsChanged(
    of slot: Int, at day: Int, done: Bool, longestBefore: Int32
  ) {
    let before = habits.doneDays.runEnding(slot, at: day - 1)
    let after = habits.doneDays.runBeginning(slot, at: day + 1)
    let difference = (before + after + 1) / 7 - before / 7 - after / 7
    if difference != 0 {
      let weeks =
        rewards.streakWeeks(of: habits.rows[slot].entity) + (done ? difference : -difference)
      shared.areaEvents.append(.streakWeeks(habit: slot, weeks))
    }
    rewards.longestChanged(
      of: habits.rows[slot].owner, from: longestBefore, to: habits.streaks[slot].longest)
  }
}
