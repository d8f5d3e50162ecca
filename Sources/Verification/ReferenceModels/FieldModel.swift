public import DomainCore

/// What was written last to each field that is changed one by one, told from the log alone: of two
/// writes the one with the greater version, in whatever order they came.
///
/// It knows facts and nothing of how they are folded.
public struct FieldModel: ReferenceModel {
  /// The write that stands.
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
  /// What ended in the log: nothing is written to it after that.
  private var ended: Set<Entity> = []

  /// What rewards cost when they were offered.
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

  /// Takes in the next fact of the log that was not refused.
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

  /// What was written last to a field of something, or nil where nothing was.
  public func last(_ kind: FactKind, of entity: Entity) -> Write? {
    writes[Key(kind: kind, entity: entity, detail: 0)]
  }

  /// REW-5: what a reward costs; nil for one that nobody has offered.
  public func price(of reward: Entity) -> UInt64? {
    last(.rewardPriceSet, of: reward)?.payload.first ?? offered[reward]
  }

  /// REW-2: what a family has last said that a cause pays.
  public func points(_ item: PointItem) -> Write? {
    writes[Key(kind: .pointsSet, entity: .none, detail: UInt64(item.rawValue))]
  }

  /// FAM-3: whether a child may log, as a parent has last said.
  public func mayLog(_ child: MemberHandle) -> Write? {
    writes[Key(kind: .childMayLogSet, entity: .none, detail: UInt64(child.index))]
  }
}
