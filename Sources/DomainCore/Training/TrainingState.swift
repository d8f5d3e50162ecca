import Base
import Chronology

/// What a scope has agreed on about sessions, templates and workouts.
public struct TrainingState: ~Copyable {
  var sessions: KeyedRows<Session>
  var sessionDays: DayChains
  var templates: KeyedRows<TrainingTemplate>
  /// The exercises of sessions and of templates.
  var exercises: KeyedRows<ExercisePlan>
  /// The sets that somebody said something about; others are as planned.
  var sets: KeyedRows<SetResult>
  var assignments: KeyedRows<WorkoutAssignment>
  var assignmentDays: DayChains
  var assignmentCounts: AssignmentCounts
  var workouts: KeyedRows<Workout>
  var workoutDays: DayChains
  /// TRN-3: whatever was ever imported, of which the registers know what stands.
  var imports: KeyedRows<ImportedPlace>
  var importDays: DayChains
  var mobility: KeyedRows<MobilityLog>
  var mobilityDays: DayChains

  public init() {
    sessions = KeyedRows()
    sessionDays = DayChains()
    templates = KeyedRows()
    exercises = KeyedRows()
    sets = KeyedRows()
    assignments = KeyedRows()
    assignmentDays = DayChains()
    assignmentCounts = AssignmentCounts()
    workouts = KeyedRows()
    workoutDays = DayChains()
    imports = KeyedRows()
    importDays = DayChains()
    mobility = KeyedRows()
    mobilityDays = DayChains()
  }

  /// The same in memory of its own.
  public func copy() -> TrainingState {
    var copy = TrainingState()
    copy.sessions = sessions.copy()
    copy.sessionDays = sessionDays.copy()
    copy.templates = templates.copy()
    copy.exercises = exercises.copy()
    copy.sets = sets.copy()
    copy.assignments = assignments.copy()
    copy.assignmentDays = assignmentDays.copy()
    copy.assignmentCounts = assignmentCounts.copy()
    copy.workouts = workouts.copy()
    copy.workoutDays = workoutDays.copy()
    copy.imports = imports.copy()
    copy.importDays = importDays.copy()
    copy.mobility = mobility.copy()
    copy.mobilityDays = mobilityDays.copy()
    return copy
  }

  /// Whether both hold the same, in whatever order it came about.
  ///
  /// The chains of days follow from the rows alone, and their order means nothing.
  public func isIdentical(to other: borrowing TrainingState) -> Bool {
    sessions.isIdentical(to: other.sessions)
      && templates.isIdentical(to: other.templates)
      && exercises.isIdentical(to: other.exercises)
      && sets.isIdentical(to: other.sets)
      && assignments.isIdentical(to: other.assignments)
      && assignmentCounts.isIdentical(to: other.assignmentCounts)
      && workouts.isIdentical(to: other.workouts)
      && mobility.isIdentical(to: other.mobility)
  }
}
