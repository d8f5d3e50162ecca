public import Parquet

/// Groups of neighbors, who is in them, and their weekly boards.
public enum GroupTables {
  private static let group = ColumnSchema(
    "group", .int32, meaning: "the number of the first household that it was opened for")

  public static let groups = TableSchema(
    name: "groups",
    columns: [
      group,
      ColumnSchema(
        "households", .uint8, meaning: "how many households' adults may be asked into it"),
      ColumnSchema("founded", .boolean, meaning: "whether anybody ever founded it"),
      ColumnSchema(
        "created", .date, isNullable: true, meaning: "the day of founding; null without it"),
      ColumnSchema("members", .uint8, meaning: "how many are in it at the end"),
      ColumnSchema("deleted", .boolean, meaning: "whether it was deleted"),
      ColumnSchema(
        "streak_weeks_best", .int32,
        meaning: "the longest stretch of weeks with a workout of a member on the board"),
    ])

  public static let memberships = TableSchema(
    name: "memberships",
    columns: [
      group,
      ColumnSchema("person", .int32, meaning: "who joined; who came back has two rows"),
      ColumnSchema("joined", .timestampMilliseconds, meaning: "when the server took it"),
      ColumnSchema("active", .boolean, meaning: "whether they are in it at the end"),
      ColumnSchema("shown", .boolean, meaning: "whether boards show what they share"),
    ])

  public static let boardWeeks = TableSchema(
    name: "board_weeks",
    columns: [
      group,
      ColumnSchema("week", .date, meaning: "the week's Monday"),
      ColumnSchema("person", .int32, meaning: "whose row of the board it is"),
      ColumnSchema("workouts", .uint16, meaning: "workouts of the week, as the server knows them"),
      ColumnSchema(
        "streak_days", .uint16, meaning: "the longest run of days with one that has a day in it"),
      ColumnSchema(
        "rank", .uint8, isNullable: true,
        meaning: "by workouts, equals sharing a rank; null for who is not shown"),
      ColumnSchema("final", .boolean, meaning: "whether the result no longer changes"),
    ])
}
