// Goals and nutrition joined: goals that count nutrition days and days of a metric, which need the
// rows of days and everything that a target depends on.

import Base
import Chronology

extension ScopeState {
  /// GOAL-2: recounts a goal after it was created or its days, sport or target changed: earlier
  /// logs count, too. O(days of the goal), or O(the person's attendances).
  mutating func recountGoal(_ place: Int) {
    let goal = goals.rows[place]
    switch goal.type {
    case .attendance:
      goals.recountAttendance(place, &shared, schedule, rewards)
    case .nutrition:
      let count =
        goal.metric.map { daysMeeting(goal, $0) }
        ?? rewards.nutritionDaysMet(of: goal.person, from: goal.start, through: goal.end, shared)
      goals.setCount(count, for: place, &shared)
    case .performance, .skill, .team, .personalBest: return
    }
  }

  /// NUT-11: recounts a person's goals of a metric, because an entry of a day changed. O(days of
  /// their goals), for the few who have one.
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

  /// NUT-11: the number of days of its term on which the person met a metric.
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
