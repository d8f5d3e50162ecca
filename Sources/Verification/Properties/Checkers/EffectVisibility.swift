import Base
import Chronology
import DomainCore
import ReferenceModels

/// Whether a state shows an operation that was just submitted, for the less frequent kinds.
///
/// It is called before a later operation can have changed the result, so it needs no stamps. Nil
/// for effects that are not checked here, or not visible.
enum EffectVisibility {
  static func shows(_ fact: Fact, in state: borrowing ScopeState) -> Bool? {
    var result: Bool?
    for field in RecordModel.fields(of: fact) {
      guard let isShown = FieldVisibility.shows(field, in: state) else { continue }
      if !isShown { return false }
      result = true
    }
    return showsWhole(fact, in: state) ?? result
  }

  /// The same for effects other than fields, by area.
  private static func showsWhole(_ fact: Fact, in state: borrowing ScopeState) -> Bool? {
    switch fact.kind.area {
    case .goals: return showsGoal(fact, in: state)
    case .rewards: return showsRewards(fact, in: state)
    case .schedule: return showsSchedule(fact, in: state)
    case .training: return showsTraining(fact, in: state)
    case .families: return showsPeople(fact, in: state)
    case .nutrition: return showsFood(fact, in: state)
    case .groups: return showsGroup(fact, in: state)
    default: return nil
    }
  }

  private static func showsGoal(_ fact: Fact, in state: borrowing ScopeState) -> Bool? {
    let value = fact.payload.first
    let word = UInt32(truncatingIfNeeded: value)
    if fact.kind == .goalCreated {
      return state.goals.goal(fact.identity)?.title == GoalCreation(fact.payload).title
    }
    guard let goal = state.goals.goal(fact.entity) else { return false }
    return switch fact.kind {
    case .goalTitleSet: goal.title == TextHandle(word)
    case .goalUnitSet: goal.unit == TextHandle(word)
    case .goalTargetSet: goal.target == Int32(bitPattern: word)
    case .goalDatesSet:
      goal.start == GoalDates(fact.payload).start && goal.end == GoalDates(fact.payload).end
    case .goalPrioritySet: UInt64(goal.priority.rawValue) == value
    case .goalSportSet: goal.sport.raw == value
    case .goalProgressSet: goal.type.isAutomatic || goal.current == Int32(bitPattern: word)
    case .goalCompletedSet: goal.type.isAutomatic || goal.isCompleted == (value != 0)
    case .goalArchivedSet: goal.isArchived == (value != 0)
    case .goalDeleted: goal.isDeleted
    default: nil
    }
  }

  private static func showsRewards(_ fact: Fact, in state: borrowing ScopeState) -> Bool? {
    let word = UInt32(truncatingIfNeeded: fact.payload.first)
    switch fact.kind {
    case .pointsSet:
      let item = PointItem(rawValue: UInt8(truncatingIfNeeded: fact.entity.raw))
      return item.map { state.rewards.values[$0] == Int32(bitPattern: word) }
    case .bonusAwarded:
      return state.rewards.ledger.stands(PointCause(.bonus, fact.identity, of: fact.subject))
    case .bonusRevoked:
      return !state.rewards.ledger.stands(PointCause(.bonus, fact.entity, of: fact.subject))
    case .rewardOffered: return state.rewards.reward(fact.identity)?.title == TextHandle(word)
    case .rewardTitleSet: return state.rewards.reward(fact.entity)?.title == TextHandle(word)
    case .rewardPriceSet: return state.rewards.reward(fact.entity)?.price == Int32(bitPattern: word)
    case .rewardWithdrawn: return state.rewards.reward(fact.entity)?.isWithdrawn == true
    case .rewardClaimed: return state.rewards.rewardClaim(fact.identity)?.isCancelled == false
    case .claimCancelled: return state.rewards.rewardClaim(fact.entity)?.isCancelled == true
    default: return nil
    }
  }

