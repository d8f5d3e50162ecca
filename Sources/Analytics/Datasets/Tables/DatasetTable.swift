public import Parquet

/// The tables of a dataset, in the order in which documents list them.
public enum DatasetTable: Int, CaseIterable, Sendable {
  case people, truth, households, devices, groups, memberships, personDays, sessions, events, states
  case syncDays, conflicts, rejections, notifications, boardWeeks, violations, metricResults

  public var schema: TableSchema {
    switch self {
    case .people: PeopleTable.schema
    case .truth: TruthTable.schema
    case .households: FamilyTables.households
    case .devices: FamilyTables.devices
    case .groups: GroupTables.groups
    case .memberships: GroupTables.memberships
    case .personDays: PersonDaysTable.schema
    case .sessions: EventTables.sessions
    case .events: EventTables.events
    case .states: StateTable.schema
    case .syncDays: SyncTables.syncDays
    case .conflicts: SyncTables.conflicts
    case .rejections: SyncTables.rejections
    case .notifications: EventTables.notifications
    case .boardWeeks: GroupTables.boardWeeks
    case .violations: SyncTables.violations
    case .metricResults: MetricTable.schema
    }
  }

  public var name: String { schema.name }

  /// The columns that name a row. Rows of some tables may agree in all of them.
  public var key: [String] {
    switch self {
    case .people, .truth: ["person"]
    case .households: ["household"]
    case .devices: ["device"]
    case .groups: ["group"]
    case .memberships: ["group", "person", "joined"]
    case .personDays, .states: ["person", "run_day"]
    case .sessions: ["person", "device", "opened"]
    case .events: ["person", "kind", "event_time"]
    case .syncDays: ["household", "run_day"]
    case .conflicts: ["community", "household", "kind", "event_time"]
    case .rejections: ["community", "rejected_by", "reason"]
    case .notifications: ["household", "person", "time", "kind"]
    case .boardWeeks: ["group", "week", "person"]
    case .violations: ["community", "property", "time"]
    case .metricResults: ["metric", "side"]
    }
  }

  /// The maximum number of rows of a row group. The largest table gets the largest groups.
  public var rowsPerGroup: Int { self == .personDays ? 131_072 : 32_768 }

  /// The tables that communities fill: all but the metrics, which need the whole run.
  public static let ofCommunities = allCases.filter { $0 != .metricResults }

  /// The schemas of all tables, in the same order.
  public static let schemas: [TableSchema] = allCases.map(\.schema)
}
