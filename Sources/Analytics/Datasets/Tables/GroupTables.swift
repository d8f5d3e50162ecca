public import Parquet

/// Groups of neighbors, their memberships, and their weekly boards.
public enum GroupTables {
  private static let group = ColumnSchema(
    "group", .int32, meaning: "group id: the number of its first eligible household")

  public static let groups = TableSchema(
    name: "groups",
    columns: [
      group,
      ColumnSchema(
        "households", .int32, meaning: "how many households have adults who can be invited"),
      ColumnSchema("founded", .boolean, meaning: "whether a person founded it"),
      ColumnSchema(
        "created", .date, isNullable: true, meaning: "the day it was founded; null if never"),
      ColumnSchema("members", .int32, meaning: "its members at the end of the run"),
      ColumnSchema("deleted", .boolean, meaning: "whether it was deleted"),
      ColumnSchema(
        "streak_weeks_best", .int32,
        meaning: "the longest run of consecutive weeks with a workout on the board"),
    ])

  public static let memberships = TableSchema(
    name: "memberships",
    columns: [
      group,
      ColumnSchema(
        "person", .int32, meaning: "the person who joined; people who rejoined have two rows"),
      ColumnSchema("joined", .timestampMilliseconds, meaning: "when the server accepted it (UTC)"),
      ColumnSchema("active", .boolean, meaning: "whether they are members at the end of the run"),
      ColumnSchema(
        "visible_on_boards", .boolean, meaning: "whether boards show what the person shares"),
    ])

  public static let boardWeeks = TableSchema(
    name: "board_weeks",
    columns: [
      group,
      ColumnSchema("week", .date, meaning: "the week's Monday"),
      ColumnSchema("person", .int32, meaning: "the person on the board"),
      ColumnSchema("workouts", .int32, meaning: "workouts of the week known to the server"),
      ColumnSchema(
        "streak_days", .int32,
        meaning: "the longest run of days with a workout that overlaps the week"),
      ColumnSchema(
        "rank", .int32, isNullable: true,
        meaning: "by workouts, ties share a rank; null for people who are not shown"),
      ColumnSchema("final", .boolean, meaning: "whether the result can no longer change"),
    ])
}
