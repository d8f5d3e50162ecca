import Chronology
import DomainCore

/// The first difference between two states that should be identical, in words.
struct StateDifference: Equatable {
  /// The value of one state, and that of the other.
  var expected: String
  var found: String

  private init(_ place: String, _ expected: some Any, _ found: some Any) {
    self.expected = "\(place): \(expected)"
    self.found = "\(found)"
  }

  /// Nil if they have the same content, even if not the same bytes.
  init?(of copy: borrowing ScopeState, from server: borrowing ScopeState) {
    if let found = Self.ofPeople(copy, server) ?? Self.ofHabits(copy, server)
      ?? Self.ofAreas(copy, server)
    {
      self = found
    } else {
      return nil
    }
  }

  private static func ofPeople(
    _ copy: borrowing ScopeState, _ server: borrowing ScopeState
  ) -> StateDifference? {
    if copy.memberCount != server.memberCount {
      return StateDifference("members", server.memberCount, copy.memberCount)
    }
    let days = max(copy.dayCapacity, server.dayCapacity)
    for index in 0..<server.memberCount {
      let member = MemberHandle(UInt16(index))
      if copy.member(member) != server.member(member) {
        return StateDifference(
          "member \(index)", server.member(member).role, copy.member(member).role)
      }
      for day in 0..<days {
        let (one, other) = (server.personDay(member, day), copy.personDay(member, day))
        if one != other {
          let date = server.firstDay.adding(days: day)
          return StateDifference("member \(index) on \(date)", words(one), words(other))
        }
      }
      if server.rewards.balance(of: member) != copy.rewards.balance(of: member) {
        return StateDifference(
          "points of member \(index)", server.rewards.balance(of: member),
          copy.rewards.balance(of: member))
      }
    }
    return nil
  }

  private static func words(_ day: PersonDay) -> String {
    "\(day.nutrients.lanes) in meals \(day.meals), \(day.waters) drinks and "
      + (day.hasCheckIn ? "a check-in" : "no check-in")
  }

  private static func ofHabits(
    _ copy: borrowing ScopeState, _ server: borrowing ScopeState
  ) -> StateDifference? {
    if copy.habitCount != server.habitCount {
      return StateDifference("habits", server.habitCount, copy.habitCount)
    }
    let days = max(copy.dayCapacity, server.dayCapacity)
    for slot in 0..<server.habitCount {
      let habit = server.habitAt(slot)
      let name = "habit \(habit.entity.raw >> 32)#\(habit.entity.raw & 0xFFFF_FFFF)"
      guard let copySlot = copy.slot(of: habit.entity) else {
        return StateDifference(name, "there", "not there")
      }
      if habit != copy.habitAt(copySlot) {
        return StateDifference(name, "a field as it was written last", "another")
      }
      for day in 0..<days {
        let (one, other) = (server.isDone(slot, day), copy.isDone(copySlot, day))
        if one != other {
          let date = server.firstDay.adding(days: day)
          return StateDifference(
            "\(name) on \(date)", one ? "done" : "not done", other ? "done" : "not done")
        }
      }
      let (one, other) = (server.habits.streakSummary(slot), copy.habits.streakSummary(copySlot))
      if one != other {
        return StateDifference(
          "\(name), its streaks", "\(one.longest) of \(one.total)",
          "\(other.longest) of \(other.total)")
      }
    }
    return nil
  }

  /// In the other areas, the name of the area.
  private static func ofAreas(
    _ copy: borrowing ScopeState, _ server: borrowing ScopeState
  ) -> StateDifference? {
    func differs(_ area: String, _ isSame: Bool) -> StateDifference? {
      isSame ? nil : StateDifference(area, "as the log has it", "something else")
    }
    return differs("the schedule", copy.schedule.isIdentical(to: server.schedule))
      ?? differs("the rewards", copy.rewards.isIdentical(to: server.rewards))
      ?? differs("the group", copy.group.isIdentical(to: server.group))
      ?? differs(
        "the fields of records", copy.shared.registers.isIdentical(to: server.shared.registers))
  }
}
