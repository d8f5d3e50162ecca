/// HAB-4: what is known of a habit's runs without reading its days.
///
/// Updated at every change: O(1) for the day after the latest run, which is nearly every change,
/// and O(days ÷ 64) for a change further back.
public struct StreakSummary: BitwiseCopyable, Hashable, Sendable {
  public var total: Int32 = 0
  public var longest: Int32 = 0
  /// The last done day, counted from the family's first; -1 when there is none.
  public var latestDay: Int32 = -1
  /// The length of the run that ends with it.
  public var latestRun: Int32 = 0

  @inlinable public init() {}

  /// Updates the summary for `day`, whose bit has just been set.
  @inlinable public mutating func add(_ day: Int, habit: Int, in days: borrowing DoneDays) {
    total += 1
    if day == Int(latestDay) + 1 && latestDay >= 0 {
      latestDay += 1
      latestRun += 1
    } else if day > Int(latestDay) {
      latestDay = Int32(day)
      latestRun = 1
    } else {
      repair(around: day, habit: habit, in: days)
    }
    longest = max(longest, latestRun)
  }

  /// Updates the summary for a day that joined or filled runs before the latest day.
  public mutating func repair(around day: Int, habit: Int, in days: borrowing DoneDays) {
    let joined = days.runEnding(habit, at: day) + days.runBeginning(habit, at: day) - 1
    longest = max(longest, Int32(joined))
    latestRun = Int32(days.runEnding(habit, at: Int(latestDay)))
  }

  /// Updates the summary for a day whose bit has just been cleared. O(days ÷ 64 + runs).
  public mutating func remove(_ day: Int, habit: Int, in days: borrowing DoneDays) {
    total -= 1
    let latest = days.lastDone(habit, upTo: max(Int(latestDay), day))
    latestDay = Int32(latest ?? -1)
    latestRun = Int32(latest.map { days.runEnding(habit, at: $0) } ?? 0)
    longest = Int32(days.longestRun(habit))
  }

  /// HAB-4: the streak as of `today`: from today if today is done, else from yesterday.
  @inlinable public func current(asOf today: Int, habit: Int, in days: borrowing DoneDays) -> Int {
    if Int(latestDay) == today || Int(latestDay) == today - 1 { return Int(latestRun) }
    // A later day is done already: the person tapped in a zone where it is tomorrow.
    if Int(latestDay) > today { return days.currentStreak(habit, asOf: today) }
    return 0
  }
}

extension DoneDays {
  /// HAB-4: the same, computed from the days alone.
  public func currentStreak(_ habit: Int, asOf today: Int) -> Int {
    let run = runEnding(habit, at: today)
    return run > 0 ? run : runEnding(habit, at: today - 1)
  }
}
