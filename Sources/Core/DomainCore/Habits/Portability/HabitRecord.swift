import Base
public import Chronology

/// HAB-7: a habit with its whole history, in texts, as it leaves and enters the program.
public struct HabitRecord: Hashable, Sendable {
  /// A done day. What was taken back is no history.
  public struct Completion: Hashable, Sendable {
    public var day: LocalDay
    public var source: CompletionSource

    public init(_ day: LocalDay, source: CompletionSource) {
      self.day = day
      self.source = source
    }
  }

  /// Whose it is, by place in the family's list of members.
  public var owner: MemberHandle
  /// HAB-1: the name a screen shows, so no two records of an owner have equal ones.
  public var name: String
  public var text = ""
  public var category = ""
  public var icon: UInt32 = 0
  public var rank: UInt32 = 0
  public var isArchived = false
  /// HAB-4: the first day that counts, or nil for the day of the import.
  public var started: LocalDay?
  /// By day.
  public var completions: [Completion] = []

  /// The earliest day of the record: a family that takes it in must not begin later.
  public var firstDay: LocalDay? {
    ([started].compactMap { $0 } + completions.map(\.day)).min()
  }
}

extension ScopeState {
  /// HAB-7: the living habits of a person with their history, in the person's order.
  ///
  /// Archived ones are in their place among the others; deleted ones are gone (HAB-5).
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
