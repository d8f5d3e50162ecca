public import Base
import Chronology

/// What a scope has agreed on about sports, classes, occurrences and duties.
public struct ScheduleState: ~Copyable {
  public var sports: KeyedRows<Sport>
  public var classes: KeyedRows<TrainingClass>
  /// What is said of single occurrences, by class and original day.
  public var occurrences: KeyedRows<OccurrenceRecord>
  /// SCH-7: what is said of conflicts, by identity.
  public var conflicts: KeyedRows<ConflictRecord>
  /// SCH-5: who was given a duty by somebody else, or lost it to them.
  var handovers: KeyedRows<Handover>
  var attendedDays: AttendedDays
  /// For each class, in the order of `classes`, the last of its occurrences that was ever moved.
  ///
  /// What is moved may be found on any day, so a view looks through these and through the days of
  /// the rule. It follows from `occurrences`, in an order that says nothing.
  var movedHeads: FlatArray<UInt32>
  var moved: FlatArray<MovedLink>

  /// An occurrence that was moved, and the one of the same class that was moved before it.
  struct MovedLink: BitwiseCopyable {
    var day: LocalDay
    var next: UInt32
  }

  public init() {
    sports = KeyedRows()
    classes = KeyedRows()
    occurrences = KeyedRows()
    conflicts = KeyedRows()
    handovers = KeyedRows()
    attendedDays = AttendedDays()
    movedHeads = FlatArray()
    moved = FlatArray()
  }

  /// The same in memory of its own.
  public func copy() -> ScheduleState {
    var copy = ScheduleState()
    copy.sports = sports.copy()
    copy.classes = classes.copy()
    copy.occurrences = occurrences.copy()
    copy.conflicts = conflicts.copy()
    copy.handovers = handovers.copy()
    copy.attendedDays = attendedDays.copy()
    copy.movedHeads = movedHeads.copy()
    copy.moved = moved.copy()
    return copy
  }

  /// Whether both hold the same, in whatever order it came about.
  public func isIdentical(to other: borrowing ScheduleState) -> Bool {
    sports.isIdentical(to: other.sports)
      && classes.isIdentical(to: other.classes)
      && occurrences.isIdentical(to: other.occurrences)
      && conflicts.isIdentical(to: other.conflicts)
      && handovers.isIdentical(to: other.handovers)
      && attendedDays.isIdentical(to: other.attendedDays)
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
