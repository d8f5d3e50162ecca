public import Chronology

extension FactKind {
  /// FAM-7: whether the fact concerns the scope and not its subject, who only caused it: who
  /// belongs to the scope, its name, its invitations. It outlives its subject's data.
  ///
  /// The plan of sports and classes belongs to the family, although its facts name a child; whether
  /// the child attended belongs to the child.
  @inlinable public var isOfScope: Bool {
    switch self {
    case .memberJoined, .memberAdded, .memberEnded, .memberActivated, .memberRoleSet: true
    case .invitationMade, .invitationRevoked, .rosterSet: true
    case .nutritionTemplateCreated, .nutritionTemplateValueSet, .nutritionTemplateDeleted: true
    case .nutritionTemplateNameSet: true
    case .pointsSet, .rewardOffered, .rewardTitleSet, .rewardPriceSet, .rewardWithdrawn: true
    case .leaderboardSet, .trophyMade: true
    case .groupJoined, .groupNameSet, .groupMemberRemoved, .groupLeft, .groupDeleted: true
    case .attendanceSet: false
    default: area == .schedule || area == .calendar
    }
  }
}

/// FAM-7: which data of a shared scope belongs to a person.
///
/// A fact belongs to its subject. What a person logged for a child belongs to the child, and stays
/// when they delete their account; what others logged about them is theirs, and is deleted with it.
/// So the export of a person holds exactly what a deletion removes.
public enum Ownership {
  /// Whether a fact is about the person; `joined` is the fact by which they became a member.
  public static func owns(_ fact: Fact, person: MemberHandle, joinedBy joined: Entity) -> Bool {
    (fact.subject == person && !fact.kind.isOfScope) || isJoining(fact, of: joined)
  }

  /// Whether a fact creates a member's place in the list, which numbers all later places.
  public static func isJoining(_ fact: Fact, of joined: Entity) -> Bool {
    joined != .none && fact.identity == joined
  }

  /// What remains of an erased fact: its operation's author and time, so that its position in the
  /// log is not missing, and no content.
  public static func erased(_ fact: Fact, firstDay: LocalDay) -> Fact {
    var blank = fact
    blank.payload = Payload()
    blank.day = firstDay
    blank.zone = Zone.utc.id
    blank.entity = .none
    blank.subject = fact.author
    return blank
  }

  /// What remains of the joining fact of an erased person: an empty place in the list, because
  /// otherwise all later members would be renumbered. Its effect on the scope stays, too: the group
  /// is founded, the invitation is used.
  public static func erasedJoining(_ fact: Fact, firstDay: LocalDay) -> Fact {
    var blank = erased(fact, firstDay: firstDay)
    blank.entity = fact.entity
    blank.subject = fact.subject
    let noDay = LocalDay(number: 0)
    switch fact.kind {
    case .groupJoined:
      var join = GroupJoin(fact.payload)
      join.displayName = .empty
      blank.payload = join.payload
      if join.isFounding { blank.day = fact.day }
    case .memberJoined:
      let code = MemberJoining(fact.payload).code
      blank.payload = MemberJoining(code: code, role: .observer, born: noDay).payload
    default:
      blank.payload = MemberAddition(role: .observer, born: noDay).payload
    }
    return blank
  }
}
