// The types of the rules that an app uses unchanged: importing the public API imports them too.
//
// The public API consists of the types that a session's actions and queries take and return:
// `Instant`, `LocalDay`, `Zone`, `RecurrenceRule`; `Refusal`, `Role`, `Sex`, `HabitStatistics`,
// `MealKind`, `WaterSource`, `NutritionMetric`, `NutritionColor`, `Advice`, `ProfileNeeds`,
// `ClassType`, `DutyKind`, `GoalType`, `GoalPriority`, `PointItem`, `Level`, `Badge`,
// `GroupChallenge`, `GroupEventKind`, `NotificationKind`, `NotificationChannels`,
// `NotificationSettings`, `CalendarMode`, `CalendarField`, `CalendarSide`; `SyncStatus`,
// `Registration`, `WireError`, and the storages. All other public declarations of these modules are
// public only between these packages, and none of them is reachable from a session.
@_exported public import Chronology
@_exported public import DomainCore
@_exported public import SyncCore

/// A storage in memory, which forgets everything at a restart.
public typealias MemoryStorage = MemoryReplicaStorage
