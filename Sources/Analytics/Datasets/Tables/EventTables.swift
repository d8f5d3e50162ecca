public import Parquet

/// Single sessions, operations and notifications. A scenario decides whether sessions and events
/// are recorded.
public enum EventTables {
  public static let sessions = TableSchema(
    name: "sessions",
    columns: [
      ColumnSchema("person", .int32, meaning: "the person who used the app"),
      ColumnSchema("device", .int64, meaning: "the device, as in the table devices"),
      ColumnSchema("day", .date, meaning: "the local day on which the session ended"),
      ColumnSchema(
        "hour", .int32,
        meaning: "the hour that the clock showed when it began, in the person's zone: 0 to 23"),
      ColumnSchema(
        "opened", .timestampMilliseconds, meaning: "when the person opened the app (UTC)"),
      ColumnSchema("seconds", .int32, meaning: "its length in seconds"),
    ])

  public static let events = TableSchema(
    name: "events",
    columns: [
      ColumnSchema("person", .int32, meaning: "the person whose device submitted it"),
      ColumnSchema("kind", .string, meaning: "the kind of operation"),
      ColumnSchema("day", .date, meaning: "the local day that it counts for"),
      ColumnSchema(
        "event_time", .timestampMilliseconds,
        meaning: "the time of the tap, by the device's clock (UTC)"),
      ColumnSchema(
        "received_time", .timestampMilliseconds, meaning: "when the server received it (UTC)"),
      ColumnSchema(
        "outcome", .string,
        meaning: "\"accepted\", or the name of the reason for which the server rejected it"),
    ])

  public static let notifications = TableSchema(
    name: "notifications",
    columns: [
      ColumnSchema("household", .int32, meaning: "the household's number in the population"),
      ColumnSchema(
        "person", .int32, isNullable: true,
        meaning: "the recipient; null for a member who was added to the family later"),
      ColumnSchema("time", .timestampMilliseconds, meaning: "when the server sent it (UTC)"),
      ColumnSchema("kind", .string, meaning: "the kind of notification"),
      ColumnSchema("channels", .string, meaning: "its channels, joined by +"),
      ColumnSchema(
        "merged_count", .int32, meaning: "how many similar notifications were merged into it"),
    ])
}
