// How facts and events reach the areas.

public import Base
public import Chronology

extension ScopeState {
  /// Folds the facts of occasional operations; kept out of the hot path.
  public mutating func applyByArea(_ fact: Fact, committed: Instant) -> Effect {
    let effect =
      switch fact.kind.area {
      case .families: FamiliesArea.fold(fact, committed: committed, into: &self)
      case .habits: HabitsArea.fold(fact, committed: committed, into: &self)
      case .nutrition: NutritionArea.fold(fact, committed: committed, into: &self)
      case .training: TrainingArea.fold(fact, committed: committed, into: &self)
      case .academics: AcademicsArea.fold(fact, committed: committed, into: &self)
      case .schedule: ScheduleArea.fold(fact, committed: committed, into: &self)
      case .calendar: CalendarArea.fold(fact, committed: committed, into: &self)
      case .goals: GoalsArea.fold(fact, committed: committed, into: &self)
      case .rewards: RewardsArea.fold(fact, committed: committed, into: &self)
      case .groups: GroupsArea.fold(fact, committed: committed, into: &self)
      case .notifications: NotificationsArea.fold(fact, committed: committed, into: &self)
      }
    notifyAreas(by: fact)
    return effect
  }
}

extension ScopeState {
  /// Delivers the events of a fact's fold to all areas, and the events that result, in their order.
  @inlinable @inline(__always)
  mutating func notifyAreas(by fact: Fact) {
    if !shared.areaEvents.isEmpty { notifyAreasOfEvents(by: fact) }
  }

  @usableFromInline mutating func notifyAreasOfEvents(by fact: Fact) {
    var next = 0
    while next < shared.areaEvents.count {
      let event = shared.areaEvents[next]
      next += 1
      NutritionArea.ingest(event, by: fact, in: &self)
      RewardsArea.ingest(event, by: fact, in: &self)
      GoalsArea.ingest(event, by: fact, in: &self)
    }
    shared.areaEvents.removeAll()
  }
}
