import Base
import Chronology

// Achievements are notified once. One that was undone and reached again is the same achievement.
extension NotificationPlanner {
  /// GOAL-3: a milestone, identified by its number and its threshold.
  mutating func planMilestones(
    of person: MemberHandle, until end: Instant, _ state: borrowing ScopeState
  ) {
    for goal in state.goals.goals(of: person) {
      for milestone in state.goals.milestonesReached(of: goal, state.shared) {
        let detail = UInt64(milestone.value) << 8 | UInt64(milestone.number + 1)
        emitToCarers(
          of: person,
          NotificationCause(.goal, about: person, entity: goal.entity, detail: detail), due: now,
          until: end, state)
      }
    }
  }

  /// REW-7: a trophy for nutrition days, for a season, or given by hand.
  mutating func planTrophies(
    of person: MemberHandle, until end: Instant, _ state: borrowing ScopeState
  ) {
    if let held = state.rewards.nutritionTrophy(of: person) {
      for tier in TrophyTier.allCases where tier <= held {
        emitTrophy(3 << 8 | UInt64(tier.rawValue), .none, of: person, until: end, state)
      }
    }
    for sport in state.rewards.seasonTrophies(
      of: person, asOf: today(of: person), state.shared, state.schedule)
    {
      // Another season of the sport is another trophy.
      let last = state.schedule.sport(sport)?.season.last.number ?? 0
      emitTrophy(
        4 << 8 | UInt64(UInt32(bitPattern: last)) << 16, sport, of: person, until: end, state)
    }
    for trophy in state.rewards.customTrophies(of: person, state.shared) {
      emitTrophy(5 << 8, trophy.entity, of: person, until: end, state)
    }
  }

  private mutating func emitTrophy(
    _ detail: UInt64, _ entity: Entity, of person: MemberHandle, until end: Instant,
    _ state: borrowing ScopeState
  ) {
    emitToCarers(
      of: person, NotificationCause(.trophy, about: person, entity: entity, detail: detail),
      due: now, until: end, state)
  }
}
