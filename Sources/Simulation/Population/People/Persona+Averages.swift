import Scenarios

extension Persona {
  /// The average traits of the persona's people. The documents give the direction of each (one
  /// trains four to five times a week, one loses heart alone, one never has time); the size is
  /// assumed.
  var averages: TraitAverages {
    switch self {
    case .plain: TraitAverages()
    case .organizedParent:
      TraitAverages(
        motivation: 0.5, habitDays: 0.8, chronotype: -45, frailty: 0.7, prompts: 0.8,
        conscientiousness: 0.5)
    case .handsOnParent: TraitAverages(motivation: 0.3, sociability: 1.5, training: 1.2)
    case .activeChild: TraitAverages(habitDays: 1.2, streaks: 1.5, sociability: 1.6, training: 1.5)
    case .motivatedChallenger:
      TraitAverages(motivation: 0.4, frailty: 0.8, streaks: 1.2, sociability: 1.5, training: 2.6)
    case .accountabilitySeeker:
      TraitAverages(
        motivation: -0.4, habitDays: 1.3, frailty: 1.3, sociability: 2, training: 0.85,
        conscientiousness: -0.5)
    case .streakBuilder:
      TraitAverages(
        motivation: 0.2, streaks: 2.2, prompts: 0.7, training: 1.5, conscientiousness: 0.5)
    case .selfImprover:
      TraitAverages(
        motivation: 0.5, habitDays: 0.9, frailty: 0.7, streaks: 1.3, sociability: 0.6,
        conscientiousness: 0.4)
    case .busyProfessional:
      TraitAverages(
        motivation: -0.3, chronotype: 30, frailty: 1.2, sociability: 0.6, prompts: 0.45,
        training: 0.7,
        conscientiousness: -0.4)
    case .wellnessEnthusiast:
      TraitAverages(
        motivation: 0.2, chronotype: -20, frailty: 1.1, training: 1.3, wellness: 0.5)
    case .studentAthlete:
      TraitAverages(motivation: 0.2, chronotype: 60, streaks: 1.2, training: 2.8, wellness: 0.3)
    case .coach: TraitAverages(motivation: 0.5, chronotype: -30, frailty: 0.6, sociability: 1.5)
    case .grandparent:
      TraitAverages(motivation: -0.5, chronotype: -60, sociability: 2, prompts: 0.7, training: 0)
    }
  }
}

/// The median of each trait among the people of a persona, relative to everybody's.
struct TraitAverages {
  /// Log-odds of opening the app, on top of everybody's.
  var motivation = 0.0
  /// The factor on the duration of forming a habit.
  var habitDays = 1.0
  /// Minutes by which the day is later.
  var chronotype = 0.0
  /// The factor on the hazard of lapsing.
  var frailty = 1.0
  /// The factor on the pull of a streak, and on the effect of losing it.
  var streaks = 1.0
  /// The factor on the influence of others.
  var sociability = 1.0
  /// The share of them who allow notifications.
  var prompts = 0.6
  /// The factor on the amount of training.
  var training = 1.0
  /// Points on the wellness scores.
  var wellness = 0.0
  /// Deviations on the share of their habits that they do, relative to others of their group.
  var conscientiousness = 0.0
}
