public import Chronology

/// SCH-8: what training puts into a person's week.
public struct TrainingItem: BitwiseCopyable, Hashable, Sendable {
  /// What it is.
  public enum Kind: UInt8, BitwiseCopyable, CaseIterable, Sendable {
    case session = 0
    case assignedWorkout = 1
  }

  public var kind: Kind
  public var time: SessionTime
  public var type: SessionType
  public var title: TextHandle
  /// The session; of an assigned workout, its entity.
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

extension ScopeState {
  /// SCH-8, HOME-1: a person's sessions and assigned workouts of some days, by day and time; of
  /// two at once sessions first, then by identity. O(days + items).
  public func trainingItems(
    of person: MemberHandle, from first: LocalDay, through last: LocalDay
  ) -> [TrainingItem] {
    guard first <= last else { return [] }
    var items: [TrainingItem] = []
    for day in first...last where covers(day) {
      let ofDay =
        sessions(of: person, on: day).map { TrainingItem($0) }
        + assignments(of: person, dueOn: day).map { TrainingItem($0) }
      items += ofDay.sorted {
        ($0.minuteOfDay, $0.kind.rawValue, $0.key) < ($1.minuteOfDay, $1.kind.rawValue, $1.key)
      }
    }
    return items
  }
}
