public import Base
public import Chronology

/// The state of a family that a decision may read: the server's, or what a device shows its owner.
public protocol ScopeReader: ~Copyable {
  var memberCount: Int { get }
  /// The member at a position in the list; the position must exist.
  func member(_ handle: MemberHandle) -> Member
  /// The lifecycle and the owner of a habit, or nil when the habit is not known here.
  func habit(_ habit: Entity) -> HabitSummary?
  /// HAB-1: whether `owner` has an existing habit of that name.
  func hasHabit(named name: HabitName, of owner: MemberHandle, except habit: Entity) -> Bool
  /// Whether the family's history can hold `day`.
  func covers(_ day: LocalDay) -> Bool
  /// The decision of the rules that need a whole state: `decideByArea`.
  func refusalByArea(_ fact: Fact, at place: DecisionPlace, now: Instant) -> Refusal?
}

/// The part of a habit that a decision needs.
public struct HabitSummary: BitwiseCopyable, Hashable, Sendable {
  public var owner: MemberHandle
  public var life: HabitLifecycle
  public var isArchived: Bool

  @inlinable public init(owner: MemberHandle, life: HabitLifecycle, isArchived: Bool) {
    self.owner = owner
    self.life = life
    self.isArchived = isArchived
  }
}

extension ScopeState: ScopeReader {
  public func refusalByArea(_ fact: Fact, at place: DecisionPlace, now: Instant) -> Refusal? {
    decideByArea(fact, at: place, now: now, on: self)
  }

  @inlinable public func member(_ handle: MemberHandle) -> Member {
    shared.member(handle)
  }

  @inlinable public func habit(_ habit: Entity) -> HabitSummary? {
    guard let slot = slot(of: habit) else { return nil }
    return HabitSummary(
      owner: habits.rows[slot].owner, life: habits.rows[slot].life,
      isArchived: habits.rows[slot].archived.value)
  }

  public func hasHabit(
    named name: HabitName, of owner: MemberHandle, except habit: Entity
  ) -> Bool {
    for slot in 0..<habits.rows.count {
      if habits.rows[slot].life.isAlive && habits.rows[slot].owner == owner
        && habits.rows[slot].name.value.folded == name.folded && habits.rows[slot].entity != habit
      {
        return true
      }
    }
    return false
  }
}
