import Base
import Chronology

/// A scope's sessions, templates and workouts.
public struct TrainingState: AreaState, ~Copyable {
  var sessions = IndexedTable<Session>()
  var sessionDays = DayIndex()
  var templates = IndexedTable<TrainingTemplate>()
  /// The exercises of sessions and of templates.
  var exercises = IndexedTable<ExercisePlan>()
  /// The sets that were written; all others are as planned.
  var sets = IndexedTable<SetResult>()
  var assignments = IndexedTable<WorkoutAssignment>()
  var assignmentDays = DayIndex()
  var assignmentCounts = AssignmentCounts()
  var workouts = IndexedTable<Workout>()
  var workoutDays = DayIndex()
  /// TRN-3: every workout that was ever imported; the registers hold the current values.
  var imports = IndexedTable<ImportedPlace>()
  var importDays = DayIndex()
  var mobility = IndexedTable<MobilityLog>()
  var mobilityDays = DayIndex()

  public init() {}

  public mutating func pair(with other: borrowing TrainingState, _ fields: inout some FieldVisitor)
  {
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
    fields.same(&imports, other.imports) { $0.isIdentical(to: $1) { $0.hasSameContent(as: $1) } }
    fields.follows(&importDays, other.importDays)
    fields.same(&mobility, other.mobility)
    fields.follows(&mobilityDays, other.mobilityDays)
  }
}
