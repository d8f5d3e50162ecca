import Base

/// GOAL-3: what is written to a goal.
public enum GoalText: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case description = 0
  case parentNote = 1
  /// The person's own.
  case childNote = 2
}

/// GOAL-3: a step on the way to a goal: "ten of twenty".
public struct GoalMilestone: BitwiseCopyable, Hashable, Sendable {
  /// Which of the goal's it is.
  public var number: Int
  /// What the goal's value must have come to; zero where there is none of the number.
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

  /// How many a goal has room for.
  public static var numbers: Range<Int> { 0..<8 }
}

extension Fact {
  /// The detail of the register that a fact about words or milestones of a goal writes.
  var goalDetail: UInt64 {
    // A row from outside may call a text by any number.
    kind == .goalTextSet ? min(payload.first, 1 << 32) : payload.first >> 32
  }
}

/// GOAL-3: whose words they are: a child its own note, and the rest whoever keeps the goal.
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
