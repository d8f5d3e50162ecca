public import Parquet
import Metrics

/// Families and what they have in their hands.
public enum FamilyTables {
  public static let households = TableSchema(
    name: "households",
    columns: [
      ColumnSchema("household", .int32, meaning: "the household's number in the population"),
      ColumnSchema("zone", .string, meaning: "its time zone"),
      ColumnSchema("people", .uint8, meaning: "how many people live in it"),
      ColumnSchema("app_users", .uint8, meaning: "how many of them use the app"),
      ColumnSchema("devices", .uint8, meaning: "how many devices they have together"),
      ColumnSchema("joined_run_day", .int32, meaning: "the run day on which it joined"),
      ColumnSchema(
        "notified", .boolean, meaning: "whether the server works out what to tell its people"),
      ColumnSchema(
        "home", .string, meaning: "what its people are to each other",
        vocabulary: PeopleTable.homes),
      ColumnSchema(
        "friend", .int32, isNullable: true,
        meaning: "the household before it in its community that is its friend; null for the first"),
      ColumnSchema(
        "friends", .uint8, meaning: "of how many households it is a friend, or they are its"),
    ])

  public static let devices = TableSchema(
    name: "devices",
    columns: [
      ColumnSchema("device", .int64, meaning: "its owner's number times 16, and its own"),
      ColumnSchema("person", .int32, meaning: "its owner"),
      ColumnSchema("household", .int32, meaning: "its owner's household"),
      ColumnSchema("number", .uint8, meaning: "which of its owner's devices it is, from 0 on"),
      ColumnSchema(
        "has_calendar", .boolean, meaning: "whether it keeps an external calendar alike"),
      ColumnSchema(
        "platform", .string, meaning: "what the app runs on, its owner's platform",
        vocabulary: Platform.allCases.map(\.rawValue)),
      ColumnSchema(
        "offline_factor", .double,
        meaning: "how many times as often as the average device it has no network"),
      ColumnSchema(
        "shared", .boolean, meaning: "whether others of the family sign in on it for a session"),
    ])
}
