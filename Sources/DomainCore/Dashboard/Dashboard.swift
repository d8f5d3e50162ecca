public import Chronology

/// HOME-1: what the first screen shows a person at an instant. Derived, never stored.
public struct Dashboard: Hashable, Sendable {
  /// A habit that is on the list today.
  public struct HabitLine: Hashable, Sendable {
    public var habit: Entity
    public var isDone: Bool
    public var streak: Int
  }

  /// A child's most important goals.
  public struct GoalLine: Hashable, Sendable {
    public var child: MemberHandle
    public var goals: [Goal]
  }

  // The day so far.
  public var waterTenthOunces: UInt32
  public var meals: Int
  public var tenthKilocalories: UInt32
  public var sessionsDone: Int
  /// Twice the wellness score, the mean of mental and physical, so that it is exact; nil before
  /// the check-in.
  public var wellnessTwice: Int?

  // Against the targets; nil where there is none.
  public var energyTarget: UInt32?
  public var waterTargetMillilitres: UInt32?
  public var energyColour: NutritionColour?
  public var waterColour: NutritionColour?

  // What is ahead.
  public var sessions: [Session]
  public var assignments: [WorkoutAssignment]
  public var deadlines: [AcademicItem]
  public var nextOccurrences: [Occurrence]
  public var attention: ScheduleAttention
  public var goals: [GoalLine]
  public var habits: [HabitLine]
}

extension ScopeState {
  /// HOME-1: the dashboard of a person at an instant, by the clocks of where they are.
  public func dashboard(of person: MemberHandle, at now: Instant, in zone: Zone) -> Dashboard {
    let today = zone.localDay(at: now)
    let index = index(of: today)
    let row = index < 0 ? PersonDay() : personDay(person, index)
    let target = nutritionTarget(of: person, on: today)
    let sessions = sessions(of: person, on: today)
    let isParent = member(person).role == .parent
    var filter = ScheduleFilter()
    if member(person).role == .child { filter.child = person }
    return Dashboard(
      waterTenthOunces: row.nutrients.waterTenthOunces, meals: row.mealCount,
      tenthKilocalories: row.nutrients.tenthKilocalories,
      sessionsDone: sessions.count { $0.report.isDone },
      wellnessTwice: row.hasCheckIn ? Int(row.mental) + Int(row.physical) : nil,
      energyTarget: target[.energy] > 0 ? target[.energy] : nil,
      waterTargetMillilitres: target[.water] > 0 ? target[.water] : nil,
      energyColour: target.colour(of: .energy, for: row.nutrients),
      waterColour: target.colour(of: .water, for: row.nutrients),
      sessions: sessions, assignments: assignments(of: person, dueOn: today),
      deadlines: deadlines(of: person, inWeekOf: today),
      nextOccurrences: nextOccurrences(3, now: now, filter: filter),
      attention: needsAttention(now: now),
      goals: isParent ? topGoalsOfChildren() : [topGoals(of: person)],
      habits: habitLines(of: person, on: today))
  }

  private func topGoalsOfChildren() -> [Dashboard.GoalLine] {
    var lines: [Dashboard.GoalLine] = []
    for number in 0..<memberCount {
      let child = MemberHandle(UInt16(number))
      if member(child).role == .child && member(child).isActive {
        lines.append(topGoals(of: child))
      }
    }
    return lines
  }

  /// The three active goals that matter most, then those that end first, then the oldest.
  private func topGoals(of person: MemberHandle) -> Dashboard.GoalLine {
    let active = goals(of: person).filter { $0.status == .active }
    let ordered = active.sorted {
      if $0.priority != $1.priority { return $0.priority.rawValue > $1.priority.rawValue }
      return ($0.end, $0.entity) < ($1.end, $1.entity)
    }
    return Dashboard.GoalLine(child: person, goals: Array(ordered.prefix(3)))
  }

  private func habitLines(of person: MemberHandle, on today: LocalDay) -> [Dashboard.HabitLine] {
    habitsInOrder(of: person).map { slot in
      Dashboard.HabitLine(
        habit: habitAt(slot).entity, isDone: isDone(slot, index(of: today)),
        streak: streak(slot, asOf: today))
    }
  }
}
