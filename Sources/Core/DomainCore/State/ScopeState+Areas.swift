// How facts and events reach the areas.

public import Base
public import Chronology

extension ScopeState {
  /// Folds what is done once in a while; kept out of the hot path.
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
  /// Tells all areas what happened in the fold of a fact, and what came of that, in its order.
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
