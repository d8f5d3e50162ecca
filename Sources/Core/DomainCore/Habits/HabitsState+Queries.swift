// Habits, queries: lists, statistics and names that screens show.

import Base
public import Chronology

extension HabitsState {
  /// HAB-6: a person's habits in the order of their list.
  public func habitsInOrder(of owner: MemberHandle, archived: Bool = false) -> [Int] {
    var slots: [Int] = []
    for slot in 0..<rows.count
    where rows[slot].owner == owner && rows[slot].life.isAlive
      && rows[slot].archived.value == archived
    {
      slots.append(slot)
    }
    return slots.sorted { rows[$0].precedes(rows[$1]) }
  }

  /// HAB-4: what the history screen of a habit shows; a deleted habit has none (HAB-5).
  public func statistics(_ slot: Int, asOf today: LocalDay, _ shared: borrowing SharedState)
    -> HabitStatistics
  {
    guard rows[slot].life.isAlive else {
      return HabitStatistics(current: 0, longest: 0, total: 0, success: [], daysSinceLast: nil)
    }
    let day = shared.index(of: today)
    let last = min(day, shared.dayCapacity - 1)
    // A completion from before the habit was made still counts as a day of the habit.
    let started = shared.index(of: rows[slot].started.value)
    let age = day - min(started, doneDays.firstDone(slot) ?? started) + 1
    let success = HabitStatistics.windows.map { window in
      let days = max(1, min(window, age))
      return HabitStatistics.Success(
        done: doneDays.count(slot, from: max(0, day - days + 1), through: last), days: days)
    }
    return HabitStatistics(
      current: streaks[slot].current(asOf: day, habit: slot, in: doneDays),
      longest: Int(streaks[slot].longest),
      total: Int(streaks[slot].total),
      success: success,
      daysSinceLast: doneDays.lastDone(slot, upTo: last).map { day - $0 })
  }
}

extension HabitsState {
  /// HAB-10: how many days from one through another were done, of those on which there was the
  /// habit: from its first day on, or from a completion before that.
  public func success(
    _ slot: Int, from first: LocalDay, through last: LocalDay, _ shared: borrowing SharedState
  ) -> HabitStatistics.Success {
    let nothing = HabitStatistics.Success(done: 0, days: 0)
    guard rows[slot].life.isAlive, first <= last else { return nothing }
    let start = shared.index(of: rows[slot].started.value)
    let from = max(shared.index(of: first), min(start, doneDays.firstDone(slot) ?? start), 0)
    let through = shared.index(of: last)
    guard from <= through else { return nothing }
    let end = min(through, shared.dayCapacity - 1)
    let done = from <= end ? doneDays.count(slot, from: from, through: end) : 0
    return HabitStatistics.Success(done: done, days: through - from + 1)
  }
}

extension HabitsState {
  /// HAB-1: which of the owner's existing habits of the same name this is, counted from 1.
  ///
  /// Two devices that create the same name offline both keep their habit; the later one, by the
  /// version of its name, shows a number after it. Nothing is stored, so all devices agree as soon
  /// as they know the same habits.
  public func nameNumber(_ slot: Int) -> Int {
    let habit = rows[slot]
    var number = 1
    for other in 0..<rows.count
    where other != slot && rows[other].owner == habit.owner && rows[other].life.isAlive
      && rows[other].name.value.folded == habit.name.value.folded
      && rows[other].name.version < habit.name.version
    {
      number += 1
    }
    return number
  }

  /// HAB-1: a person's existing habits with the names that a screen shows, all of them different.
  ///
  /// The earliest habit of a name shows it unchanged, the others with the least number from 2 on
  /// that does not give another habit's name: usually `nameNumber`, but a habit may be called "Read
  /// 2". The texts are compared, so a handle that a fact made up cannot show one name twice.
  public func shownNames(
    of owner: MemberHandle, in names: some TextSource
  ) -> [(slot: Int, name: String)] {
    let slots = (0..<rows.count)
      .filter { rows[$0].owner == owner && rows[$0].life.isAlive }
      .sorted { rows[$0].name.version < rows[$1].name.version }
    let texts = slots.map { slot in
      let handle = rows[slot].name.value.text
      return names.holds(handle) ? names.text(of: handle) : ""
    }
    var taken = Set(texts.map(NameTable.folded))
    var plain: Set<String> = []
    return zip(slots, texts).map { slot, text in
      if plain.insert(NameTable.folded(text)).inserted { return (slot, text) }
      var number = 2
      while !taken.insert(NameTable.folded("\(text) \(number)")).inserted { number += 1 }
      return (slot, "\(text) \(number)")
    }
  }
}

extension HabitsState {
  /// HAB-7: the existing habits of a person with their history, in the person's order.
  ///
  /// Archived habits keep their position among the others; deleted ones are left out (HAB-5).
  public func habitRecords(
    of owner: MemberHandle, in names: some TextSource, _ shared: borrowing SharedState
  ) -> [HabitRecord] {
    shownNames(of: owner, in: names)
      .sorted { left, right in rows[left.slot].precedes(rows[right.slot]) }
      .map { slot, name in
        let habit = rows[slot]
        var record = HabitRecord(owner: owner, name: name)
        record.text = names.text(of: habit.text.value)
        record.category = names.text(of: habit.category.value)
        record.icon = habit.icon.value
        record.rank = habit.rank.value
        record.isArchived = habit.archived.value
        record.started = habit.started.value
        record.completions = completions(of: slot, shared)
        return record
      }
  }

  private func completions(of slot: Int, _ shared: borrowing SharedState) -> [HabitRecord
    .Completion]
  {
    (0..<shared.dayCapacity).filter { doneDays.isDone(slot, $0) }.map { day in
      HabitRecord.Completion(
        shared.firstDay.adding(days: day),
        source: CompletionSource(rawValue: cells[day * habitCapacity + slot].source)!)
    }
  }
}
