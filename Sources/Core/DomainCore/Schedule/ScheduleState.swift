public import Base
import Chronology

/// What a scope has agreed on about sports, classes, occurrences and duties.
public struct ScheduleState: AreaState, ~Copyable {
  public var sports = IndexedTable<Sport>()
  public var classes = IndexedTable<TrainingClass>()
  /// What is said of single occurrences, by class and original day.
  public var occurrences = IndexedTable<OccurrenceRecord>()
  /// SCH-7: what is said of conflicts, by identity.
  public var conflicts = IndexedTable<ConflictRecord>()
  /// SCH-5: who was given a duty by somebody else, or lost it to them.
  var handovers = IndexedTable<Handover>()
  var trainedDays = TrainedDays()
  var plannedDays = PlannedDays()
  /// For each class, in the order of `classes`, the last of its occurrences that was ever moved.
  ///
  /// What is moved may be found on any day, so a view looks through these and through the days of
  /// the rule. It follows from `occurrences`, in an order that says nothing.
  var movedHeads = FlatArray<UInt32>()
  var moved = FlatArray<MovedOccurrenceLink>()

  /// An occurrence that was moved, and the one of the same class that was moved before it.
  struct MovedOccurrenceLink: BitwiseCopyable {
    var day: LocalDay
    var next: UInt32
  }

  public init() {}

  public mutating func pair(with other: borrowing ScheduleState, _ fields: inout some FieldVisitor)
  {
    fields.same(&sports, other.sports)
    fields.same(&classes, other.classes)
    fields.same(&occurrences, other.occurrences)
    fields.same(&conflicts, other.conflicts)
    fields.same(&handovers, other.handovers)
    fields.same(&trainedDays, other.trainedDays)
    fields.follows(&plannedDays, other.plannedDays)
    fields.follows(&movedHeads, other.movedHeads)
    fields.follows(&moved, other.moved)
  }

  // MARK: Reading

  /// A sport, dead or alive.
  public func sport(_ sport: Entity) -> Sport? { sports.row(of: RowKey(sport.raw)) }

  /// A class, dead or alive.
  public func trainingClass(_ trainingClass: Entity) -> TrainingClass? {
    classes.row(of: RowKey(trainingClass.raw))
  }

  /// What is said of an occurrence beyond its series.
  public func record(of occurrence: OccurrenceID) -> OccurrenceRecord {
    occurrences.row(of: occurrence.rowKey) ?? OccurrenceRecord()
  }

  /// SCH-1: whether a class still is: neither it nor its sport was deleted.
  ///
  /// Deleting a sport deletes its classes by this alone, which is the same everywhere, also for a
  /// class that was made offline and arrives later: that one is refused.
  public func isAlive(_ trainingClass: TrainingClass) -> Bool {
    !trainingClass.isDeleted && sport(trainingClass.sport)?.isDeleted == false
  }
}
