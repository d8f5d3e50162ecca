public import Parquet
public import Metrics

/// The fact table: a row for every person and local day from joining to the end of the run.
public enum PersonDaysTable {
  /// The columns that exist once, in the order of the schema.
  public enum Column: Int, CaseIterable, Sendable {
    case person, household, day, runDay, enrolled, active, observedActive, sessions
    case crashedSessions, sessionSeconds, rejectedOnDevice, rejectedAfterAck, active24HourWindow

    /// The place among the table's columns.
    @inlinable public var place: Int { rawValue }

    var schema: ColumnSchema {
      switch self {
      case .person:
        ColumnSchema("person", .int32, meaning: "the person's number in the population")
      case .household:
        ColumnSchema("household", .int32, meaning: "the number of the person's household")
      case .day: ColumnSchema("day", .date, meaning: "the person's local day")
      case .runDay:
        ColumnSchema("run_day", .int32, meaning: "the day of the run, starting at 0")
      case .enrolled:
        ColumnSchema(
          "enrolled", .boolean,
          meaning: "has joined, has not left, and uses the app; other people have rows as well")
      case .active:
        ColumnSchema("active", .boolean, meaning: "did at least one core action")
      case .observedActive:
        ColumnSchema(
          "observed_active", .boolean, meaning: "the server knows of at least one core action")
      case .sessions:
        ColumnSchema(
          "sessions", .int32, meaning: "app sessions with at least one action")
      case .crashedSessions:
        ColumnSchema(
          "crashed_sessions", .int32,
          meaning: "sessions in which the app crashed")
      case .sessionSeconds:
        ColumnSchema(
          "session_seconds", .int32, meaning: "total length of the day's sessions, in seconds")
      case .rejectedOnDevice:
        ColumnSchema("rejected_on_device", .int32, meaning: "taps that the device rejected")
      case .rejectedAfterAck:
        ColumnSchema(
          "rejected_after_ack", .int32,
          meaning: "operations that the server rejected after the device had shown them as done")
      case .active24HourWindow:
        ColumnSchema(
          "active_24h_window", .int32,
          meaning: "1 if the person did a core action between 24 × k and 24 × (k + 1) hours after "
            + "their first one, where k counts the days since the day of the first one")
      }
    }
  }

  /// The columns that exist twice: as it happened and, with a prefix, as known to the server.
  public enum SideColumn: Int, CaseIterable, Sendable {
    case actions, habitsDue, habitsDone, streakBest, meals, tenthKilocalories, waters
    case waterTenthOunces, mental, physical, workouts, operations, operationsDue
    case operationsWithinDeadline, operationsFirstAttempt

    /// The place among the table's columns of the first one of a side.
    public static func firstPlace(_ side: Side) -> Int {
      Column.allCases.count + (side == .truth ? 0 : allCases.count)
    }

    func schema(_ side: Side) -> ColumnSchema {
      let truth = column
      return switch side {
      case .truth: ColumnSchema(truth.name, truth.kind, meaning: truth.meaning)
      case .observed:
        ColumnSchema(
          "observed_\(truth.name)", truth.kind, meaning: "known to the server: \(truth.meaning)")
      }
    }

    private var column: (name: String, kind: ColumnKind, meaning: String) {
      switch self {
      case .actions: ("actions", .int32, "core actions, for oneself or a child")
      case .habitsDue: ("habits_due", .int32, "habits that were due")
      case .habitsDone: ("habits_done", .int32, "due habits that were done")
      case .streakBest:
        ("streak_best", .int32, "the longest streak of any of the person's habits so far")
      case .meals: ("meals", .int32, "meals logged for the person")
      case .tenthKilocalories:
        ("tenth_kilocalories", .int64, "energy of those meals, in tenths of a kilocalorie")
      case .waters: ("drinks", .int32, "drinks of water logged for the person")
      case .waterTenthOunces:
        ("water_tenth_ounces", .int64, "water of those drinks, in tenths of a US fluid ounce")
      case .mental: ("mental_score", .int32, "mental score of the check-in, 0 without one")
      case .physical:
        ("physical_score", .int32, "physical score of the check-in, 0 without one")
      case .workouts: ("workouts", .int32, "workouts logged by hand for the person")
      case .operations:
        ("operations", .int32, "operations that the person's devices submitted that day")
      case .operationsDue:
        (
          "operations_due", .int32,
          "of these, operations whose deadline to reach the server was before the watermark"
        )
      case .operationsWithinDeadline:
        (
          "operations_within_deadline", .int32,
          "operations due that reached the server within their deadline"
        )
      case .operationsFirstAttempt:
        (
          "operations_first_attempt", .int32,
          "of these, operations that reached the server before the device would have retried"
        )
      }
    }
  }

  public static let schema = TableSchema(
    name: "person_days",
    columns: Column.allCases.map(\.schema) + SideColumn.allCases.map { $0.schema(.truth) }
      + SideColumn.allCases.map { $0.schema(.observed) })
}
