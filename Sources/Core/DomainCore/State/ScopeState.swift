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
  public var habits: FlatArray<Habit>
  public var streaks: FlatArray<StreakSummary>
  public var slotByEntity: FlatMap
  public var doneDays: DoneDays
  /// A row of `habitCapacity` cells a day.
  public var cells: FlatArray<CompletionCell>
  public var habitCapacity: Int
  /// A row of `memberCapacity` person-days a day.
  public var personDays: FlatArray<PersonDay>
  /// How many members a day has rows for.
  public var memberCapacity: Int
  public var favorites: FlatArray<Register<Payload>>
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
    habits = FlatArray(capacity: 16)
    streaks = FlatArray(capacity: 16)
    slotByEntity = FlatMap(capacity: 16)
    doneDays = DoneDays(dayCapacity: Self.bits(forDays: days))
    // A new family soon has habits; a group never has any.
    habitCapacity = members.isEmpty ? 0 : 16
    cells = FlatArray(repeating: CompletionCell(), count: days * habitCapacity)
    memberCapacity = members.count
    personDays = FlatArray(repeating: PersonDay(), count: days * members.count)
    favorites = FlatArray(
      repeating: Register(Payload()), count: members.count * Self.favoritesPerMember)
    foodRows = FoodTable.rows
  }

  /// Bits come in words of 64.
  static func bits(forDays days: Int) -> Int { (days + 63) & ~63 }

  /// NUT-5: how many favorite meals a person can store for logging in one tap.
  @inlinable public static var favoritesPerMember: Int { 4 }

  /// Covers the whole state: equal digests mean equal states, however they were reached.
  @inlinable public var digest: Digest128 { shared.digestStored }

  /// The local day that day indices count from.
  @inlinable public var firstDay: LocalDay { shared.firstDay }
  /// How many days have rows.
  @inlinable public var dayCapacity: Int { shared.dayCapacity }
  @inlinable public var memberCount: Int { shared.memberCount }
  @inlinable public var habitCount: Int { habits.count }

  /// The index of a day, negative before the first one.
  @inlinable public func index(of day: LocalDay) -> Int { shared.index(of: day) }

  /// Whether the family can have logged anything on `day`.
  @inlinable public func covers(_ day: LocalDay) -> Bool { shared.covers(day) }

  // MARK: Reading

  /// The slot of a habit's rows, deleted or not.
  @inlinable public func slot(of habit: Entity) -> Int? {
    slotByEntity[habit.raw].map(Int.init)
  }

  /// The habit in a slot; slots are assigned in order of creation in the log.
  @inlinable public func habitAt(_ slot: Int) -> Habit { habits[slot] }

  @inlinable public func cell(_ slot: Int, _ dayIndex: Int) -> CompletionCell {
    dayIndex < dayCapacity ? cells[dayIndex * habitCapacity + slot] : CompletionCell()
  }

  @inlinable @inline(__always)
  public func personDay(_ member: MemberHandle, _ dayIndex: Int) -> PersonDay {
    dayIndex < dayCapacity && Int(member.index) < memberCapacity
      ? personDays[dayIndex * memberCapacity + Int(member.index)] : PersonDay()
  }

  @inlinable public func favorite(of member: MemberHandle, slot: Int) -> Register<Payload> {
    favorites[Int(member.index) * Self.favoritesPerMember + slot]
  }

  /// NUT-5: the meal of a favorite slot, if one was stored there.
  public func favoriteMeal(of member: MemberHandle, slot: Int) -> MealPortion? {
    let kept = favorite(of: member, slot: slot)
    return kept.version == .never ? nil : MealPortion(kept.value)
  }

  @inlinable public func isDone(_ slot: Int, _ dayIndex: Int) -> Bool {
    dayIndex >= 0 && dayIndex < dayCapacity && doneDays.isDone(slot, dayIndex)
  }

  /// A copy of one habit's days.
  public func history(of slot: Int) -> DoneDays { doneDays.row(slot) }

  /// HAB-4: the runs of a habit, kept incrementally.
  @inlinable public func streakSummary(_ slot: Int) -> StreakSummary { streaks[slot] }

  /// HAB-4: the current streak of a habit.
  @inlinable public func streak(_ slot: Int, asOf today: LocalDay) -> Int {
    streaks[slot].current(asOf: index(of: today), habit: slot, in: doneDays)
  }
}
