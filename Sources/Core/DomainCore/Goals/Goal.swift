public import Chronology

/// GOAL-1: the subject of a goal.
public enum GoalType: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case performance = 0
  case skill = 1
  case attendance = 2
  case team = 3
  case personalBest = 4
  case nutrition = 5

  /// GOAL-2: whether the goal progresses automatically from the logs.
  @inlinable public var isAutomatic: Bool { self == .attendance || self == .nutrition }
}

/// GOAL-1: the priority of a goal; by REW-2 it decides the points.
public enum GoalPriority: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case low = 0
  case medium = 1
  case high = 2
}

/// GOAL-1: the status of a goal.
public enum GoalStatus: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case active = 0
  case completed = 1
  case archived = 2
}

/// GOAL-1: a result that a person wants to reach between two days.
///
/// A goal counts upwards to its target: occurrences attended, nutrition days met, or its own unit.
public struct Goal: BitwiseCopyable, Hashable, Sendable {
  public var entity: Entity
  public var person: MemberHandle
  public var title: TextHandle
  public var unit: TextHandle
  public var type: GoalType
  public var priority: GoalPriority
  public var target: Int32
  /// GOAL-2: set by hand, or counted.
  public var current: Int32 = 0
  public var start: LocalDay
  public var end: LocalDay
  /// None counts every sport.
  public var sport: Entity = .none
  public var isCompleted = false
  public var isArchived = false
  public var isDeleted = false
  /// NUT-11: the metric of a nutrition goal; nil for all targets together.
  public var metric: NutritionGoal?
  public var metricAmount: UInt32 = 0
  /// GOAL-3: what an attendance goal counts.
  public var attendance = AttendanceRule.all
  /// The place of the same person's automatic goal before this one.
  var earlier: UInt32 = none

  static var none: UInt32 { .max }

  init(created fact: Fact) {
    let creation = GoalCreation(fact.payload)
    entity = fact.identity
    person = fact.subject
    title = creation.title
    unit = creation.unit
    type = creation.type ?? .performance
    priority = creation.priority ?? .low
    target = Int32(bitPattern: creation.target)
    start = creation.start
    end = creation.end
  }

  /// GOAL-1: **decided**: archiving only hides a goal. It is shown as archived whether it was
  /// completed or not, and continues to count: archiving concerns the screen, not what the person
  /// does, so it neither awards nor revokes points.
  public var status: GoalStatus {
    if isArchived { return .archived }
    return isCompleted ? .completed : .active
  }

  /// GOAL-2: the progress in percent, rounded down so that 100 means reached, and clamped to 0 to
  /// 100 for progress below zero or above the target.
  public var progressPercent: Int {
    min(100, max(0, Int(current)) * 100 / Int(max(1, target)))
  }

  /// GOAL-1: whether the last day has passed without the goal being reached.
  ///
  /// **Decided**: such a goal stays active and can still be completed by hand, because people often
  /// log late that they reached it in time; an automatic goal counts only what happened in time,
  /// whenever it is logged.
  public func isOverdue(asOf today: LocalDay) -> Bool { !isCompleted && today > end }

  public var term: GoalTerm { GoalTerm(from: start, through: end) }

  /// Equal except for the place in memory.
  func hasSameContent(as other: Goal) -> Bool {
    var relinked = other
    relinked.earlier = earlier
    return self == relinked
  }
}
