import Base

/// REW-6: a child's place among its siblings.
public struct SiblingRank: BitwiseCopyable, Hashable, Sendable {
  public var rank: Int
  public var member: MemberHandle
  public var points: Int
}

extension ScopeState {
  /// REW-6: the children by points, or nil where the family does not want it.
  ///
  /// Ranked as GRP-5 says: descending, ties share a rank and the next rank skips, inside a tie by
  /// display name and then by place in the family. **Decided**: by the points of a lifetime, so
  /// that nobody falls behind for enjoying what they earned; and off until a parent shows it,
  /// because comparing children is a choice. `precedes` says whose display name comes first.
  public func siblingLeaderboard(
    byName precedes: (MemberHandle, MemberHandle) -> Bool
  ) -> [SiblingRank]? {
    guard rewards.hasLeaderboard else { return nil }
    var rows: [SiblingRank] = []
    for index in 0..<members.count where members[index].role == .child && members[index].isActive {
      let child = MemberHandle(UInt16(index))
      rows.append(SiblingRank(rank: 0, member: child, points: lifetimePoints(of: child)))
    }
    rows.sort {
      if $0.points != $1.points { return $0.points > $1.points }
      if precedes($0.member, $1.member) { return true }
      if precedes($1.member, $0.member) { return false }
      return $0.member.index < $1.member.index
    }
    for place in rows.indices {
      let ties = place > 0 && rows[place].points == rows[place - 1].points
      rows[place].rank = ties ? rows[place - 1].rank : place + 1
    }
    return rows
  }
}
