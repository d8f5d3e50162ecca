/// The ratios whose parts are pooled over people and days, and so depend on each other within a
/// household.
enum PooledRatio: Int, CaseIterable {
  case dailyActive
  case habitsCompleted
  case syncSuccess
}
