public import Chronology
public import DomainCore

// The rules read the visible state through the same protocol as the server's.
extension Replica: ScopeReader where Storage: ~Copyable {
  @inlinable public var memberCount: Int { store.state.memberCount }

  @inlinable public func covers(_ day: LocalDay) -> Bool { store.state.covers(day) }

  @inlinable public func habit(_ habit: Entity) -> HabitSummary? {
    guard store.changesHabits else { return store.state.habit(habit) }
    for index in 0..<store.pendingCount where changesHabit(store.pending(index).fact, habit) {
      guard let shown = habitShown(habit) else { return nil }
      return HabitSummary(
        owner: shown.owner, life: shown.life, isArchived: shown.archived.value)
    }
    return store.state.habit(habit)
  }

  @inlinable public func hasHabit(
    named name: HabitName, of owner: MemberHandle, except habit: Entity
  ) -> Bool {
    for slot in 0..<store.state.habitCount {
      let other = store.state.habitAt(slot)
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

  @inlinable func isTaken(_ name: HabitName, by habit: Entity) -> Bool {
    guard let shown = habitShown(habit) else { return false }
    return shown.life.isAlive && shown.name.value.folded == name.folded
  }

  /// Rare decisions use a whole state: the base, as long as nothing pending could matter to them,
  /// and otherwise a copy that includes the pending operations.
  @inlinable public func refusalByArea(
    _ fact: Fact, at place: DecisionPlace, now: Instant
  ) -> Refusal? {
    var needsFold = false
    for index in 0..<store.pendingCount where !needsFold {
      needsFold = store.pending(index).fact.matters(to: fact)
    }
    return needsFold
      ? decideByArea(fact, at: place, now: now, on: shown.pointee)
      : decideByArea(fact, at: place, now: now, on: store.state)
  }

  /// Why the rules refuse a fact on this device, or nil.
  @inlinable public func refusal(of fact: Fact, now: Instant) -> Refusal? {
    // A device that dropped everything has nothing to decide on, but has the reason.
    store.revocation ?? (store.texts == nil ? nil : textRefusal(of: fact))
      ?? decide(fact, at: .device, now: now, on: self)
  }

  @usableFromInline func textRefusal(of fact: Fact) -> Refusal? {
    store.texts.flatMap { $0.refusal(of: fact) }
  }
}
