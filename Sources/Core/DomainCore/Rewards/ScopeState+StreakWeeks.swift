import Base

extension StreakSummary {
  /// REW-2: whether a day that was just added may complete a week or reach a trophy.
  ///
  /// On the hot path: a day at the end of the latest run, which is nearly every one, is settled
  /// by the length of that run; a day further back is looked at.
  @inlinable func mayReach(by day: Int) -> Bool {
    day != Int(latestDay) || latestRun % 7 == 0 || latestRun == TrophyTier.silver.streakDaysMin
      || latestRun == TrophyTier.gold.streakDaysMin
  }
}

extension ScopeState {
  /// REW-2, REW-4: weighs what a day that was just done, or undone, means for weeks and trophies.
  ///
  /// **Decided**: what pays is the n-th whole week of a habit, n being the sum of length ÷ 7,
  /// rounded down, over all its runs. A day joins a run of length 7a + b before it and one of
  /// length 7c + d after it, with b and d from 0 to 6, to one of length 7(a + c) + (b + d + 1).
  /// As b + d + 1 is from 1 to 13, the sum grows by 0 or by 1; taking the day out again undoes
  /// that. So each tap begins or ends at most one week, always the one with the highest number,
  /// and it does not matter where in which run it lies. O(days ÷ 64).
  @usableFromInline mutating func runsChanged(
    of slot: Int, at day: Int, done: Bool, longestBefore: Int32
  ) {
    let before = doneDays.runEnding(slot, at: day - 1)
    let after = doneDays.runBeginning(slot, at: day + 1)
    let difference = (before + after + 1) / 7 - before / 7 - after / 7
    if difference != 0 {
      let weeks = streakWeeks(slot) + (done ? difference : -difference)
      areaEvents.append(.streakWeeks(habit: slot, weeks))
    }
    longestChanged(of: slot, from: longestBefore, to: streaks[slot].longest)
  }

  /// REW-2: the whole weeks of a habit's runs.
  public func streakWeeks(_ slot: Int) -> Int {
    Int(rewards.weeks.row(of: RowKey(habits[slot].entity.raw)) ?? 0)
  }

  /// REW-4: counts the owner's habits that reach each streak trophy.
  private mutating func longestChanged(of slot: Int, from old: Int32, to new: Int32) {
    for tier in TrophyTier.allCases {
      let reached = new >= tier.streakDaysMin
      guard reached != (old >= tier.streakDaysMin) else { continue }
      let person = rewards.place(of: habits[slot].owner)
      rewards.people[person].streakTiers[Int(tier.rawValue)] += reached ? 1 : -1
    }
  }
}
