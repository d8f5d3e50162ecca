import Chronology
public import DomainCore

/// FAM-7: the reference rules for the data that an account deletion erases: everything about the
/// member, whichever member wrote it, except what the rest of the scope depends on.
public enum ErasureRules {
  /// Whether a fact is about a member and must be erased with them; no fact admitted a founder, so
  /// the facts about their membership are erased, too.
  public static func isAbout(
    _ member: MemberHandle, _ fact: Fact, foundsWithThem isFounder: Bool
  ) -> Bool {
    guard fact.subject == member else { return false }
    switch fact.kind {
    case .memberEnded, .memberActivated, .memberRoleSet: return isFounder
    default: return !isOthers(fact.kind)
    }
  }

  /// Whether a join fact is anonymous: it reveals nothing but that there was a member.
  public static func isAnonymous(_ fact: Fact) -> Bool {
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

  /// The data that others continue to need: who is in the scope, its offers and names, and the plan
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
