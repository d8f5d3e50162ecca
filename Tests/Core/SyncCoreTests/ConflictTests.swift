import Chronology
import DomainCore
import Testing

@testable import SyncCore

@Suite("Two concurrent devices")
struct ConflictTests {
  let world = World()
  let phone: Device
  let tablet: Device

  init() {
    phone = world.device(of: World.mother)
    tablet = world.device(of: World.father)
  }

  func settlesTheSame() {
    world.settle()
    #expect(world.isSame(phone) && world.isSame(tablet))
    #expect(phone.pending.isEmpty && tablet.pending.isEmpty)
  }

  @Test("agree on the later of two edits, no matter who syncs first", arguments: [true, false])
  func laterEditWins(laterSyncsFirst: Bool) throws {
    let habit = try phone.creates("Reading")
    world.settle()
    let earlier = try phone.renames(habit, to: "Earlier")
    world.passes(Span.second)
    let later = try tablet.renames(habit, of: World.mother, to: "Later")
    for device in laterSyncsFirst ? [tablet, phone] : [phone, tablet] { world.exchange(device) }
    settlesTheSame()
    #expect(phone.name(of: habit) == "Later" && tablet.name(of: habit) == "Later")
    #expect(world.verdict(on: earlier)?.kind == (laterSyncsFirst ? .superseded : .accepted))
    #expect(world.verdict(on: later)?.kind == .accepted)
  }

  @Test("agree when they wrote in the same millisecond", arguments: [true, false])
  func sameMillisecond(firstSiteSyncsFirst: Bool) throws {
    let habit = try phone.creates("Reading")
    world.settle()
    world.passes(Span.second)
    try phone.completes(habit)
    try tablet.takesBack(habit, of: World.mother)
    for device in firstSiteSyncsFirst ? [phone, tablet] : [tablet, phone] {
      world.exchange(device)
    }
    settlesTheSame()
    // Equal stamps: the greater site wins.
    #expect(!phone.sees(habit) && !tablet.sees(habit))
  }

  @Test("agree after thirty alternating edits of the same cell")
  func manyEdits() throws {
    let habit = try phone.creates("Reading")
    world.settle()
    for round in 0..<15 {
      if round % 2 == 0 { try phone.completes(habit) } else { try phone.takesBack(habit) }
      world.passes(Span.second)
      if round % 3 == 0 {
        try tablet.takesBack(habit, of: World.mother)
      } else {
        try tablet.completes(habit, of: World.mother)
      }
      world.exchange(round % 2 == 0 ? phone : tablet)
      world.passes(Span.second)
    }
    settlesTheSame()
    #expect(phone.sees(habit))
  }

  @Test("both keep their additions: sums have no winner")
  func sums() throws {
    try phone.drinks(tenthOunces: 50)
    let second = world.device(of: World.mother)
    try second.drinks(tenthOunces: 70)
    world.settle()
    #expect(phone.waterToday == 120 && second.waterToday == 120)
  }

  @Test("both keep their habit of one name; the later one shows a number")
  func sameName() throws {
    let second = world.device(of: World.mother)
    let first = try phone.creates("Reading")
    try phone.completes(first)
    world.passes(Span.minute)
    let other = try second.creates(" READING ")
    try second.completes(other)
    world.exchange(second)
    world.settle()
    #expect(phone.rejections.isEmpty && second.rejections.isEmpty)
    #expect(phone.sees(first) && phone.sees(other))
    #expect(second.sees(first) && second.sees(other))
    #expect(second.nameNumber(first) == 1 && second.nameNumber(other) == 2)
    #expect(phone.nameNumber(first) == 1 && phone.nameNumber(other) == 2)
  }

  @Test("cannot use a name that a device already shows")
  func nameTaken() throws {
    let habit = try phone.creates("Reading")
    #expect(throws: RefusalError(.nameTaken)) { _ = try phone.creates("reading ") }
    world.settle()
    #expect(throws: RefusalError(.nameTaken)) {
      _ = try tablet.creates("READING", for: World.mother)
    }
    // Another person may, and so may the habit itself, and anyone may once it is deleted.
    _ = try tablet.creates("Reading")
    try phone.renames(habit, to: "READING")
    try phone.deletes(habit)
    _ = try phone.creates("Reading")
    world.settle()
    #expect(phone.rejections.isEmpty && tablet.rejections.isEmpty)
  }

  // MARK: Delete and restore

  @Test("delete beats a late completion, and nothing is restored")
  func deleteBeatsLateCompletion() throws {
    let habit = try phone.creates("Reading")
    world.settle()
    try phone.deletes(habit)
    world.exchange(phone)
    world.passes(Span.hour)
    let late = try tablet.completes(habit, of: World.mother)
    #expect(tablet.sees(habit))
    settlesTheSame()
    #expect(world.verdict(on: late)?.refusal == .habitDeleted)
    #expect(!tablet.seesAlive(habit) && !tablet.sees(habit))
    #expect(tablet.rejections == [.habitDeleted])
  }

  @Test("agree on a delete that both made")
  func doubleDelete() throws {
    let habit = try phone.creates("Reading")
    world.settle()
    try phone.deletes(habit)
    try tablet.deletes(habit, of: World.mother)
    settlesTheSame()
    #expect(!phone.seesAlive(habit))
    #expect(world.habit(habit)?.life.count == 1)
  }

  @Test("see a delete undone within ten minutes, however late the restore arrives")
  func restoreWithinTenMinutes() throws {
    let habit = try phone.creates("Reading")
    try phone.completes(habit)
    world.settle()
    try phone.deletes(habit)
    world.passes(10 * Span.minute)
    try phone.restores(habit)
    #expect(phone.seesAlive(habit))
    world.passes(5 * Span.hour)
    settlesTheSame()
    #expect(tablet.seesAlive(habit) && tablet.sees(habit))
    #expect(phone.rejections.isEmpty)
  }

  @Test("are refused on the device when it is too late after ten minutes")
  func restoreTooLate() throws {
    let habit = try phone.creates("Reading")
    world.settle()
    try phone.deletes(habit)
    world.exchange(phone)
    world.exchange(tablet)
    world.passes(10 * Span.minute + Span.second)
    #expect(throws: RefusalError(.undoTooLate)) { try phone.restores(habit) }
    #expect(throws: RefusalError(.undoTooLate)) { try tablet.restores(habit, of: World.mother) }
    settlesTheSame()
    #expect(!phone.seesAlive(habit))
  }

  @Test("undo one delete once")
  func doubleRestore() throws {
    let habit = try phone.creates("Reading")
    try phone.deletes(habit)
    world.settle()
    try phone.restores(habit)
    let second = try tablet.restores(habit, of: World.mother)
    settlesTheSame()
    #expect(phone.seesAlive(habit))
    #expect(world.verdict(on: second)?.kind == .superseded)
  }
}
