public import Chronology

/// An area of the domain: its kinds of facts, the rules that decide them and their folds.
///
/// Both functions switch over the codes and have no default, so the compiler rejects a new code
/// without a decision and a fold.
public protocol Area {
  associatedtype Code: FactCode

  /// Why a fact must not become part of a scope's history, or nil.
  static func decide(
    _ code: Code, _ fact: Fact, at place: DecisionPlace, now: Instant,
    on state: borrowing ScopeState
  ) -> Refusal?

  /// Folds an accepted fact; `committed` is when the server accepted it.
  static func fold(
    _ code: Code, _ fact: Fact, committed: Instant, into state: inout ScopeState
  ) -> Effect

  /// Reacts to an event of a fold, in this or another area; most areas ignore all events.
  static func ingest(_ event: AreaEvent, by fact: Fact, in state: inout ScopeState)
}

extension Area {
  public static func ingest(_ event: AreaEvent, by fact: Fact, in state: inout ScopeState) {}

  private static func code(of fact: Fact) -> Code {
    guard let code = Code(fact.kind) else {
      preconditionFailure("every kind is a code of its area")
    }
    return code
  }

  static func decide(
    _ fact: Fact, at place: DecisionPlace, now: Instant, on state: borrowing ScopeState
  ) -> Refusal? {
    decide(code(of: fact), fact, at: place, now: now, on: state)
  }

  static func fold(_ fact: Fact, committed: Instant, into state: inout ScopeState) -> Effect {
    fold(code(of: fact), fact, committed: committed, into: &state)
  }
}

/// Decides the less frequent kinds, on a full state.
public func decideByArea(
  _ fact: Fact, at place: DecisionPlace, now: Instant, on state: borrowing ScopeState
) -> Refusal? {
  switch fact.kind.area {
  case .families: FamiliesArea.decide(fact, at: place, now: now, on: state)
  case .habits: HabitsArea.decide(fact, at: place, now: now, on: state)
  case .nutrition: NutritionArea.decide(fact, at: place, now: now, on: state)
  case .training: TrainingArea.decide(fact, at: place, now: now, on: state)
  case .academics: AcademicsArea.decide(fact, at: place, now: now, on: state)
  case .schedule: ScheduleArea.decide(fact, at: place, now: now, on: state)
  case .calendar: CalendarArea.decide(fact, at: place, now: now, on: state)
  case .goals: GoalsArea.decide(fact, at: place, now: now, on: state)
  case .rewards: RewardsArea.decide(fact, at: place, now: now, on: state)
  case .groups: GroupsArea.decide(fact, at: place, now: now, on: state)
  case .notifications: NotificationsArea.decide(fact, at: place, now: now, on: state)
  }
}
