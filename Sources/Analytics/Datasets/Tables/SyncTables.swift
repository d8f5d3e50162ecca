public import Parquet

/// How operations reached the server, conflicts, rejections and violated properties.
public enum SyncTables {
  public static let syncDays = TableSchema(
    name: "sync_days",
    columns: [
      ColumnSchema("household", .int32, meaning: "the household's number in the population"),
      ColumnSchema("day", .date, meaning: "the local day of the taps"),
      ColumnSchema("run_day", .int32, meaning: "the day of the run, starting at 0"),
      ColumnSchema(
        "operations", .int32, meaning: "operations that the household's devices submitted"),
      ColumnSchema(
        "observed_operations", .int32, meaning: "of these, operations known to the server"),
      ColumnSchema(
        "operations_due", .int32,
        meaning: "operations whose deadline to reach the server was before the watermark"),
      ColumnSchema(
        "operations_within_deadline", .int32, meaning: "operations due that were on time"),
      ColumnSchema("rejected_on_device", .int32, meaning: "taps that devices rejected"),
    ])

  private static let community = ColumnSchema(
    "community", .int32, meaning: "the community: households that are simulated together")

  public static let conflicts = TableSchema(
    name: "conflicts",
    columns: [
      community,
      ColumnSchema(
        "household", .int32,
        meaning: "the household of the log, or the first household of a group. Each row is a write "
          + "that overwrote one its author did not know of. Runs of up to 256 people check all "
          + "logs, larger runs a sample"),
      ColumnSchema("kind", .string, meaning: "the kind of the winning operation"),
      ColumnSchema("person", .int32, meaning: "the author of the winning write"),
      ColumnSchema("device", .int64, meaning: "its device, as in the table devices"),
      ColumnSchema(
        "event_time", .timestampMilliseconds, meaning: "its time, by that device's clock (UTC)"),
      ColumnSchema("overwritten_person", .int32, meaning: "the author of the overwritten write"),
      ColumnSchema("overwritten_device", .int64, meaning: "its device"),
      ColumnSchema(
        "overwritten_event_time", .timestampMilliseconds,
        meaning: "its time, by that device's clock (UTC)"),
      ColumnSchema(
        "received_time", .timestampMilliseconds,
        meaning: "when the server received the winner (UTC)"),
      ColumnSchema("policy", .string, meaning: "the conflict policy that chose the winner"),
      ColumnSchema(
        "lost_update", .boolean,
        meaning: "true if a person's overwritten write was made after the winner, or if no person "
          + "made the winner"),
    ])

  /// The two sides that can reject an operation.
  public static let rejecters = ["device", "server"]

  public static let rejections = TableSchema(
    name: "rejections",
    columns: [
      community,
      ColumnSchema(
        "rejected_by", .string, meaning: "device, at the tap, or server", vocabulary: rejecters),
      ColumnSchema("reason", .string, meaning: "the name of the reason"),
      ColumnSchema("message", .string, meaning: "the message on the screen"),
      ColumnSchema("count", .int64, meaning: "how often it happened"),
    ])

  public static let violations = TableSchema(
    name: "violations",
    columns: [
      community,
      ColumnSchema("property", .string, meaning: "the property that was violated"),
      ColumnSchema(
        "time", .timestampMilliseconds, meaning: "when the violation was detected (UTC)"),
      ColumnSchema("household", .int32, meaning: "the household in which it was detected"),
      ColumnSchema("description", .string, meaning: "how the property was violated"),
    ])
}
