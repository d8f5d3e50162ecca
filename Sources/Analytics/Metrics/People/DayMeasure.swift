/// A count of a person's day that metrics are computed from, in addition to activity.
///
/// A measure is a column of the table of person-days, with a prefix on the observed side. To add
/// one, fill it where that table is written; then any metric can count it.
public enum DayMeasure: Int, CaseIterable, Sendable {
  case sessions, sessionSeconds, habitsDue, habitsDone, streakBest, meals, waters, mental, workouts
  case operationsDue, operationsWithinDeadline, operationsFirstAttempt, rejectedAfterAck,
    active24HourWindow
  case crashedSessions

  /// The name of its column.
  public var column: String {
    switch self {
    case .sessions: "sessions"
    case .sessionSeconds: "session_seconds"
    case .habitsDue: "habits_due"
    case .habitsDone: "habits_done"
    case .streakBest: "streak_best"
    case .meals: "meals"
    case .waters: "drinks"
    case .mental: "mental_score"
    case .workouts: "workouts"
    case .operationsDue: "operations_due"
    case .operationsWithinDeadline: "operations_within_deadline"
    case .operationsFirstAttempt: "operations_first_attempt"
    case .rejectedAfterAck: "rejected_after_ack"
    case .active24HourWindow: "active_24h_window"
    case .crashedSessions: "crashed_sessions"
    }
  }

  /// The column of a side; nil if the server cannot know the measure.
  public func column(of side: Side) -> String? {
    switch side {
    case .truth: column
    case .observed: isObserved ? "observed_" + column : nil
    }
  }

  /// Whether the server can know it. Opening the app sends nothing, and neither does seeing that
  /// the server rejected an operation.
  public var isObserved: Bool {
    switch self {
    case .sessions, .crashedSessions, .sessionSeconds, .rejectedAfterAck, .active24HourWindow: false
    default: true
    }
  }
}