  private static func showsSchedule(_ fact: Fact, in state: borrowing ScopeState) -> Bool? {
    switch fact.kind {
    case .sportDeleted: return state.schedule.sport(fact.entity)?.isDeleted == true
    case .classDeleted: return state.schedule.trainingClass(fact.entity)?.isDeleted == true
    case .dutyClaimed: return state[DutyPayload(fact).duty].holder == fact.author
    case .dutyAssigned: return state[DutyPayload(fact).duty].holder == fact.subject
    case .dutyReleased: return !state[DutyPayload(fact).duty].isHeld
    case .dutyCoverageSet:
      let payload = DutyPayload(fact)
      return state[payload.duty].isCoverageRequested == payload.isOn
    case .dutySwapChanged where SwapPayload(fact).step == .accepted:
      return state[SwapPayload(fact).given].holder == fact.author
    default: return nil
    }
  }

  private static func showsTraining(_ fact: Fact, in state: borrowing ScopeState) -> Bool? {
    switch fact.kind {
    case .sessionCreated:
      return state.training.session(SessionKey(fact.identity))?.title
        == SessionPlan(fact.payload).title
    case .sessionGenerated:
      let day = LocalDay(number: Int32(truncatingIfNeeded: fact.payload.first))
      return state.training.session(SessionKey(template: fact.entity, on: day)) != nil
    case .templateCreated: return state.training.template(fact.identity)?.owner == fact.subject
    case .workoutAssigned: return state.training.assignment(fact.identity)?.athlete == fact.subject
    case .workoutLogged: return state.training.workout(fact.identity)?.isDeleted == false
    case .trainingLogDeleted: return state.training.workout(fact.entity)?.isDeleted ?? true
    default: return nil
    }
  }

  private static func showsPeople(_ fact: Fact, in state: borrowing ScopeState) -> Bool? {
    let value = fact.payload.first
    switch fact.kind {
    case .memberAdded: return state.shared.member(joinedBy: fact.identity) != nil
    case .memberEnded: return !state.member(fact.subject).isActive
    case .memberActivated: return state.member(fact.subject).isActive
    case .memberRoleSet: return UInt64(state.member(fact.subject).role.rawValue) == value
    case .consentSet:
      return state.member(fact.subject).consent == (value != 0 ? .given : .withdrawn)
    case .invitationMade: return state.families.invitation(fact.identity)?.isRevoked == false
    case .invitationRevoked: return state.families.invitation(fact.entity)?.isRevoked == true
    case .weightSet where Measurement(fact.payload).value > 0:
      let payload = Measurement(fact.payload)
      return state.families.weightGrams(of: fact.subject, on: payload.day) == payload.value
    case .heightSet where Measurement(fact.payload).value > 0:
      let payload = Measurement(fact.payload)
      return state.families.heightMillimeters(of: fact.subject, on: payload.day) == payload.value
    default: return nil
    }
  }

  private static func showsFood(_ fact: Fact, in state: borrowing ScopeState) -> Bool? {
    switch fact.kind {
    case .nutritionOverrideSet:
      let payload = TargetAmount(fact.payload)
      guard let metric = payload.metric, payload.amount > 0 else { return nil }
      return state.nutritionTarget(of: fact.subject, on: fact.day)[metric] == payload.amount
    case .foodMoved:
      return state.nutrition.foodEntry(fact.entity).map {
        state.nutrition.day(of: $0, state.shared)
      } == FoodTime(fact.payload).day
    case .foodChanged: return state.nutrition.foodEntry(fact.entity)?.payload == fact.payload
    case .foodDeleted: return state.nutrition.foodEntry(fact.entity)?.isDeleted
    default: return nil
    }
  }

  private static func showsGroup(_ fact: Fact, in state: borrowing ScopeState) -> Bool? {
    guard fact.kind == .groupWorkoutShared, !state.group.head.isDeleted,
      Int(fact.author.index) < state.group.seats.count
    else { return nil }
    let kept = state.group.workouts.row(of: RowKey(fact.entity.raw, UInt64(fact.author.index)))
    return kept?.count == WorkoutSummary(fact.payload).count
  }
}
