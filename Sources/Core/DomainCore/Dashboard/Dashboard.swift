/// HOME-1: what the home screen shows a person at an instant. Derived, never stored.
public struct Dashboard: Hashable, Sendable {
  /// A habit that is on the list today.
  public struct HabitLine: Hashable, Sendable {
    public var habit: Entity
    public var isDone: Bool
    public var streak: Int
  }

  /// The most important goals of a child, or an athlete.
  public struct GoalLine: Hashable, Sendable {
    public var child: MemberHandle
    public var goals: [Goal]
  }

  // The day so far.
  public var meals: Int
  public var sessionsDone: Int
  /// TRN-3: what they did so far, each workout once, logged or imported.
  public var workouts: [FinishedWorkout]
  /// Twice the wellness score, the mean of mental and physical, so that it is exact; nil before
  /// the check-in.
  public var wellnessTwice: Int?
  /// Everything eaten and drunk, and the targets: energy, protein and water.
  public var eaten: Nutrients
  public var target: NutritionTarget

  // The days ahead.
  public var sessions: [Session]
  public var assignments: [WorkoutAssignment]
  public var deadlines: [AcademicItem]
  public var nextOccurrences: [Occurrence]
  public var attention: ScheduleAttention
  public var goals: [GoalLine]
  public var habits: [HabitLine]
}

extension Dashboard {
  /// HOME-1: the day's progress towards the goal of a metric; nil without one.
  public func color(of metric: NutritionMetric) -> NutritionColor? {
    target.color(of: metric, for: eaten)
  }
}
