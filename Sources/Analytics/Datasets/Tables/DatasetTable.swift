public import Parquet

/// The tables of a dataset, in the order in which documents list them.
public enum DatasetTable: Int, CaseIterable, Sendable {
  case people, truth, households, devices, groups, memberships, personDays, sessions, events, states
  case syncDays, conflicts, refusals, notifications, boardWeeks, violations, metricResults

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
    case .refusals: SyncTables.refusals
    case .notifications: EventTables.notifications
    case .boardWeeks: GroupTables.boardWeeks
    case .violations: SyncTables.violations
    case .metricResults: MetricTable.schema
    }
  }

  public var name: String { schema.name }

  /// How many rows a group has at most: the one table that is large gets large groups.
  public var rowsPerGroup: Int { self == .personDays ? 131_072 : 32_768 }

  /// The tables of what communities did, which is all but what follows from the whole run.
  public static let ofCommunities = allCases.filter { $0 != .metricResults }

  /// What stands for every table, its schema, by its name.
  public static let schemas: [TableSchema] = allCases.map(\.schema)
}
