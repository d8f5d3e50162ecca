public import Chronology

extension ScopeState {
  /// Folds a fact about sessions, templates and workouts.
  public mutating func applyTraining(_ fact: Fact, committed: Instant) -> Effect {
    guard let code = TrainingCode(fact.kind) else { return .superseded }
    return switch code {
    case .sessionCreated: createSession(fact)
    case .sessionGenerated: generateSession(fact)
    case .sessionChanged: changeSession(fact)
    case .templateCreated: createTemplate(fact)
    case .templateChanged: changeTemplate(fact)
    case .workoutAssigned: assignWorkout(fact)
    case .assignmentChanged: changeAssignment(fact)
    case .workoutLogged: logWorkout(fact)
    case .mobilityLogged: logMobility(fact)
    case .trainingLogDeleted: deleteTrainingLog(fact)
    case .workoutImported, .workoutImportRemoved: importWorkout(fact)
    case .wellnessSet: applyWellness(fact)
    }
  }
}
