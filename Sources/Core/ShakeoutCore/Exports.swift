// The words of the rules that an app uses as they are: whoever imports the face has them too.
//
// Promised are those that a session's actions and questions take and give: `Instant`, `LocalDay`,
// `Zone`, `RecurrenceRule`; `Refusal`, `Role`, `Sex`, `HabitStatistics`, `MealKind`, `WaterSource`,
// `NutritionMetric`, `NutritionColor`, `Advice`, `ProfileNeeds`, `ClassType`, `DutyKind`,
// `GoalType`, `GoalPriority`, `PointItem`, `Level`, `Badge`, `GroupChallenge`, `GroupEventKind`,
// `NotificationKind`, `NotificationChannels`, `NotificationSettings`, `CalendarMode`,
// `CalendarField`, `CalendarSide`; `SyncStatus`, and the storages. Whatever else these rooms call
// public they say to each other, and nothing of it reaches into a session.
@_exported public import Chronology
@_exported public import DomainCore
@_exported public import SyncCore

/// A storage that forgets.
public typealias MemoryStorage = MemoryReplicaStorage
