public import Population
public import Scenarios

/// What happens inside somebody as a day begins: the true state, which no product knows.
public struct StateRecord: BitwiseCopyable, Sendable {
  /// The person's place in the world, and the day of the run.
  public var person: Int32
  public var day: Int32
  public var phase: LifecyclePhase
  public var prompt: Prompt
  public var treatment: Treatment
  public var habitStrength: Double
  public var streakDays: Int32
  /// What is left of a streak's pain and of trouble.
  public var streakLossEffect: Double
  public var frustration: Double
  /// The share of the others at home who were active yesterday.
  public var householdActiveShare: Double
  /// The probability of opening the app today.
  public var opening: Double
  /// The probability of putting the app away, while it is in use, and of taking it up again while
  /// it is not.
  public var lapseHazard: Double
  public var returnHazard: Double
}

extension StateRecord {
  init(
    person: Int, day: Int32, _ state: PersonState, _ engagement: EngagementState,
    at home: HouseholdState, opening: Double,
    _ hazards: LifecycleModel.Hazards
  ) {
    self.init(
      person: Int32(person), day: day, phase: engagement.phase, prompt: engagement.prompt,
      treatment: home.treatment, habitStrength: state.habitStrength,
      streakDays: state.activeDays, streakLossEffect: engagement.streakLossEffect,
      frustration: engagement.frustration,
      householdActiveShare: engagement.householdActiveShare, opening: opening,
      lapseHazard: hazards.lapse,
      returnHazard: hazards.comeback)
  }
}
