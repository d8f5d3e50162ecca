public import Base

/// A scope's habits and their completions by day.
///
/// The memory is flat, in the order of access: a day's cells are adjacent, because nearly every
/// fact is about today.
///
/// It is copied and compared by hand, because slots and capacities differ from copy to copy.
public struct HabitsState: ~Copyable {
  /// In order of creation in the log: the place of a habit is its slot.
  public var rows: FlatArray<Habit>
  public var streaks: FlatArray<StreakSummary>
  public var slotByEntity: FlatMap
  public var doneDays: DoneDays
  /// A row of `habitCapacity` cells a day.
  public var cells: FlatArray<CompletionCell>
  public var habitCapacity: Int

  init(dayCapacity: Int, habitCapacity: Int) {
    rows = FlatArray(capacity: habitCapacity)
    streaks = FlatArray(capacity: habitCapacity)
    slotByEntity = FlatMap(capacity: habitCapacity)
    doneDays = DoneDays(dayCapacity: Self.bits(forDays: dayCapacity))
    cells = FlatArray(repeating: CompletionCell(), count: dayCapacity * habitCapacity)
    self.habitCapacity = habitCapacity
  }

  private init(copying other: borrowing HabitsState) {
    rows = other.rows.copy()
    streaks = other.streaks.copy()
    slotByEntity = other.slotByEntity.copy()
    doneDays = other.doneDays.copy()
    cells = other.cells.copy()
    habitCapacity = other.habitCapacity
  }

  /// Bits come in words of 64.
  static func bits(forDays days: Int) -> Int { (days + 63) & ~63 }

  public func copy() -> HabitsState { HabitsState(copying: self) }

  /// The slot of a habit's rows, deleted or not.
  @inlinable public func slot(of habit: Entity) -> Int? {
    slotByEntity[habit.raw].map(Int.init)
  }

  /// A copy of one habit's days.
  public func history(of slot: Int) -> DoneDays { doneDays.row(slot) }

  /// HAB-4: the runs of a habit, kept incrementally.
  @inlinable public func streakSummary(_ slot: Int) -> StreakSummary { streaks[slot] }

  /// Whether two states are equal, value by value, on so many days; only slots may differ.
  func isIdentical(to other: borrowing HabitsState, days: Int) -> Bool {
    guard rows.count == other.rows.count else { return false }
    for slot in 0..<rows.count {
      guard let match = other.slot(of: rows[slot].entity), rows[slot] == other.rows[match],
        streaks[slot] == other.streaks[match]
      else { return false }
      for day in 0..<days {
        let (place, second) = (day * habitCapacity + slot, day * other.habitCapacity + match)
        let cell = place < cells.count ? cells[place] : CompletionCell()
        if cell != (second < other.cells.count ? other.cells[second] : CompletionCell()) {
          return false
        }
        let isDone = day < doneDays.dayCapacity && doneDays.isDone(slot, day)
        let isSame =
          isDone == (day < other.doneDays.dayCapacity && other.doneDays.isDone(match, day))
        if !isSame { return false }
      }
    }
    return true
  }

  /// Whether two states hold the same bytes in the same places. O(bytes), at memory's speed.
  func isIdenticalInMemory(to other: borrowing HabitsState) -> Bool {
    guard rows.count == other.rows.count, habitCapacity == other.habitCapacity,
      cells.hasSameBytes(as: other.cells), doneDays.isIdentical(to: other.doneDays)
    else { return false }
    for slot in 0..<rows.count
    where rows[slot] != other.rows[slot] || streaks[slot] != other.streaks[slot] {
      return false
    }
    return true
  }
}
