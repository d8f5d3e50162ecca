public import Chronology

extension ScopeState {
  /// Folds a fact about sessions, templates and workouts.
  public mutating func applyTraining(_ fact: Fact, committed: Instant) -> Effect {
    switch fact.kind {
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
    default: .superseded
    }
  }
}
