public import DomainCore

/// What was deleted for good, told from the log alone (HAB-5, SCH-1, GOAL-1, REW-5).
public struct DeletionModel: ReferenceModel {
  public private(set) var habits: [Entity] = []
  public private(set) var goals: [Entity] = []
  public private(set) var sports: [Entity] = []
  public private(set) var classes: [Entity] = []
  public private(set) var rewards: [Entity] = []
  private var restored: Set<Entity> = []
  /// All of them but the habits.
  private var gone: Set<Entity> = []
  /// By class, the sport that it was made for.
  private var sportOf: [Entity: Entity] = [:]

  public init() {}

  /// Takes in the next fact of the log that was not refused.
  public mutating func ingest(_ fact: Fact) {
    switch fact.kind {
    case .goalDeleted, .sportDeleted, .classDeleted, .rewardWithdrawn: gone.insert(fact.entity)
    case .classCreated: sportOf[fact.identity] = ClassCreation(fact.payload).sport
    default: break
    }
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

  /// Whether something else than a habit was deleted by now; a class is with its sport (SCH-1).
  public func isGone(_ entity: Entity) -> Bool {
    gone.contains(entity) || sportOf[entity].map { gone.contains($0) } ?? false
  }

  /// The classes that went with their sports.
  public var classesOfSports: [Entity] {
    sportOf.filter { gone.contains($0.value) }.keys.sorted()
  }

  /// The habits that were deleted and that nobody ever took back (HAB-8).
  public var habitsForGood: [Entity] { habits.filter { !restored.contains($0) } }
}
