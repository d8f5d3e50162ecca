import Chronology
import DomainCore
import Testing

@testable import SyncCore

@Suite("The visible state of a device")
struct VisibleStateTests {
  let world = World()
  let phone: Device
  let tablet: Device

  init() {
    phone = world.device(of: World.mother)
    tablet = world.device(of: World.father)
  }

  @Test("shows its owner's writes, before and after confirmation")
  func ownWrites() throws {
    let habit = try phone.creates("Reading")
    try phone.completes(habit)
    try phone.drinks(tenthOunces: 80)
    try phone.feels(7, 8)
    try phone.renames(habit, to: "Reading aloud")
    for _ in ["before", "after"] {
      #expect(phone.sees(habit))
      #expect(phone.streak(habit) == 1)
      #expect(phone.waterToday == 80)
      #expect(
        phone.feelsToday == WellnessScore(mental: 7, physical: 8))
      #expect(phone.name(of: habit) == "Reading aloud")
      world.exchange(phone)
      #expect(phone.pending.isEmpty)
    }
  }

  @Test("shows pending changes of habits behind many others, also after a restart")
  func habitsBehindOthers() throws {
    let habit = try phone.creates("Reading")
    world.exchange(phone)
    for _ in 0..<3 { try phone.drinks(tenthOunces: 80) }
    try phone.renames(habit, to: "Reading aloud")
    try phone.drinks(tenthOunces: 80)
    let made = try phone.creates("Running")
    for _ in 0..<3 { try phone.drinks(tenthOunces: 80) }
    for isRestarted in [false, true] {
      if isRestarted {
        phone.replica = Replica(
          inMemory: phone.replica.store.copied(), storage: MemoryReplicaStorage())
      }
      #expect(phone.name(of: habit) == "Reading aloud" && phone.name(of: made) == "Running")
      #expect(phone.replica.habit(made)?.owner == World.mother)
      #expect(throws: RefusalError(.nameTaken)) { _ = try phone.creates("Running") }
    }
    world.exchange(phone)
    #expect(phone.pending.isEmpty && phone.name(of: made) == "Running")
  }

  @Test("TRN-3: shows the workouts that a health store has reported, pending or not")
  func importedWorkouts() throws {
    func workout(_ sample: UInt64) -> ImportedWorkout {
      ImportedWorkout(
        sample: sample, revision: 1, start: phone.time, durationMilliseconds: 1_800_000, kind: 3,
        kilocalories: 240)
    }
    func samples() -> [UInt64] {
      phone.replica.importedWorkouts(of: World.mother).map(\.sample)
    }
    try phone.does(.importWorkout(workout(5), of: World.mother))
    #expect(samples() == [5])
    world.exchange(phone)
    try phone.drinks(tenthOunces: 80)
    #expect(samples() == [5])
    try phone.does(.importWorkout(workout(6), of: World.mother))
    #expect(samples() == [5, 6])
  }

  @Test("shows the last of several writes to one field")
  func lastOwnWrite() throws {
    let habit = try phone.creates("Reading")
    try phone.completes(habit)
    try phone.takesBack(habit)
    #expect(!phone.sees(habit))
    try phone.completes(habit)
    #expect(phone.sees(habit))
    world.exchange(phone)
    #expect(phone.sees(habit))
    #expect(world.feed.count == 4)
  }

  @Test("shows every field that was set, on top of those that others set")
  func habitFields() throws {
    let habit = try tablet.creates("Reading", for: World.mother)
    world.exchange(tablet)
    world.exchange(phone)
    try phone.renames(habit, to: "Running")
    try phone.does(.rankHabit(habit, of: World.mother, at: 5))
    try phone.does(.setHabitField(.habitIconSet, of: habit, owner: World.mother, to: 9))
    try phone.does(.setHabitField(.habitCategorySet, of: habit, owner: World.mother, to: 3))
    try phone.does(.setHabitField(.habitDescriptionSet, of: habit, owner: World.mother, to: 4))
    try phone.does(.archiveHabit(habit, of: World.mother, true))
    try phone.deletes(habit)
    for _ in ["before", "after"] {
      let shown = try #require(phone.shown(habit))
      #expect(phone.name(of: habit) == "Running")
      #expect(shown.rank.value == 5)
      #expect(shown.icon.value == 9)
      #expect(shown.category.value == TextHandle(3))
      #expect(shown.text.value == TextHandle(4))
      #expect(shown.archived.value)
      #expect(phone.seesArchived(habit))
      #expect(!shown.life.isAlive)
      world.exchange(phone)
      #expect(phone.pending.isEmpty)
    }
  }

  @Test("shows a later write by another member, though an own earlier one is pending")
  func laterWriteOfOthersStands() throws {
    let habit = try phone.creates("Reading")
    world.settle()
    try phone.renames(habit, to: "Mine")
    try phone.does(.archiveHabit(habit, of: World.mother, true))
    world.passes(Span.minute)
    try tablet.renames(habit, of: World.mother, to: "Theirs")
    try tablet.does(.archiveHabit(habit, of: World.mother, false))
    world.exchange(tablet)
    // The page alone, so that the own writes are still pending.
    var pull = phone.asks()
    pull.operations = []
    phone.applies(world.serve(pull))
    #expect(phone.pending == [2, 3])
    #expect(phone.name(of: habit) == "Theirs")
    #expect(!phone.seesArchived(habit))
    // The displayed name is the one that counts as used.
    #expect(throws: RefusalError(.nameTaken)) { _ = try phone.creates("theirs") }
    world.settle()
    #expect(phone.name(of: habit) == "Theirs")
  }

  @Test("counts days of the base and of the outbox in one streak")
  func streakAcrossBaseAndOutbox() throws {
    let habit = try phone.creates("Reading")
    for day in 0..<6 {
      if day == 3 { world.exchange(phone) }
      try phone.completes(habit)
      #expect(phone.streak(habit) == day + 1)
      world.passes(Span.day)
    }
    #expect(phone.streak(habit) == 6)
    world.passes(Span.day)
    #expect(phone.streak(habit) == 0)
  }

  @Test("shows favorites slot by slot")
  func favorites() throws {
    let toast = MealPortion(.breakfast, MealItem(food: 2, quarters: 8))
    try phone.does(.setFavoriteMeal(for: World.mother, slot: 2, toast))
    for _ in ["before", "after"] {
      #expect(phone.favorite(2).value == toast.payload)
      #expect(phone.favorite(1).version == .never)
      world.exchange(phone)
    }
  }

  @Test("does not confuse the slot of a favorite with a habit of the first site")
  func favouriteSlotIsNoHabit() throws {
    let habit = try phone.creates("Reading")
    #expect(habit.raw == 1)
    let toast = MealPortion(.breakfast, MealItem(food: 2, quarters: 8))
    try phone.does(.setFavoriteMeal(for: World.mother, slot: 1, toast))
    #expect(phone.name(of: habit) == "Reading")
    try phone.completes(habit)
    world.exchange(phone)
    #expect(phone.rejections.isEmpty)
  }

  // MARK: Rejections

  @Test("keeps no residue of a rejected operation, and shows the reason once")
  func rejectionLeavesNoResidue() throws {
    let habit = try phone.creates("Reading")
    world.settle()
    try tablet.deletes(habit, of: World.mother)
    world.exchange(tablet)
    let late = try phone.completes(habit)
    try phone.drinks(tenthOunces: 30)
    #expect(phone.sees(habit))
    world.exchange(phone)
    #expect(world.verdict(on: late)?.refusal == .habitDeleted)
    #expect(!phone.sees(habit))
    #expect(phone.pending.isEmpty)
    #expect(phone.rejections == [.habitDeleted])
    #expect(phone.rejected.map(\.operation.sequence) == [late.sequence])
    // The operation behind it was accepted.
    #expect(phone.waterToday == 30)
    #expect(world.isSame(phone))
    world.settle()
    #expect(phone.rejections == [.habitDeleted])
    #expect(tablet.rejections.isEmpty)
    #expect(!tablet.sees(habit) && world.isSame(tablet))
  }

  @Test("does not include commands refused on the device")
  func refusalOnTheSpot() throws {
    let before = phone.sequence
    #expect(throws: RefusalError(.nameEmpty)) { _ = try phone.creates("  ") }
    #expect(throws: RefusalError(.habitUnknown)) {
      try phone.completes(Entity(site: 9, sequence: 9))
    }
    #expect(phone.sequence == before)
    #expect(phone.pending.isEmpty)
    #expect(!phone.hasUnsent)
  }
}
