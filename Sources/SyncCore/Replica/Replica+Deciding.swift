public import Chronology
public import DomainCore

// The rules read the visible state through the same face as the server's.
extension Replica: FamilyReading where Store: ~Copyable {
  @inlinable public var memberCount: Int { store.family.memberCount }

  @inlinable public func covers(_ day: LocalDay) -> Bool { store.family.covers(day) }

  @inlinable public func habit(_ habit: Entity) -> HabitGlance? {
    for index in 0..<store.pendingCount where saysOfHabit(store.pending(index).fact, habit) {
      guard let shown = habitShown(habit) else { return nil }
      return HabitGlance(
        owner: shown.owner, life: shown.life, isArchived: shown.archived.value)
    }
    return store.family.habit(habit)
  }

  public func hasHabit(
    named name: HabitName, of owner: MemberHandle, except habit: Entity
  ) -> Bool {
    for slot in 0..<store.family.habitCount {
      let other = store.family.habitAt(slot)
      if other.owner == owner, other.entity != habit, isTaken(name, by: other.entity) {
        return true
      }
    }
    for index in 0..<store.pendingCount {
      let fact = store.pending(index).fact
      if fact.kind == .habitCreated, fact.subject == owner, fact.identity != habit,
        isTaken(name, by: fact.identity)
      {
        return true
      }
    }
    return false
  }

  private func isTaken(_ name: HabitName, by habit: Entity) -> Bool {
    guard let shown = habitShown(habit) else { return false }
    return shown.life.isAlive && shown.name.value.folded == name.folded
  }

  /// What the rules say to a fact on this device.
  @inlinable public func refusal(of fact: Fact, now: Instant) -> Refusal? {
    decide(fact, at: .device, now: now, on: self)
  }
}
