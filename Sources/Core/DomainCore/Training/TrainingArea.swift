public import Chronology

/// Sessions, templates and workouts.
public enum TrainingArea: Area {
  public static func fold(
    _ code: TrainingCode, _ fact: Fact, committed: Instant, into state: inout ScopeState
  ) -> Effect {
    switch code {
    case .sessionCreated: state.training.createSession(fact, &state.shared)
    case .sessionGenerated: state.training.generateSession(fact, &state.shared)
    case .sessionChanged:
      state.training.changeSession(fact, &state.shared, &state.schedule, state.nutrition)
    case .templateCreated: state.training.createTemplate(fact, &state.shared)
    case .templateChanged: state.training.changeTemplate(fact, &state.shared)
    case .workoutAssigned: state.training.assignWorkout(fact, &state.shared)
    case .assignmentChanged:
      state.training.changeAssignment(fact, &state.shared, &state.schedule, state.nutrition)
    case .workoutLogged:
      state.training.logWorkout(fact, &state.shared, &state.schedule, state.nutrition)
    case .mobilityLogged: state.training.logMobility(fact, &state.shared)
    case .trainingLogDeleted:
      state.training.deleteTrainingLog(fact, &state.shared, &state.schedule, state.nutrition)
    case .workoutImported, .workoutImportRemoved:
      state.training.importWorkout(fact, &state.shared, &state.schedule, state.nutrition)
    case .wellnessSet: state.shared.applyWellness(fact)
    }
  }
}
