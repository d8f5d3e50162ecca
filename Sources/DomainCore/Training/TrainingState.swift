import Base
import Chronology

/// What a scope has agreed on about sessions, templates and workouts.
public struct TrainingState: AreaState, ~Copyable {
  var sessions = KeyedRows<Session>()
  var sessionDays = DayChains()
  var templates = KeyedRows<TrainingTemplate>()
  /// The exercises of sessions and of templates.
  var exercises = KeyedRows<ExercisePlan>()
  /// The sets that somebody said something about; others are as planned.
  var sets = KeyedRows<SetResult>()
  var assignments = KeyedRows<WorkoutAssignment>()
  var assignmentDays = DayChains()
  var assignmentCounts = AssignmentCounts()
  var workouts = KeyedRows<Workout>()
  var workoutDays = DayChains()
  /// TRN-3: whatever was ever imported, of which the registers know what stands.
  var imports = KeyedRows<ImportedPlace>()
  var importDays = DayChains()
  var mobility = KeyedRows<MobilityLog>()
  var mobilityDays = DayChains()

  public init() {}

  public mutating func pair(with other: borrowing TrainingState, _ fields: inout some FieldPairs) {
    fields.same(&sessions, other.sessions)
    fields.follows(&sessionDays, other.sessionDays)
    fields.same(&templates, other.templates)
    fields.same(&exercises, other.exercises)
    fields.same(&sets, other.sets)
    fields.same(&assignments, other.assignments)
    fields.follows(&assignmentDays, other.assignmentDays)
    fields.same(&assignmentCounts, other.assignmentCounts)
    fields.same(&workouts, other.workouts)
    fields.follows(&workoutDays, other.workoutDays)
    fields.same(&imports, other.imports) { $0.isIdentical(to: $1) { $0.saysTheSame(as: $1) } }
    fields.follows(&importDays, other.importDays)
    fields.same(&mobility, other.mobility)
    fields.follows(&mobilityDays, other.mobilityDays)
  }
}
