import Base
public import Chronology

extension ScopeState {
  /// The habits of a person in the order of the person's list: HAB-6.
  public func habitsInOrder(of owner: MemberHandle, archived: Bool = false) -> [Int] {
    var slots: [Int] = []
    for slot in 0..<habits.count
    where habits[slot].owner == owner && habits[slot].life.isAlive
      && habits[slot].archived.value == archived
    {
      slots.append(slot)
    }
    return slots.sorted { habits[$0].precedes(habits[$1]) }
  }

  /// HAB-4: what the history screen of a habit shows; of a deleted habit there is none (HAB-5).
  public func statistics(_ slot: Int, asOf today: LocalDay) -> HabitStatistics {
    guard habits[slot].life.isAlive else {
      return HabitStatistics(current: 0, longest: 0, total: 0, success: [], daysSinceLast: nil)
    }
    let day = index(of: today)
    let last = min(day, dayCapacity - 1)
    // A day filled in from before the habit was made counts as one of its own.
    let started = index(of: habits[slot].started.value)
    let age = day - min(started, doneDays.firstDone(slot) ?? started) + 1
    let success = HabitStatistics.windows.map { window in
      let days = max(1, min(window, age))
      return HabitStatistics.Success(
        done: doneDays.count(slot, from: max(0, day - days + 1), through: last), days: days)
    }
    return HabitStatistics(
      current: streak(slot, asOf: today),
      longest: Int(streaks[slot].longest),
      total: Int(streaks[slot].total),
      success: success,
      daysSinceLast: doneDays.lastDone(slot, upTo: last).map { day - $0 })
  }
}
