import DomainCore

/// A member of a family, permanently: a member who left and rejoined has a new identity.
public struct MemberID: Hashable, Sendable {
  /// The place in the list of the family's founders, or the fact that admitted the member.
  private enum Origin: Hashable, Sendable {
    case founder(UInt16)
    case joined(Entity)
  }

  private let origin: Origin

  init(joinedBy entity: Entity) {
    origin = .joined(entity)
  }

  init(_ handle: MemberHandle, in state: borrowing ScopeState) {
    guard Int(handle.index) < state.memberCount else {
      origin = .founder(handle.index)
      return
    }
    let entity = state.member(handle).entity
    origin = entity == .none ? .founder(handle.index) : .joined(entity)
  }

  /// The place in the list of members, which the log assigns: nil before that.
  func handle(in state: borrowing ScopeState) -> MemberHandle? {
    switch origin {
    case .founder(let index): Int(index) < state.memberCount ? MemberHandle(index) : nil
    case .joined(let entity): state.shared.member(joinedBy: entity)
    }
  }
}

/// The identity of something created, by its fact. A separate type for each kind, so that code
/// cannot mark a goal as a habit.
public protocol EntityID: Hashable, Sendable {}

/// HAB-1: a habit.
public struct HabitID: EntityID { let entity: Entity }
/// GOAL-1: a goal.
public struct GoalID: EntityID { let entity: Entity }
/// SCH-1: a sport.
public struct SportID: EntityID { let entity: Entity }
/// SCH-2: a class of a sport, once or every week.
public struct ClassID: EntityID { let entity: Entity }
/// REW-5: a reward that a parent offers.
public struct RewardID: EntityID { let entity: Entity }
/// REW-5: the claim of a reward.
public struct ClaimID: EntityID { let entity: Entity }
/// REW-7: a trophy that a family has defined.
public struct TrophyID: EntityID { let entity: Entity }
/// REW-2: points that a parent gave.
public struct BonusID: EntityID { let entity: Entity }

/// NUT-10: a logged portion of a meal, or a drink.
public struct EntryID: EntityID { let entity: Entity }
/// ACA-1: a course.
public struct CourseID: EntityID { let entity: Entity }
/// ACA-1: an assignment, exam, quiz or project.
public struct SchoolworkID: EntityID { let entity: Entity }
/// TRN-3, TRN-5: a finished workout, or mobility work, that was logged.
public struct TrainingLogID: EntityID { let entity: Entity }
/// TRN-1: a template that plans sessions.
public struct TemplateID: EntityID { let entity: Entity }
/// TRN-2: a workout that a coach assigned.
public struct AssignmentID: EntityID { let entity: Entity }

/// TRN-1: a planned session, or one that a template plans for a day.
public struct SessionID: EntityID {
  let key: SessionKey

  init(key: SessionKey) { self.key = key }
  init(entity: Entity) { key = SessionKey(entity) }

  /// The session that a template plans for a day.
  public init(_ template: TemplateID, on day: LocalDay) {
    key = SessionKey(template: template.entity, on: day)
  }
}

/// SCH-4: one occurrence of a class, by the day on which the series has it.
public struct OccurrenceKey: Hashable, Sendable {
  let id: OccurrenceID

  init(_ id: OccurrenceID) { self.id = id }

  /// The occurrence of a class on a day of its series, wherever it was moved to.
  public init(_ trainingClass: ClassID, on day: LocalDay) {
    id = OccurrenceID(trainingClass.entity, day)
  }
}
