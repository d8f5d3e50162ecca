/// What of a person's day figures are counted from, beside whether they were active.
///
/// A measure is a column of the table of person-days, on the observed side with a prefix. Whoever
/// adds one writes it into the table, and any figure can count it.
public enum DayMeasure: Int, CaseIterable, Sendable {
  case sessions, sessionSeconds, habitsDue, habitsDone, streakBest, meals, waters, mental, workouts
  case operationsDue, operationsWithinDeadline, operationsFirstAttempt, rejectedAfterAck,
    active24HourWindow
  case crashedSessions

  /// The column that holds it.
  public var column: String {
    switch self {
    case .sessions: "sessions"
    case .sessionSeconds: "session_seconds"
    case .habitsDue: "habits_due"
    case .habitsDone: "habits_done"
    case .streakBest: "streak_best"
    case .meals: "meals"
    case .waters: "waters"
    case .mental: "mental"
    case .workouts: "workouts"
    case .operationsDue: "operations_due"
    case .operationsWithinDeadline: "operations_within_deadline"
    case .operationsFirstAttempt: "operations_first_attempt"
    case .rejectedAfterAck: "rejected_after_ack"
    case .active24HourWindow: "active_24h_window"
    case .crashedSessions: "crashed_sessions"
    }
  }

  /// The column of a side; nothing where the server cannot know.
  public func column(of side: Side) -> String? {
    switch side {
    case .truth: column
    case .observed: isObserved ? "observed_" + column : nil
    }
  }

  /// Whether the server can know it: an app that is opened tells nobody, and neither does somebody
  /// who finds that what they had said is gone.
  public var isObserved: Bool {
    switch self {
    case .sessions, .crashedSessions, .sessionSeconds, .rejectedAfterAck, .active24HourWindow: false
    default: true
    }
  }
}
