public import Base
public import Chronology

/// The agreed state of a scope, as the fold of its log.
///
/// A scope is a family or a group; each uses the areas it needs, and an unused area costs nothing.
///
/// The state is flat memory in the order of access: a day's cells and rows are adjacent, because
/// nearly every fact is about today. Applying a fact costs O(1), allocates nothing, and updates the
/// digest.
public struct ScopeState: ~Copyable {
  /// Members, registers, digest, events and days.
  public var shared: SharedState
  public var habits: HabitsState
  public var families = FamiliesState()
  public var nutrition = NutritionState()
  public var training = TrainingState()
  public var academics = AcademicsState()
  public var schedule = ScheduleState()
  public var calendar = CalendarState()
  public var goals = GoalsState()
  public var rewards = RewardsState()
  public var group = GroupState()
  /// The food table, stored here for the fold.
  public let foodRows: UnsafePointer<Nutrients>
  let byAddress = AddressOnlyMarker()

  /// A family at its genesis: its members, without any log.
  ///
  /// Days before `firstDay` cannot be logged; `dayCapacity` is only a first guess.
  public init(members: borrowing FlatArray<Member>, firstDay: LocalDay, dayCapacity: Int = 128) {
    let days = max(16, (dayCapacity + 15) & ~15)
    shared = SharedState(members: members, firstDay: firstDay, dayCapacity: days)
    // A new family soon has habits; a group never has any.
    habits = HabitsState(dayCapacity: days, habitCapacity: members.isEmpty ? 0 : 16)
    foodRows = FoodTable.rows
    nutrition.addFavorites(forMembers: members.count)
  }

  /// Covers the whole state: equal digests mean equal states, however they were reached.
  @inlinable public var digest: Digest128 { shared.digestStored }

  /// The local day that day indices count from.
  @inlinable public var firstDay: LocalDay { shared.firstDay }
  /// How many days have rows.
  @inlinable public var dayCapacity: Int { shared.dayCapacity }
  @inlinable public var memberCount: Int { shared.memberCount }
  @inlinable public var habitCount: Int { habits.rows.count }

  /// The index of a day, negative before the first one.
  @inlinable public func index(of day: LocalDay) -> Int { shared.index(of: day) }

  /// Whether the family can have logged anything on `day`.
  @inlinable public func covers(_ day: LocalDay) -> Bool { shared.covers(day) }

  // MARK: Reading

  /// The slot of a habit's rows, deleted or not.
  @inlinable public func slot(of habit: Entity) -> Int? {
    habits.slot(of: habit)
  }

  /// The habit in a slot; slots are assigned in order of creation in the log.
  @inlinable public func habitAt(_ slot: Int) -> Habit { habits.rows[slot] }

  @inlinable public func cell(_ slot: Int, _ dayIndex: Int) -> CompletionCell {
    dayIndex < dayCapacity ? habits.cells[dayIndex * habits.habitCapacity + slot] : CompletionCell()
  }

  @inlinable @inline(__always)
  public func personDay(_ member: MemberHandle, _ dayIndex: Int) -> PersonDay {
    shared.personDay(member, dayIndex)
  }

  @inlinable public func isDone(_ slot: Int, _ dayIndex: Int) -> Bool {
    dayIndex >= 0 && dayIndex < dayCapacity && habits.doneDays.isDone(slot, dayIndex)
  }

  /// HAB-4: the current streak of a habit.
  @inlinable public func streak(_ slot: Int, asOf today: LocalDay) -> Int {
    habits.streaks[slot].current(asOf: index(of: today), habit: slot, in: habits.doneDays)
  }
}
