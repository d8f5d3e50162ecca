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

extension Command {
  /// GOAL-3: writes something to a goal.
  public static func setGoalText(
    _ text: GoalText, of goal: Entity, of person: MemberHandle, to words: TextHandle
  ) -> Command {
    Command(
      .goalTextSet, subject: person, entity: goal,
      payload: Payload(UInt64(text.rawValue), UInt64(words.raw)))
  }

  /// GOAL-3: sets a milestone, or takes it away by a value of zero.
  public static func setGoalMilestone(
    _ milestone: GoalMilestone, of goal: Entity, of person: MemberHandle
  ) -> Command {
    Command(.goalMilestoneSet, subject: person, entity: goal, payload: milestone.payload)
  }
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

extension ScopeState {
  /// GOAL-3: what is written to a goal; empty where nothing is.
  public func goalText(_ text: GoalText, of goal: Entity) -> TextHandle {
    let set = registers[FieldKey(.goalTextSet, of: goal, detail: UInt64(text.rawValue))]
    return TextHandle(packed: set?.value.second ?? 0)
  }

  /// GOAL-3: the milestones of a goal, the nearest first.
  public func milestones(of goal: Entity) -> [GoalMilestone] {
    GoalMilestone.numbers.compactMap { number in
      registers[FieldKey(.goalMilestoneSet, of: goal, detail: UInt64(number))]
        .map { GoalMilestone($0.value) }
    }
    .filter { $0.value > 0 }
    .sorted { ($0.value, $0.number) < ($1.value, $1.number) }
  }

  /// GOAL-3: those that somebody has come to. What is taken back is no longer reached, as with
  /// points.
  public func milestonesReached(of goal: Goal) -> [GoalMilestone] {
    milestones(of: goal.entity).filter { Int64($0.value) <= Int64(goal.current) }
  }
}
