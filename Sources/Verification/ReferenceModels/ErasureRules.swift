import Chronology
public import DomainCore

/// FAM-7: what goes with somebody who deletes their account, told plainly: whatever was said about
/// them, whoever said it, but for what the others' scope rests on.
public enum ErasureRules {
  /// Whether a fact is about a member and goes with them; who founded the scope with others is in
  /// it by no fact, so what was said of their membership goes, too.
  public static func isAbout(
    _ member: MemberHandle, _ fact: Fact, foundsWithThem isFounder: Bool
  ) -> Bool {
    guard fact.subject == member else { return false }
    switch fact.kind {
    case .memberEnded, .memberActivated, .memberRoleSet: return isFounder
    default: return !isOthers(fact.kind)
    }
  }

  /// Whether a fact by which somebody came into a scope says nothing of them any more, but that
  /// there was somebody.
  public static func namesNobody(_ fact: Fact) -> Bool {
    switch fact.kind {
    case .groupJoined: GroupJoin(fact.payload).displayName == .empty
    case .memberJoined:
      MemberJoining(fact.payload).roleNumber == Role.observer.rawValue
        && MemberJoining(fact.payload).born == LocalDay(number: 0)
    default:
      MemberAddition(fact.payload)
        == MemberAddition(role: .observer, born: LocalDay(number: 0))
    }
  }

  /// What others go on with: who is in the scope, what it offers and how it is called, and the plan
  /// of its days.
  private static func isOthers(_ kind: FactKind) -> Bool {
    switch kind {
    case .memberJoined, .memberAdded, .invitationMade, .invitationRevoked, .rosterSet: true
    case .nutritionTemplateCreated, .nutritionTemplateNameSet, .nutritionTemplateValueSet,
      .nutritionTemplateDeleted:
      true
    case .sportCreated, .sportFieldSet, .sportDeleted, .classCreated, .classFieldSet,
      .classRuleSet, .classDeleted, .participantSet, .occurrenceFieldSet, .conflictFieldSet:
      true
    case .dutyClaimed, .dutyReleased, .dutyAssigned, .dutyCoverageSet, .dutySwapChanged: true
    case .calendarConnectionSet, .calendarModeSet, .calendarEventMapped,
      .calendarFieldsExchanged, .calendarRevisionSeen, .calendarEditImported,
      .calendarEventGone, .calendarConflictRecorded, .calendarFieldsOverruled:
      true
    case .pointsSet, .rewardOffered, .rewardTitleSet, .rewardPriceSet, .rewardWithdrawn,
      .leaderboardSet, .trophyMade:
      true
    case .groupJoined, .groupNameSet, .groupMemberRemoved, .groupLeft, .groupDeleted: true
    default: false
    }
  }
}
