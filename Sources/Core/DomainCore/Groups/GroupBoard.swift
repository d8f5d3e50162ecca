import Base
public import Chronology

/// GRP-5: a member's place on a board.
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
  /// GRP-4, GRP-5: the board of the week that holds a day, as far as it is known.
  ///
  /// Whoever has a workout in the week has a row, and on the board of streaks whose run goes on in
  /// it (GRP-10); nobody is ranked for having done nothing. Equal values share a rank and the next
  /// rank skips; inside a tie stand those with the earlier name, by the caller's order of texts,
  /// and of equal names whoever joined first.
  ///
  /// GRP-6: who does not share is on no board, of whatever week. GRP-9: who left is on those that
  /// were final by then.
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

  /// GRP-9: the result of a past week, or nil as long as it is not final.
  public func archive(
    week day: LocalDay, challenge: GroupChallenge, now: Instant,
    nameOrder: (TextHandle, TextHandle) -> Bool
  ) -> GroupBoard? {
    guard isGroupWeekFinal(day, now: now) else { return nil }
    return board(week: day, challenge: challenge, now: now, nameOrder: nameOrder)
  }
}
