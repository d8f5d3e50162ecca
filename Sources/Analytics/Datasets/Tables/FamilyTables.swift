public import Parquet
import Metrics

/// Households and the devices of their people.
public enum FamilyTables {
  public static let households = TableSchema(
    name: "households",
    columns: [
      ColumnSchema("household", .int32, meaning: "the household's number in the population"),
      ColumnSchema("zone", .string, meaning: "its time zone"),
      ColumnSchema("people", .int32, meaning: "how many people belong to it"),
      ColumnSchema("app_users", .int32, meaning: "how many of them use the app"),
      ColumnSchema("devices", .int32, meaning: "how many devices they have in total"),
      ColumnSchema("joined_run_day", .int32, meaning: "the run day on which it joined"),
      ColumnSchema(
        "notifications_enabled", .boolean,
        meaning: "whether the server computes notifications for its people"),
      ColumnSchema(
        "household_kind", .string, meaning: PeopleTable.homes.joined(separator: ", "),
        vocabulary: PeopleTable.homes),
      ColumnSchema(
        "friend_household", .int32, isNullable: true,
        meaning: "the earlier household of its community that it is friends with; null for the "
          + "first"),
      ColumnSchema(
        "friend_count", .int32, meaning: "how many households it is friends with, either way"),
    ])

  public static let devices = TableSchema(
    name: "devices",
    columns: [
      ColumnSchema(
        "device", .int64, meaning: "device id: 16 times the owner's number, plus its own number"),
      ColumnSchema("person", .int32, meaning: "its owner"),
      ColumnSchema("household", .int32, meaning: "its owner's household"),
      ColumnSchema(
        "number", .int32, meaning: "its number among its owner's devices, starting at 0"),
      ColumnSchema(
        "has_calendar", .boolean, meaning: "whether it syncs with an external calendar"),
      ColumnSchema(
        "platform", .string, meaning: "the platform of its owner",
        vocabulary: Platform.allCases.map(\.rawValue)),
      ColumnSchema(
        "offline_factor", .double,
        meaning: "how often it has no network, as a multiple of the average device"),
      ColumnSchema(
        "shared", .boolean,
        meaning: "whether other members of the family sign in on it temporarily"),
    ])
}
