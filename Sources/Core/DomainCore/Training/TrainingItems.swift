public import Chronology

/// SCH-8: an item of a person's week that comes from training.
public struct TrainingItem: BitwiseCopyable, Hashable, Sendable {
  /// The kind of the item.
  public enum Kind: UInt8, BitwiseCopyable, CaseIterable, Sendable {
    case session = 0
    case assignedWorkout = 1
  }

  public var kind: Kind
  public var time: SessionTime
  public var type: SessionType
  public var title: TextHandle
  /// The session; for an assigned workout, its entity.
  public var key: SessionKey
  public var isDone: Bool

  public var day: LocalDay { time.day }
  public var minuteOfDay: UInt16 { time.minuteOfDay }
  public var entity: Entity { key.entity }

  init(_ session: Session) {
    kind = .session
    time = session.time
    type = session.character.type
    title = session.title
    key = session.key
    isDone = session.report.isDone
  }

  init(_ assignment: WorkoutAssignment) {
    kind = .assignedWorkout
    time = assignment.time
    type = assignment.character.type
    title = assignment.title
    key = SessionKey(assignment.entity)
    isDone = assignment.report.isDone
  }
}
