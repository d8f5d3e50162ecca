import Base
import Chronology

/// NUT-11: what a nutrition goal counts days of, other than those that meet all targets: a metric,
/// and how much of it a day.
public struct GoalMetric: BitwiseCopyable, Hashable, Sendable {
  /// Nil for one that only a newer build knows.
  public var metric: NutritionGoal?
  /// Tenths of a gram, a kilocalorie or a portion; of water millilitres to drink.
  public var amount: UInt32

  public init(_ metric: NutritionGoal, _ amount: UInt32) {
    self.metric = metric
    self.amount = amount
  }

  public init(_ payload: Payload) {
    metric = UInt8(exactly: payload.first >> 32).flatMap(NutritionGoal.init)
    amount = UInt32(truncatingIfNeeded: payload.first)
  }

  public var payload: Payload {
    Payload(UInt64(metric?.rawValue ?? .max) << 32 | UInt64(amount))
  }

  /// Something that a day can be held against: no more than anybody can need, and of all but sugar
  /// more than nothing.
  public var isWellFormed: Bool {
    guard let metric else { return false }
    return switch metric {
    case .energy: (1...NutritionMetric.energy.amountMax).contains(amount)
    case .protein, .water, .vegetables: (1...NutritionMetric.protein.amountMax).contains(amount)
    case .lessSugar: amount <= NutritionMetric.protein.amountMax
    }
  }
}

extension Command {
  /// NUT-11: says what a nutrition goal counts the days of.
  public static func setGoalMetric(
    _ goal: Entity, of person: MemberHandle, to metric: GoalMetric
  ) -> Command {
    Command(.goalMetricSet, subject: person, entity: goal, payload: metric.payload)
  }
}

extension ScopeState {
  /// NUT-11: counts a person's goals of a metric anew, because something was just logged for a day.
  /// O(days of their goals), for the few who have one.
  mutating func judgeGoalMetrics(of person: MemberHandle, day: Int) {
    let changed = firstDay.adding(days: day)
    var next = goals.lastAutomatic(of: person)
    while next != Goal.none {
      let place = Int(next)
      let goal = goals.rows[place]
      if goal.metric != nil, !goal.isDeleted, goal.start <= changed, changed <= goal.end {
        recountGoal(place)
      }
      next = goal.earlier
    }
  }

  /// NUT-11: on how many days of its term somebody has met a metric.
  func daysMeeting(_ goal: Goal, _ metric: NutritionGoal) -> Int32 {
    let first = max(0, index(of: goal.start))
    let last = min(index(of: goal.end), dayCapacity - 1)
    guard first <= last else { return 0 }
    var count: Int32 = 0
    for day in first...last {
      let date = firstDay.adding(days: day)
      if meets(metric, target: goal.metricAmount, of: goal.person, on: date) { count += 1 }
    }
    return count
  }
}
