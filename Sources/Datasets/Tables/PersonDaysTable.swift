public import Columnar

/// The facts: a row for every person and local day from joining to the end of the run.
public enum PersonDaysTable {
  /// The places of the columns, in the order of the schema.
  public enum Column: Int, CaseIterable, Sendable {
    case person, household, day, runDay, enrolled, active, sessions, actions, habitsDue
    case habitsDone, streakBest, meals, tenthKilocalories, waters, waterTenthOunces, mental
    case physical, operations, operationsDue, operationsOnTime, refusals, observedActive
    case observedActions, observedHabitsDue, observedHabitsDone, observedStreakBest
    case observedMeals, observedTenthKilocalories, observedWaters, observedWaterTenthOunces
    case observedMental, observedPhysical, observedOperations, observedOperationsDue
    case observedOperationsOnTime
  }

  public static let schema = TableSchema(
    name: "person_days",
    columns: [
      ColumnSchema("person", .int32, meaning: "the person's number in the population"),
      ColumnSchema("household", .int32, meaning: "the number of the person's household"),
      ColumnSchema("day", .date, meaning: "the person's local day"),
      ColumnSchema("run_day", .int32, meaning: "the day's place in the run, from 0 on"),
      ColumnSchema("enrolled", .boolean, meaning: "had joined, had not left, uses the app"),
      ColumnSchema("active", .boolean, meaning: "made at least one core action"),
      ColumnSchema("sessions", .uint8, meaning: "sessions of the app in which something was done"),
    ] + truth + [
      ColumnSchema("refusals", .uint16, meaning: "taps that a device refused"),
      ColumnSchema(
        "observed_active", .boolean, meaning: "the server knows of at least one core action"),
    ] + observed)

  private static let sides: [(name: String, kind: ColumnKind, meaning: String)] = [
    ("actions", .uint16, "core actions made, for oneself or a child"),
    ("habits_due", .uint8, "habits that were to be done"),
    ("habits_done", .uint8, "habits that were done, of those due"),
    ("streak_best", .uint16, "the longest streak of any of the person's habits so far"),
    ("meals", .uint16, "meals logged for the person"),
    ("tenth_kilocalories", .int32, "energy of those meals, in tenths of a kilocalorie"),
    ("waters", .uint16, "drinks of water logged for the person"),
    ("water_tenth_ounces", .uint16, "water of those drinks, in tenths of a US fluid ounce"),
    ("mental", .uint8, "mental score of the check-in, 0 without one"),
    ("physical", .uint8, "physical score of the check-in, 0 without one"),
    ("operations", .uint16, "operations of the person's devices that day"),
    (
      "operations_due", .uint16,
      "of those operations the ones whose deadline to reach the server was before the watermark"
    ),
    ("operations_on_time", .uint16, "of the operations due the ones that were there in time"),
  ]

  private static let truth = sides.map { ColumnSchema($0.name, $0.kind, meaning: $0.meaning) }

  private static let observed = sides.map {
    ColumnSchema("observed_\($0.name)", $0.kind, meaning: "as the server knows it: \($0.meaning)")
  }
}
