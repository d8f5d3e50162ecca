import Base

/// GOAL-3: the texts of a goal.
public enum GoalText: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case description = 0
  case parentNote = 1
  /// The note of the goal's person.
  case childNote = 2
}

/// GOAL-3: a milestone of a goal: "ten of twenty".
public struct GoalMilestone: BitwiseCopyable, Hashable, Sendable {
  /// The number of the milestone within its goal.
  public var number: Int
  /// The value of the goal that reaches it; zero for a removed milestone.
  public var value: UInt32
  public var title: TextHandle

  public init(_ number: Int, at value: Int, title: TextHandle) {
    self.number = number
    self.value = UInt32(clamping: value)
    self.title = title
  }

  init(_ payload: Payload) {
    number = Int(payload.first >> 32)
    value = UInt32(truncatingIfNeeded: payload.first)
    title = TextHandle(packed: payload.second)
  }

  public var payload: Payload {
    Payload(UInt64(UInt32(clamping: number)) << 32 | UInt64(value), UInt64(title.raw))
  }

  /// The numbers of the milestones that a goal can have.
  public static var numbers: Range<Int> { 0..<8 }
}

extension Fact {
  /// The register detail of a fact that writes a goal's text or milestone.
  var goalDetail: UInt64 {
    // A row from outside may contain any number.
    kind == .goalTextSet ? min(payload.first, 1 << 32) : payload.first >> 32
  }
}

/// GOAL-3: a child writes its own note; all other texts belong to the person who manages the goal.
func decideGoalText(_ fact: Fact) -> Refusal? {
  let isKnown = UInt8(exactly: fact.payload.first).flatMap(GoalText.init) != nil
  return isKnown ? nil : .valueNotPossible
}

func decideGoalMilestone(_ milestone: GoalMilestone) -> Refusal? {
  guard GoalMilestone.numbers.contains(milestone.number) else { return .valueNotPossible }
  if milestone.value == 0 { return nil }
  guard milestone.title != .empty else { return .goalTitleEmpty }
  return GoalLimits.target.contains(Int64(milestone.value)) ? nil : .goalTargetOutOfRange
}
