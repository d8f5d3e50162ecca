import Base

extension ScopeState {
  /// Whether two states are equal, value by value; this checks what equal digests imply.
  ///
  /// Only the order of creation in the log may differ, and with it the slots.
  public func isIdentical(to other: borrowing ScopeState) -> Bool {
    guard firstDay == other.firstDay, shared.members.count == other.shared.members.count,
      habits.count == other.habits.count, digest == other.digest
    else { return false }
    // Copies of one feed have slots and capacity in the same order, so mostly this decides it.
    if isIdenticalInMemory(to: other) { return hasSameFields(as: other) }
    let days = max(dayCapacity, other.dayCapacity)
    for slot in 0..<habits.count {
      guard let twin = other.slot(of: habits[slot].entity), habits[slot] == other.habits[twin],
        streaks[slot] == other.streaks[twin]
      else { return false }
      for day in 0..<days {
        if cell(slot, day) != other.cell(twin, day) { return false }
        if isDone(slot, day) != other.isDone(twin, day) { return false }
      }
    }
    for index in 0..<shared.members.count {
      if shared.members[index] != other.shared.members[index] { return false }
      let member = MemberHandle(UInt16(index))
      for day in 0..<days where personDay(member, day) != other.personDay(member, day) {
        return false
      }
    }
    for index in 0..<favorites.count where favorites[index] != other.favorites[index] {
      return false
    }
    return hasSameFields(as: other)
  }

  /// Whether two states hold the same bytes in the same places. O(bytes), at memory's speed.
  private func isIdenticalInMemory(to other: borrowing ScopeState) -> Bool {
    guard habitCapacity == other.habitCapacity, memberCapacity == other.memberCapacity,
      cells.hasSameBytes(as: other.cells),
      personDays.hasSameBytes(as: other.personDays), doneDays.isIdentical(to: other.doneDays)
    else { return false }
    for slot in 0..<habits.count
    where habits[slot] != other.habits[slot] || streaks[slot] != other.streaks[slot] {
      return false
    }
    for index in 0..<shared.members.count where shared.members[index] != other.shared.members[index]
    { return false }
    for index in 0..<favorites.count where favorites[index] != other.favorites[index] {
      return false
    }
    return true
  }
}
