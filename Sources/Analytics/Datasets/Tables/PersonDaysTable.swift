public import Parquet
public import Metrics

/// The facts: a row for every person and local day from joining to the end of the run.
public enum PersonDaysTable {
  /// What the table holds once, in the order of its columns.
  public enum Column: Int, CaseIterable, Sendable {
    case person, household, day, runDay, enrolled, active, observedActive, sessions
    case crashedSessions, sessionSeconds, refusals, rejectedAfterAck, active24HourWindow

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
        ColumnSchema("run_day", .int32, meaning: "the day's place in the run, from 0 on")
      case .enrolled:
        ColumnSchema(
          "enrolled", .boolean,
          meaning: "had joined, had not left, uses the app; others are on record all the same")
      case .active:
        ColumnSchema("active", .boolean, meaning: "made at least one core action")
      case .observedActive:
        ColumnSchema(
          "observed_active", .boolean, meaning: "the server knows of at least one core action")
      case .sessions:
        ColumnSchema(
          "sessions", .uint8, meaning: "sessions of the app in which something was done")
      case .crashedSessions:
        ColumnSchema(
          "crashed_sessions", .uint8,
          meaning: "sessions whose app was ended by something else than its user")
      case .sessionSeconds:
        ColumnSchema(
          "session_seconds", .uint16, meaning: "seconds that the day's sessions took together")
      case .refusals: ColumnSchema("refusals", .uint16, meaning: "taps that a device refused")
      case .rejectedAfterAck:
        ColumnSchema(
          "rejected_after_ack", .uint16,
          meaning: "operations that the server refused after a device had shown them as done")
      case .active24HourWindow:
        ColumnSchema(
          "active_24h_window", .uint8,
          meaning: "1 for a core action in the 24 hours that begin so many days after the first "
            + "one as this day comes after its day")
      }
    }
  }

  /// What the table holds twice: as it happened and, with a prefix, as the server knows it.
  public enum SideColumn: Int, CaseIterable, Sendable {
    case actions, habitsDue, habitsDone, streakBest, meals, tenthKilocalories, waters
    case waterTenthOunces, mental, physical, workouts, operations, operationsDue
    case operationsWithinDeadline, operationsFirstAttempt

    /// The place among the table's columns of the first one of a side.
    public static func firstPlace(_ side: Side) -> Int {
      Column.allCases.count + (side == .truth ? 0 : allCases.count)
    }

    func schema(_ side: Side) -> ColumnSchema {
      let told = column
      return switch side {
      case .truth: ColumnSchema(told.name, told.kind, meaning: told.meaning)
      case .observed:
        ColumnSchema(
          "observed_\(told.name)", told.kind, meaning: "as the server knows it: \(told.meaning)")
      }
    }

    private var column: (name: String, kind: ColumnKind, meaning: String) {
      switch self {
      case .actions: ("actions", .uint16, "core actions made, for oneself or a child")
      case .habitsDue: ("habits_due", .uint8, "habits that were to be done")
      case .habitsDone: ("habits_done", .uint8, "habits that were done, of those due")
      case .streakBest:
        ("streak_best", .uint16, "the longest streak of any of the person's habits so far")
      case .meals: ("meals", .uint16, "meals logged for the person")
      case .tenthKilocalories:
        ("tenth_kilocalories", .int64, "energy of those meals, in tenths of a kilocalorie")
      case .waters: ("waters", .uint16, "drinks of water logged for the person")
      case .waterTenthOunces:
        ("water_tenth_ounces", .int64, "water of those drinks, in tenths of a US fluid ounce")
      case .mental: ("mental", .uint8, "mental score of the check-in, 0 without one")
      case .physical: ("physical", .uint8, "physical score of the check-in, 0 without one")
      case .workouts: ("workouts", .uint8, "workouts that somebody logged by hand for the person")
      case .operations: ("operations", .uint16, "operations of the person's devices that day")
      case .operationsDue:
        (
          "operations_due", .uint16,
          "of those operations the ones whose deadline to reach the server was before the watermark"
        )
      case .operationsWithinDeadline:
        (
          "operations_within_deadline", .uint16,
          "of the operations due the ones that were there in time"
        )
      case .operationsFirstAttempt:
        (
          "operations_first_attempt", .uint16,
          "of those in time the ones that were there before they would have been sent again"
        )
      }
    }
  }

  public static let schema = TableSchema(
    name: "person_days",
    columns: Column.allCases.map(\.schema) + SideColumn.allCases.map { $0.schema(.truth) }
      + SideColumn.allCases.map { $0.schema(.observed) })
}
