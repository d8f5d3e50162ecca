public import Base
import Chronology

/// A scope's sports, classes, occurrences and duties.
public struct ScheduleState: AreaState, ~Copyable {
  public var sports = IndexedTable<Sport>()
  public var classes = IndexedTable<TrainingClass>()
  /// The changes of single occurrences, by class and original day.
  public var occurrences = IndexedTable<OccurrenceRecord>()
  /// SCH-7: the fields of conflicts, by identity.
  public var conflicts = IndexedTable<ConflictRecord>()
  /// SCH-5: duties that another member gave to a member or took from them.
  var handovers = IndexedTable<Handover>()
  var trainedDays = TrainedDays()
  var plannedDays = PlannedDays()
  /// For each class, in the order of `classes`, the last of its occurrences that was ever moved.
  ///
  /// A moved occurrence may be on any day, so a view reads these in addition to the days of the
  /// rule. Derived from `occurrences`, in an order that means nothing.
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

  /// A sport, deleted or not.
  public func sport(_ sport: Entity) -> Sport? { sports.row(of: RowKey(sport.raw)) }

  /// A class, deleted or not.
  public func trainingClass(_ trainingClass: Entity) -> TrainingClass? {
    classes.row(of: RowKey(trainingClass.raw))
  }

  /// The fields of an occurrence that differ from its series.
  public func record(of occurrence: OccurrenceID) -> OccurrenceRecord {
    occurrences.row(of: occurrence.rowKey) ?? OccurrenceRecord()
  }

  /// SCH-1: whether a class exists: neither it nor its sport was deleted.
  ///
  /// Deleting a sport deletes its classes by this alone, on every replica. A class that was made
  /// offline and arrives later is refused.
  public func isAlive(_ trainingClass: TrainingClass) -> Bool {
    !trainingClass.isDeleted && sport(trainingClass.sport)?.isDeleted == false
  }
}
