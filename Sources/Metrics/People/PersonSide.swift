/// One side of a person's history: what happened, or what the server knows of it.
public struct PersonSide {
  /// The days with at least one core action.
  public var active: ActivityBits
  /// How many habits were due each day.
  public var habitsDue: DayCounts
  /// How many of the habits due each day were done.
  public var habitsDone: DayCounts
  /// Whether any habit ever stood at seven days in a row while the person was enrolled.
  public var everStreak7: Bool
  /// Operations whose deadline to reach the server has passed.
  public var operationsDue: UInt32
  /// Those of them that were durable on the server in time.
  public var operationsOnTime: UInt32

  @inlinable
  public init(
    active: ActivityBits, habitsDue: DayCounts, habitsDone: DayCounts, everStreak7: Bool,
    operationsDue: UInt32, operationsOnTime: UInt32
  ) {
    self.active = active
    self.habitsDue = habitsDue
    self.habitsDone = habitsDone
    self.everStreak7 = everStreak7
    self.operationsDue = operationsDue
    self.operationsOnTime = operationsOnTime
  }
}
