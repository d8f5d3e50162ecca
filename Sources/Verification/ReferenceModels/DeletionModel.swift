public import DomainCore

/// A reference model of permanent deletions, computed from the log alone (HAB-5, SCH-1, GOAL-1,
/// REW-5).
public struct DeletionModel: ReferenceModel {
  public private(set) var habits: [Entity] = []
  public private(set) var goals: [Entity] = []
  public private(set) var sports: [Entity] = []
  public private(set) var classes: [Entity] = []
  public private(set) var rewards: [Entity] = []
  private var restored: Set<Entity> = []
  /// All deleted entities except the habits.
  private var gone: Set<Entity> = []
  /// The sport of each class at its creation.
  private var sportOf: [Entity: Entity] = [:]

  public init() {}

  /// Processes the next accepted fact of the log.
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

  /// Whether an entity other than a habit is deleted; a class is deleted with its sport (SCH-1).
  public func isGone(_ entity: Entity) -> Bool {
    gone.contains(entity) || sportOf[entity].map { gone.contains($0) } ?? false
  }

  /// The classes that were deleted with their sports.
  public var classesOfSports: [Entity] {
    sportOf.filter { gone.contains($0.value) }.keys.sorted()
  }

  /// The deleted habits that were never restored (HAB-8).
  public var permanentlyDeletedHabits: [Entity] { habits.filter { !restored.contains($0) } }
}
