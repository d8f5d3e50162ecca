import Chronology

/// TRN-1: the agreed state of a session.
public struct Session: BitwiseCopyable, Hashable, Sendable {
  public var key: SessionKey
  public var owner: MemberHandle
  public var title: TextHandle
  public var time: SessionTime
  public var character: SessionCharacter
  public var focus: TextHandle = .empty
  public var notes: TextHandle = .empty
  public var report: EffortReport = .none
  public var isDeleted = false
  /// A bit for each exercise number in use.
  var exercises: UInt32 = 0

  init(key: SessionKey, owner: MemberHandle, plan: SessionPlan) {
    self.key = key
    self.owner = owner
    title = plan.title
    time = plan.time
    character = plan.character
  }

  /// The day for which it counts as done; nil while it does not.
  var doneOn: LocalDay? { report.isDone && !isDeleted ? time.day : nil }

  /// The exercise numbers in use, in their order.
  public var exerciseNumbers: [UInt8] {
    (0..<UInt8(ExercisePlan.exercisesMax)).filter { exercises >> UInt32($0) & 1 == 1 }
  }

  /// By day and time; of two at once the one with the smaller identity.
  func precedes(_ other: Session) -> Bool {
    if time.day != other.time.day { return time.day < other.time.day }
    if time.minuteOfDay != other.time.minuteOfDay {
      return time.minuteOfDay < other.time.minuteOfDay
    }
    return key < other.key
  }
}
