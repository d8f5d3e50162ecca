public import Parquet

/// What happened one by one. Sessions and events have rows only where a scenario asks for them.
public enum EventTables {
  public static let sessions = TableSchema(
    name: "sessions",
    columns: [
      ColumnSchema("person", .int32, meaning: "who used the app"),
      ColumnSchema("device", .int64, meaning: "on which device, as the table of devices names it"),
      ColumnSchema("day", .date, meaning: "the local day on which it ended"),
      ColumnSchema("hour", .uint8, meaning: "the hour of the day, in the person's zone, it began"),
      ColumnSchema("opened", .timestampMilliseconds, meaning: "when the app was opened"),
      ColumnSchema("seconds", .int32, meaning: "how long it lasted"),
    ])

  public static let events = TableSchema(
    name: "events",
    columns: [
      ColumnSchema("person", .int32, meaning: "whose device said it"),
      ColumnSchema("kind", .string, meaning: "what was said"),
      ColumnSchema("day", .date, meaning: "the local day it counts for"),
      ColumnSchema(
        "event_time", .timestampMilliseconds, meaning: "when the device says it was tapped"),
      ColumnSchema("received_time", .timestampMilliseconds, meaning: "when the server had it"),
      ColumnSchema(
        "verdict", .string, meaning: "\"taken\", or the name of the reason it was refused for"),
    ])

  public static let notifications = TableSchema(
    name: "notifications",
    columns: [
      ColumnSchema("household", .int32, meaning: "the household's number in the population"),
      ColumnSchema(
        "person", .int32, isNullable: true,
        meaning: "who was told; null for a member who was added to the family later"),
      ColumnSchema("time", .timestampMilliseconds, meaning: "when it went out"),
      ColumnSchema("kind", .string, meaning: "what it was about"),
      ColumnSchema("channels", .string, meaning: "the ways it took, joined by +"),
      ColumnSchema("others", .uint16, meaning: "how many similar ones went out with it as one"),
    ])
}
