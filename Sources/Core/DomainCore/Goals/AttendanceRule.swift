import Base
import Chronology

/// GOAL-3: what an attendance goal counts: how often somebody came, or in how many of a hundred
/// occurrences of its term; of all types of class, or of some.
public struct AttendanceRule: BitwiseCopyable, Hashable, Sendable {
  /// Whether the target is a percentage of the plan.
  public var isShare: Bool
  /// A bit for each type of class; none means all.
  public var types: UInt8

  public init(isShare: Bool = false, types: [ClassType] = []) {
    self.isShare = isShare
    self.types = types.reduce(0) { $0 | 1 << $1.rawValue }
  }

  /// How often somebody came, to whatever it was.
  public static var all: AttendanceRule { AttendanceRule() }

  /// Types that only a newer build knows say nothing here.
  static var typesKnown: UInt8 { UInt8(1 << ClassType.allCases.count - 1) }

  public init(_ payload: Payload) {
    isShare = payload.first & 1 == 1
    types = UInt8(truncatingIfNeeded: payload.second)
  }

  public var payload: Payload { Payload(isShare ? 1 : 0, UInt64(types)) }

  /// Whether a payload says nothing else.
  static func isWellFormed(_ payload: Payload) -> Bool {
    payload.first <= 1 && payload.second <= UInt64(typesKnown)
  }

  @inlinable public func includes(_ type: ClassType) -> Bool {
    types == 0 || types >> type.rawValue & 1 == 1
  }
}

extension Command {
  /// GOAL-3: says what an attendance goal counts.
  public static func setGoalAttendance(
    _ goal: Entity, of person: MemberHandle, to rule: AttendanceRule
  ) -> Command {
    Command(.goalAttendanceSet, subject: person, entity: goal, payload: rule.payload)
  }
}

extension ScopeState {
  /// GOAL-3: how many of a hundred occurrences of the plan somebody has come to, in a goal's term.
  /// Rounded down; what was cancelled is not in the plan, and of an empty plan it is nothing.
  func attendedPercent(for goal: Goal) -> Int32 {
    // Whoever attended nothing has come to no part of it, however much there was.
    guard attendedCount(of: goal.person, from: goal.start, through: goal.end) > 0 else { return 0 }
    let (scheduled, attended) = attendance(
      of: goal.person, from: goal.start, through: goal.end, in: goal.sport, types: goal.attendance)
    return scheduled == 0 ? 0 : Int32(attended * 100 / scheduled)
  }

  /// GOAL-3: counts anew what depends on the plan, because the plan has changed. O(such goals ×
  /// occurrences), for the few families who have one.
  ///
  /// A class is nothing to whoever is neither in it nor has just been put into it or taken out.
  mutating func recountShares(by fact: Fact) {
    let changed = schedule.trainingClass(fact.entity)
    for place in 0..<goals.rows.count {
      let goal = goals.rows[place]
      guard goal.type == .attendance, goal.attendance.isShare, !goal.isDeleted else { continue }
      if let changed, !changed.participants.contains(goal.person), fact.subject != goal.person {
        continue
      }
      recountGoal(place)
    }
  }
}
