// Habits, queries: lists, statistics and names that screens show.

import Base
public import Chronology

extension ScopeState {
  /// HAB-6: a person's habits in the order of their list.
  public func habitsInOrder(of owner: MemberHandle, archived: Bool = false) -> [Int] {
    var slots: [Int] = []
    for slot in 0..<habits.count
    where habits[slot].owner == owner && habits[slot].life.isAlive
      && habits[slot].archived.value == archived
    {
      slots.append(slot)
    }
    return slots.sorted { habits[$0].precedes(habits[$1]) }
  }

  /// HAB-4: what the history screen of a habit shows; a deleted habit has none (HAB-5).
  public func statistics(_ slot: Int, asOf today: LocalDay) -> HabitStatistics {
    guard habits[slot].life.isAlive else {
      return HabitStatistics(current: 0, longest: 0, total: 0, success: [], daysSinceLast: nil)
    }
    let day = index(of: today)
    let last = min(day, dayCapacity - 1)
    // A completion from before the habit was made still counts as a day of the habit.
    let started = index(of: habits[slot].started.value)
    let age = day - min(started, doneDays.firstDone(slot) ?? started) + 1
    let success = HabitStatistics.windows.map { window in
      let days = max(1, min(window, age))
      return HabitStatistics.Success(
        done: doneDays.count(slot, from: max(0, day - days + 1), through: last), days: days)
    }
    return HabitStatistics(
      current: streak(slot, asOf: today),
      longest: Int(streaks[slot].longest),
      total: Int(streaks[slot].total),
      success: success,
      daysSinceLast: doneDays.lastDone(slot, upTo: last).map { day - $0 })
  }
}

extension ScopeState {
  /// HAB-1: which of the owner's existing habits of the same name this is, counted from 1.
  ///
  /// Two devices that create the same name offline both keep their habit; the later one, by the
  /// version of its name, shows a number after it. Nothing is stored, so all devices agree as soon
  /// as they know the same habits.
  public func nameNumber(_ slot: Int) -> Int {
    let habit = habits[slot]
    var number = 1
    for other in 0..<habits.count
    where other != slot && habits[other].owner == habit.owner && habits[other].life.isAlive
      && habits[other].name.value.folded == habit.name.value.folded
      && habits[other].name.version < habit.name.version
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
    of owner: MemberHandle, in names: NameTable
  ) -> [(slot: Int, name: String)] {
    let slots = (0..<habits.count)
      .filter { habits[$0].owner == owner && habits[$0].life.isAlive }
      .sorted { habits[$0].name.version < habits[$1].name.version }
    let texts = slots.map { slot in
      let handle = habits[slot].name.value.text
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

extension ScopeState {
  /// HAB-7: the existing habits of a person with their history, in the person's order.
  ///
  /// Archived habits keep their position among the others; deleted ones are left out (HAB-5).
  public func habitRecords(of owner: MemberHandle, in names: NameTable) -> [HabitRecord] {
    shownNames(of: owner, in: names)
      .sorted { left, right in habits[left.slot].precedes(habits[right.slot]) }
      .map { slot, name in
        let habit = habits[slot]
        var record = HabitRecord(owner: owner, name: name)
        record.text = names.text(of: habit.text.value)
        record.category = names.text(of: habit.category.value)
        record.icon = habit.icon.value
        record.rank = habit.rank.value
        record.isArchived = habit.archived.value
        record.started = habit.started.value
        record.completions = completions(of: slot)
        return record
      }
  }

  private func completions(of slot: Int) -> [HabitRecord.Completion] {
    (0..<dayCapacity).filter { isDone(slot, $0) }.map { day in
      HabitRecord.Completion(
        firstDay.adding(days: day), source: CompletionSource(rawValue: cell(slot, day).source)!)
    }
  }
}
