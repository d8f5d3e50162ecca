public import DomainCore

/// A reference model of the latest write to each field that is changed one by one, computed from
/// the log alone: of two writes the greater version wins, whatever the order of arrival.
///
/// It knows facts and nothing of how they are folded.
public struct FieldModel: ReferenceModel {
  /// The winning write.
  public struct Write: Equatable {
    public var version: Version
    public var payload: Payload
  }

  private struct Key: Hashable {
    var kind: FactKind
    var entity: Entity
    var detail: UInt64
  }

  private var writes: [Key: Write] = [:]
  /// The entities that ended in the log: later writes to them have no effect.
  private var ended: Set<Entity> = []

  /// The price of each reward when it was offered.
  private var offered: [Entity: UInt64] = [:]

  public init() {}

  /// The kinds of facts that write a field.
  public static let kinds: [FactKind] =
    habitKinds + goalKinds + rewardKinds + [.pointsSet, .childMayLogSet]

  private static let isField: [Bool] = (0...UInt8.max).map { number in
    kinds.contains { $0.rawValue == number }
  }

  public static let habitKinds: [FactKind] = [
    .habitNameSet, .habitDescriptionSet, .habitCategorySet, .habitIconSet, .habitRankSet,
    .habitArchivedSet, .habitStartSet,
  ]
  public static let goalKinds: [FactKind] = [
    .goalTitleSet, .goalTargetSet, .goalUnitSet, .goalDatesSet, .goalPrioritySet, .goalSportSet,
    .goalProgressSet, .goalCompletedSet, .goalArchivedSet,
  ]
  public static let rewardKinds: [FactKind] = [.rewardTitleSet, .rewardPriceSet]

  /// Processes the next accepted fact of the log.
  public mutating func ingest(_ fact: Fact) {
    switch fact.kind {
    case .goalDeleted, .rewardWithdrawn: ended.insert(fact.entity)
    case .rewardOffered: offered[fact.identity] = fact.payload.second
    case .pointsSet: write(fact, Key(kind: fact.kind, entity: .none, detail: fact.entity.raw))
    case .childMayLogSet:
      write(fact, Key(kind: fact.kind, entity: .none, detail: UInt64(fact.subject.index)))
    case let kind where Self.isField[Int(kind.rawValue)]:
      guard !ended.contains(fact.entity) else { return }
      write(fact, Key(kind: kind, entity: fact.entity, detail: 0))
    default: break
    }
  }

  private mutating func write(_ fact: Fact, _ key: Key) {
    if let standing = writes[key], !(standing.version < fact.version) { return }
    writes[key] = Write(version: fact.version, payload: fact.payload)
  }

  /// The latest write to a field of an entity, or nil.
  public func last(_ kind: FactKind, of entity: Entity) -> Write? {
    writes[Key(kind: kind, entity: entity, detail: 0)]
  }

  /// REW-5: the price of a reward; nil if it was never offered.
  public func price(of reward: Entity) -> UInt64? {
    last(.rewardPriceSet, of: reward)?.payload.first ?? offered[reward]
  }

  /// REW-2: a family's latest setting of the points for a cause.
  public func points(_ item: PointItem) -> Write? {
    writes[Key(kind: .pointsSet, entity: .none, detail: UInt64(item.rawValue))]
  }

  /// FAM-3: a parent's latest setting of whether a child may log.
  public func mayLog(_ child: MemberHandle) -> Write? {
    writes[Key(kind: .childMayLogSet, entity: .none, detail: UInt64(child.index))]
  }
}
