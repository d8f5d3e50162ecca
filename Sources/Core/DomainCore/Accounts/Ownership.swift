public import Chronology

extension FactKind {
  /// FAM-7: whether the fact says something of the scope and not of its subject, who only did it:
  /// who belongs to the scope, what it is called, whom it invites. It outlives its subject's data.
  ///
  /// The plan of sports and classes is the family's, though it is told about a child; whether the
  /// child attended is the child's.
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

/// FAM-7: what belongs to a person in a scope that belongs to several.
///
/// A fact is its subject's. What somebody logged for a child is the child's, and stays when they
/// delete their account; what others logged about them is theirs, and goes with it. So what a
/// person can export is what a deletion takes away.
public enum Ownership {
  /// Whether a fact is about the person; `joined` is the fact by which they became a member.
  public static func owns(_ fact: Fact, person: MemberHandle, joinedBy joined: Entity) -> Bool {
    (fact.subject == person && !fact.kind.isOfScope) || isJoining(fact, of: joined)
  }

  /// Whether a fact holds a member's place in the list, which the places after it rest on.
  public static func isJoining(_ fact: Fact, of joined: Entity) -> Bool {
    joined != .none && fact.identity == joined
  }

  /// What stays of an owned fact: whose operation it was and when, so that its place in the log is
  /// not missing, and nothing of what it said.
  public static func erased(_ fact: Fact, firstDay: LocalDay) -> Fact {
    var blank = fact
    blank.payload = Payload()
    blank.day = firstDay
    blank.zone = Zone.utc.id
    blank.entity = .none
    blank.subject = fact.author
    return blank
  }

  /// What stays of the fact by which an erased person became a member: an empty place in the list,
  /// or everybody behind them would be somebody else. What it did for the scope stays, too: a group
  /// is founded, an invitation is used.
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
