public import Columnar

/// The true traits of everybody, for judging models by: no product ever knows them.
public enum PeopleTable {
  /// The places of the columns, in the order of the schema.
  public enum Column: Int, CaseIterable, Sendable {
    case person, household, zone, role, born, usesApp, devices, motivation, joinedRunDay
    case leftRunDay
  }

  public static let roles = ["parent", "child", "observer"]

  public static let schema = TableSchema(
    name: "people",
    columns: [
      ColumnSchema("person", .int32, meaning: "the person's number in the population"),
      ColumnSchema("household", .int32, meaning: "the number of the person's household"),
      ColumnSchema("zone", .string, meaning: "the household's time zone"),
      ColumnSchema("role", .string, meaning: "parent, child or observer", vocabulary: roles),
      ColumnSchema("born", .date, meaning: "day of birth"),
      ColumnSchema("uses_app", .boolean, meaning: "logs for itself; parents log for the others"),
      ColumnSchema("devices", .uint8, meaning: "devices with a replica of the family"),
      ColumnSchema("motivation", .double, meaning: "the person's own log-odds of opening the app"),
      ColumnSchema("joined_run_day", .int32, meaning: "the run day on which the person joined"),
      ColumnSchema(
        "left_run_day", .int32, isNullable: true,
        meaning: "the first run day on which the person no longer used it; null if never"),
    ])
}
