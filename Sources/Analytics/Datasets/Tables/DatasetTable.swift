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

  /// The maximum number of rows of a row group. The largest table gets the largest groups.
  public var rowsPerGroup: Int { self == .personDays ? 131_072 : 32_768 }

  /// The tables that communities fill: all but the metrics, which need the whole run.
  public static let ofCommunities = allCases.filter { $0 != .metricResults }

  /// The schemas of all tables, in the same order.
  public static let schemas: [TableSchema] = allCases.map(\.schema)
}
