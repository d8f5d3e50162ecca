public import Chronology

/// A habit of one person: a register per field, so that edits of different fields never collide.
public struct Habit: BitwiseCopyable, Hashable, Sendable {
  public var entity: Entity
  public var owner: MemberHandle
  public var created: Version
  public var createdDay: LocalDay
  /// HAB-4: the first day that counts; the day of creation unless an import sets another one.
  public var started: Register<LocalDay>
  public var name: Register<HabitName>
  public var text: Register<TextHandle>
  public var category: Register<TextHandle>
  public var icon: Register<UInt32>
  /// HAB-6: order is by rank, then by identity, so it is the same on every device.
  public var rank: Register<UInt32>
  public var archived: Register<Bool>
  public var archivedDay: LocalDay
  public var life: HabitLifecycle

  @inlinable public init(created fact: Fact) {
    let creation = HabitCreation(fact.payload)
    entity = fact.identity
    owner = fact.subject
    created = fact.version
    createdDay = fact.day
    started = Register(fact.day, at: fact.version)
    name = Register(creation.name, at: fact.version)
    text = Register(.empty, at: fact.version)
    category = Register(creation.category, at: fact.version)
    icon = Register(UInt32(creation.icon), at: fact.version)
    rank = Register(creation.rank, at: fact.version)
    archived = Register(false, at: fact.version)
    archivedDay = fact.day
    life = HabitLifecycle()
  }

  /// HAB-6: whether the habit comes before another one in its owner's list.
  @inlinable public func precedes(_ other: Habit) -> Bool {
    (rank.value, entity) < (other.rank.value, other.entity)
  }

  /// HAB-4: whether the habit is on the list today: neither deleted nor archived.
  @inlinable public var isLive: Bool { life.isAlive && !archived.value }
}
