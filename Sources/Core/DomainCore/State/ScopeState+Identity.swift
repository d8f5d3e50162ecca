import Base

extension ScopeState {
  /// Whether two states are equal, value by value; this checks what equal digests imply.
  ///
  /// Only the order of creation in the log may differ, and with it the slots.
  public func isIdentical(to other: borrowing ScopeState) -> Bool {
    guard firstDay == other.firstDay, shared.members.count == other.shared.members.count,
      digest == other.digest
    else { return false }
    // Copies of one feed have slots and capacity in the same order, so mostly this decides it.
    if isIdenticalInMemory(to: other) { return hasSameFields(as: other) }
    let days = max(dayCapacity, other.dayCapacity)
    guard habits.isIdentical(to: other.habits, days: days) else { return false }
    for index in 0..<shared.members.count {
      if shared.members[index] != other.shared.members[index] { return false }
      let member = MemberHandle(UInt16(index))
      for day in 0..<days where personDay(member, day) != other.personDay(member, day) {
        return false
      }
    }
    return hasSameFields(as: other)
  }

  /// Whether two states hold the same bytes in the same places. O(bytes), at memory's speed.
  private func isIdenticalInMemory(to other: borrowing ScopeState) -> Bool {
    guard shared.memberCapacity == other.shared.memberCapacity,
      shared.personDays.hasSameBytes(as: other.shared.personDays),
      habits.isIdenticalInMemory(to: other.habits)
    else { return false }
    for index in 0..<shared.members.count where shared.members[index] != other.shared.members[index]
    { return false }
    return true
  }
}
