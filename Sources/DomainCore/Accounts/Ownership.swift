public import Chronology

extension FactKind {
  /// FAM-7: whether the fact says that its subject does not belong to the scope any more, or does
  /// again: it outlives its subject's data, or a deleted account would be back in the list.
  @inlinable public var endsMembership: Bool { false }
}

/// FAM-7: what belongs to a person in a scope that belongs to several.
///
/// A fact is its subject's. What somebody logged for a child is the child's, and stays when they
/// delete their account; what others logged about them is theirs, and goes with it. So what a
/// person can export is what a deletion takes away.
public enum Ownership {
  /// Whether a fact is about the person; `joined` is the fact by which they became a member.
  public static func owns(
    _ fact: Fact, person: MemberHandle, joinedBy joined: Entity
  ) -> Bool {
    fact.subject == person || isJoining(fact, of: joined)
  }

  /// Whether a deletion takes the fact away: it is the person's, and the list of members does not
  /// need it. Who joined keeps an empty place, or everybody behind them would be somebody else.
  public static func isErasable(
    _ fact: Fact, of person: MemberHandle, joinedBy joined: Entity
  ) -> Bool {
    owns(fact, person: person, joinedBy: joined) && !fact.kind.endsMembership
  }

  /// Whether a fact holds a member's place in the list, which the places after it rest on.
  public static func isJoining(_ fact: Fact, of joined: Entity) -> Bool {
    joined != .none && fact.kind.admits && fact.identity == joined
  }

  /// What stays of an owned fact: whose operation it was and when, so that its place in the log is
  /// not missing, and nothing of what it said.
  public static func erased(_ fact: Fact, firstDay: LocalDay) -> Fact {
    var blank = fact
    blank.payload = Payload()
    blank.day = firstDay
    blank.zone = Zone.utc.id
    guard !fact.kind.admits else { return blank }
    blank.entity = .none
    blank.subject = fact.author
    return blank
  }
}
