public import DomainCore

/// What was deleted for good, told from the log alone (HAB-5, SCH-1, GOAL-1, REW-5).
public struct PlainEnds {
  public private(set) var habits: [Entity] = []
  public private(set) var goals: [Entity] = []
  public private(set) var sports: [Entity] = []
  public private(set) var classes: [Entity] = []
  public private(set) var rewards: [Entity] = []
  private var restored: Set<Entity> = []

  public init() {}

  /// Takes in the next fact of the log that was not refused.
  public mutating func hear(_ fact: Fact) {
    switch fact.kind {
    case .habitDeleted: habits.append(fact.entity)
    case .habitRestored: restored.insert(fact.entity)
    case .goalDeleted: goals.append(fact.entity)
    case .sportDeleted: sports.append(fact.entity)
    case .classDeleted: classes.append(fact.entity)
    case .rewardWithdrawn: rewards.append(fact.entity)
    default: break
    }
  }

  /// The habits that were deleted and that nobody ever took back (HAB-8).
  public var habitsForGood: [Entity] { habits.filter { !restored.contains($0) } }
}
