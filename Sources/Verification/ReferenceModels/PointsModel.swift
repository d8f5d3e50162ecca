public import DomainCore

/// A reference model of REW-1, REW-2 and REW-5, computed from the log alone: the bonuses and claims
/// in force, and how much each cause pays when.
public struct PointsModel: ReferenceModel {
  /// A person and an amount of points.
  public struct Sum: Equatable {
    public var person: MemberHandle
    public var amount: Int32
  }

  /// The bonuses that were not revoked, and the claims that were not cancelled.
  public private(set) var bonuses: [Entity: Sum] = [:]
  public private(set) var claims: [Entity: Sum] = [:]
  private var revoked: Set<Entity> = []
  private var amounts: [PointItem: Int32] = [
    .practiceOrTraining: 10, .gameOrTournament: 20, .nutritionDay: 15, .streakWeek: 50,
    .goalLow: 100, .goalMedium: 150, .goalHigh: 200,
  ]
  private var versions: [PointItem: Version] = [:]

  public init() {}

  /// Processes the next accepted fact of the log.
  public mutating func ingest(_ fact: Fact) {
    switch fact.kind {
    case .pointsSet: set(fact)
    case .bonusAwarded:
      guard !revoked.contains(fact.identity) else { return }
      bonuses[fact.identity] = Sum(
        person: fact.subject, amount: Int32(truncatingIfNeeded: fact.payload.first))
    case .bonusRevoked:
      revoked.insert(fact.entity)
      bonuses[fact.entity] = nil
    case .rewardClaimed:
      claims[fact.identity] = Sum(
        person: fact.subject, amount: -Int32(truncatingIfNeeded: fact.payload.second))
    case .claimCancelled: claims[fact.entity] = nil
    default: break
    }
  }

  private mutating func set(_ fact: Fact) {
    guard let item = PointItem(rawValue: UInt8(truncatingIfNeeded: fact.entity.raw)) else { return }
    if let version = versions[item], !(version < fact.version) { return }
    versions[item] = fact.version
    amounts[item] = Int32(truncatingIfNeeded: fact.payload.first)
  }

  /// The points for attending a class of a type, from now on.
  public func pay(attending type: ClassType) -> Int32 {
    pay(type == .practice || type == .training ? .practiceOrTraining : .gameOrTournament)
  }

  /// The points for completing a goal of a priority, from now on.
  public func pay(completing priority: GoalPriority) -> Int32 {
    pay([.goalLow, .goalMedium, .goalHigh][Int(priority.rawValue)])
  }

  /// The points for an item that begins now.
  public func pay(_ item: PointItem) -> Int32 { amounts[item] ?? 0 }
}
