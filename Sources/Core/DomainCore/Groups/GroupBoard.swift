import Base
public import Chronology

/// GRP-5: a member's row on a board.
public struct BoardRow: BitwiseCopyable, Hashable, Sendable {
  public var rank: Int
  public var member: MemberHandle
  public var name: TextHandle
  public var value: UInt32
}

/// GRP-5: one challenge of one week as a screen shows it.
public struct GroupBoard: Hashable, Sendable {
  /// The week's Monday.
  public var week: LocalDay
  public var challenge: GroupChallenge
  /// GRP-4: whether the result no longer changes.
  public var isFinal: Bool
  public var rows: [BoardRow]
}

extension GroupState {
  /// GRP-4, GRP-5: the board of the week that contains a day, as far as it is known.
  ///
  /// A member with a workout in the week has a row; so has one whose run continues into the week,
  /// on the board of streaks (GRP-10). Members without a value are not ranked. Equal values share a
  /// rank and the next rank skips; a tie is ordered by name, in the caller's order of texts, and
  /// equal names by order of joining.
  ///
  /// GRP-6: a member who does not share is on no board, of any week. GRP-9: a member who left is on
  /// the boards that were final by then.
  public func board(
    week day: LocalDay, challenge: GroupChallenge, now: Instant,
    nameOrder: (TextHandle, TextHandle) -> Bool
  ) -> GroupBoard {
    let week = day.weekStart
    var rows: [BoardRow] = []
    for place in 0..<seats.count where !head.isDeleted {
      let member = MemberHandle(UInt16(place))
      let seat = seats[place]
      guard seat.isShown, seat.isActive || week <= seat.finalWhenLeft else { continue }
      let value = groupValues(of: member, week: week, now: now)[Int(challenge.rawValue)]
      guard value > 0 else { continue }
      rows.append(BoardRow(rank: 0, member: member, name: seat.name, value: value))
    }
    rows.sort { left, right in
      if left.value != right.value { return left.value > right.value }
      if nameOrder(left.name, right.name) { return true }
      if nameOrder(right.name, left.name) { return false }
      return left.member.index < right.member.index
    }
    for index in rows.indices {
      let isTie = index > 0 && rows[index].value == rows[index - 1].value
      rows[index].rank = isTie ? rows[index - 1].rank : index + 1
    }
    return GroupBoard(
      week: week, challenge: challenge, isFinal: isGroupWeekFinal(week, now: now), rows: rows)
  }

  /// GRP-9: the result of a past week, or nil until it is final.
  public func archive(
    week day: LocalDay, challenge: GroupChallenge, now: Instant,
    nameOrder: (TextHandle, TextHandle) -> Bool
  ) -> GroupBoard? {
    guard isGroupWeekFinal(day, now: now) else { return nil }
    return board(week: day, challenge: challenge, now: now, nameOrder: nameOrder)
  }
}
