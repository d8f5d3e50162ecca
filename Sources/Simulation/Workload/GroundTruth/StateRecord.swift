public import Population
public import Scenarios

/// A person's engagement state at the beginning of a day: the true state, which no product knows.
public struct StateRecord: BitwiseCopyable, Sendable {
  /// The person's index in the world, and the day of the run.
  public var person: Int32
  public var day: Int32
  public var phase: LifecyclePhase
  public var prompt: Prompt
  public var treatment: Treatment
  public var habitStrength: Double
  public var streakDays: Int32
  /// The remaining effect of a lost streak and of faults of the app.
  public var streakLossEffect: Double
  public var frustration: Double
  /// The share of the other household members who were active yesterday.
  public var householdActiveShare: Double
  /// The probability of opening the app today.
  public var opening: Double
  /// The probability of becoming dormant while the app is in use, and of returning while it is not.
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
