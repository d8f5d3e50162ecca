/// What a key figure counts; all of them are shares.
public enum KpiMeasure: Hashable, Sendable {
  /// Classic retention: people active on the day that many days after their first active day,
  /// of all people for whom that day is over and its stragglers had time to arrive.
  case retention(day: Int)
  /// Active days of enrolled people, of all days they were enrolled.
  case dailyActive
  /// Habits done, of those due on days the person was enrolled.
  case habitsCompleted
  /// People who ever did a habit seven days in a row, of all people who ever enrolled.
  case everStreak7
  /// Operations durable on the server within their deadline, of those whose deadline has passed.
  case syncSuccess

  /// What the share is a share of.
  public var unit: String {
    switch self {
    case .retention, .everStreak7: "people"
    case .dailyActive: "person-days"
    case .habitsCompleted: "habits due"
    case .syncSuccess: "operations due"
    }
  }
}
