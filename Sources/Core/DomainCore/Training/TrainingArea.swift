public import Chronology

/// Sessions, templates and workouts.
public enum TrainingArea: Area {
  public static func fold(
    _ code: TrainingCode, _ fact: Fact, committed: Instant, into state: inout ScopeState
  ) -> Effect {
    switch code {
    case .sessionCreated: state.createSession(fact)
    case .sessionGenerated: state.generateSession(fact)
    case .sessionChanged: state.changeSession(fact)
    case .templateCreated: state.createTemplate(fact)
    case .templateChanged: state.changeTemplate(fact)
    case .workoutAssigned: state.assignWorkout(fact)
    case .assignmentChanged: state.changeAssignment(fact)
    case .workoutLogged: state.logWorkout(fact)
    case .mobilityLogged: state.logMobility(fact)
    case .trainingLogDeleted: state.deleteTrainingLog(fact)
    case .workoutImported, .workoutImportRemoved: state.importWorkout(fact)
    case .wellnessSet: state.applyWellness(fact)
    }
  }
}
