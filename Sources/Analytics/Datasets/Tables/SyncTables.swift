public import Parquet

/// What became of operations on their way, and what was refused or broken.
public enum SyncTables {
  public static let syncDays = TableSchema(
    name: "sync_days",
    columns: [
      ColumnSchema("household", .int32, meaning: "the household's number in the population"),
      ColumnSchema("day", .date, meaning: "the local day on which people tapped"),
      ColumnSchema("run_day", .int32, meaning: "the day's place in the run, from 0 on"),
      ColumnSchema("operations", .int32, meaning: "operations of the household's devices"),
      ColumnSchema(
        "observed_operations", .int32, meaning: "operations of that day that the server has"),
      ColumnSchema(
        "operations_due", .int32,
        meaning: "operations whose deadline to reach the server was before the watermark"),
      ColumnSchema(
        "operations_within_deadline", .int32, meaning: "those of them that were there in time"),
      ColumnSchema("refusals", .int32, meaning: "taps that devices refused"),
    ])

  private static let community = ColumnSchema(
    "community", .int32, meaning: "the number of the community, the households of one event loop")

  public static let conflicts = TableSchema(
    name: "conflicts",
    columns: [
      community,
      ColumnSchema(
        "household", .int32,
        meaning:
          "whose log it is in, or the first household of a group. A write that stands replaced "
          + "one that its author did not know of; a row for each in the logs that were read once more: "
          + "all of them in runs of 256 people or fewer, some of them in larger ones"),
      ColumnSchema("kind", .string, meaning: "what the write that stands said"),
      ColumnSchema("person", .int32, meaning: "who wrote what stands"),
      ColumnSchema("device", .int64, meaning: "on which device, as the table of devices names it"),
      ColumnSchema(
        "event_time", .timestampMilliseconds, meaning: "when that device says it was tapped"),
      ColumnSchema("overwritten_person", .int32, meaning: "who wrote what is gone"),
      ColumnSchema("overwritten_device", .int64, meaning: "on which device"),
      ColumnSchema(
        "overwritten_event_time", .timestampMilliseconds,
        meaning: "when that device says it was tapped"),
      ColumnSchema(
        "received_time", .timestampMilliseconds, meaning: "when the server had what stands"),
      ColumnSchema("policy", .string, meaning: "by what the server decided which of them stands"),
      ColumnSchema(
        "lost_update", .boolean,
        meaning: "whether what is gone was meant later, or what stands by nobody"),
    ])

  /// Who refused.
  public static let places = ["device", "server"]

  public static let refusals = TableSchema(
    name: "refusals",
    columns: [
      community,
      ColumnSchema(
        "place", .string, meaning: "who refused: the device at the tap, or the server",
        vocabulary: places),
      ColumnSchema("reason", .string, meaning: "the name of the reason"),
      ColumnSchema("sentence", .string, meaning: "what the screen says"),
      ColumnSchema("count", .int64, meaning: "how often"),
    ])

  public static let violations = TableSchema(
    name: "violations",
    columns: [
      community,
      ColumnSchema("property", .string, meaning: "the promise that was broken"),
      ColumnSchema("time", .timestampMilliseconds, meaning: "when it was seen"),
      ColumnSchema("household", .int32, meaning: "where"),
      ColumnSchema("what", .string, meaning: "in what way"),
    ])
}
