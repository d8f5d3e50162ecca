public import Chronology

/// TRN-2: a workout that a coach assigned to an athlete.
///
/// It is due on its day. Completing it later still counts as completing it: a coach wants to know
/// whether the work was done, and an athlete who catches up should not stay at zero.
public struct WorkoutAssignment: BitwiseCopyable, Hashable, Sendable {
  public var entity: Entity
  public var coach: MemberHandle
  public var athlete: MemberHandle
  public var title: TextHandle
  public var place: TextHandle = .empty
  public var time: SessionTime
  public var character: SessionCharacter
  public var report: EffortReport = .none
  public var isWithdrawn = false

  init(assigned fact: Fact) {
    let plan = SessionPlan(fact.payload)
    entity = fact.identity
    coach = fact.author
    athlete = fact.subject
    title = plan.title
    time = plan.time
    character = plan.character
  }

  public var dueDay: LocalDay { time.day }

  /// The day for which it counts as done; nil while it does not.
  var doneOn: LocalDay? { report.isDone && !isWithdrawn ? dueDay : nil }

  /// By due day and time, then by identity.
  func precedes(_ other: WorkoutAssignment) -> Bool {
    if time.day != other.time.day { return time.day < other.time.day }
    if time.minuteOfDay != other.time.minuteOfDay {
      return time.minuteOfDay < other.time.minuteOfDay
    }
    return entity < other.entity
  }
}

/// TRN-2: completed ÷ assigned and due, as the two counts.
public struct CompletionRate: BitwiseCopyable, Hashable, Sendable {
  public var completed: Int32 = 0
  public var due: Int32 = 0

  static func + (left: CompletionRate, right: CompletionRate) -> CompletionRate {
    CompletionRate(completed: left.completed + right.completed, due: left.due + right.due)
  }
}
