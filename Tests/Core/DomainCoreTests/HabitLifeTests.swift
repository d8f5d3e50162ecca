import Chronology
import Testing

@testable import DomainCore

@Suite("Deleting and restoring a habit")
struct HabitLifeTests {
  private let child = TestFamily.child

  @Test("HAB-5: a delete removes its completions, and later ones do not restore the habit")
  func deleted() {
    let family = TestFamily()
    let habit = family.addHabit("Read")
    family.mark(habit, 0)
    // Tapped on an offline device before the delete, and after it.
    let before = family.fact(
      .setCompletion(of: habit, owner: child, on: TestFamily.day(0), done: true), site: 2)
    #expect(family.submit(.deleteHabit(habit, of: child)) == .changed)
    let after = family.fact(
      .setCompletion(of: habit, owner: child, on: TestFamily.day(0), done: true), site: 2)
    for late in [before, after] {
      #expect(family.submit(late) == .refused(.habitDeleted))
    }
    #expect(family.state.habit(habit)?.life.isAlive == false)
    #expect(family.state.habits.habitsInOrder(of: child).isEmpty)
    #expect(family.state.habits.habitsInOrder(of: child, archived: true).isEmpty)
    #expect(family.shownNames().isEmpty)
    #expect(family.statistics(habit, asOf: 0).total == 0)
    #expect(
      family.state.habits.habitRecords(of: child, in: family.names, family.state.shared).isEmpty)
  }

  @Test("HAB-5: a delete wins over every edit that arrives later")
  func deleteBeatsEdits() {
    let family = TestFamily()
    let habit = family.addHabit("Read")
    family.submit(.deleteHabit(habit, of: child))
    let name = family.names.habitName("Write")
    for place in [DecisionPlace.device, .server] {
      for edit in [
        Command.renameHabit(habit, of: child, to: name), .rankHabit(habit, of: child, at: 3),
        .archiveHabit(habit, of: child, true),
        .startHabit(habit, of: child, on: TestFamily.day(0)),
      ] {
        #expect(family.refusal(of: family.fact(edit), at: place) == .habitDeleted)
      }
    }
  }

  @Test("HAB-8: a delete can be undone within ten minutes, with every completion")
  func restored() {
    let family = TestFamily()
    let habit = family.addHabit("Read")
    family.today = 3
    for day in 0...2 { family.mark(habit, day) }
    let before = family.statistics(habit, asOf: 3)
    let delete = family.fact(.deleteHabit(habit, of: child))
    family.submit(delete)
    let start = delete.tapped
    func restore(after milliseconds: Int64) -> Fact {
      family.fact(.restoreHabit(habit, of: child), at: start + milliseconds)
    }
    for place in [DecisionPlace.device, .server] {
      let late = restore(after: 10 * Span.minute + Span.second)
      #expect(family.refusal(of: late, at: place) == .undoTooLate)
      #expect(family.refusal(of: restore(after: 10 * Span.minute), at: place) == nil)
    }
    // It reaches the server a day later; the time of the tap counts.
    family.today = 4
    #expect(family.submit(restore(after: 10 * Span.minute)) == .changed)
    #expect(family.statistics(habit, asOf: 3) == before)
    #expect(family.streak(habit, asOf: 3) == 3)
    #expect(family.mark(habit, 3) == .changed)
  }

  @Test("HAB-5: two devices make one delete, and neither is refused")
  func deletedTwice() {
    let family = TestFamily()
    let habit = family.addHabit("Read")
    let first = family.fact(.deleteHabit(habit, of: child), site: 1)
    let second = family.fact(.deleteHabit(habit, of: child), site: 2)
    #expect(family.submit(first) == .changed)
    #expect(family.submit(second) == .superseded)
    #expect(family.state.habit(habit)?.life.count == 1)
    // On a device that shows it as deleted there is nothing to delete.
    #expect(family.refusal(of: second, at: .device) == .habitDeleted)
    // One restore undoes both.
    #expect(family.submit(.restoreHabit(habit, of: child)) == .changed)
    #expect(family.state.habit(habit)?.life.isAlive == true)
  }

  @Test("HAB-8: a delete tapped before the restore and arriving after it does not undo it")
  func staleDelete() {
    let family = TestFamily()
    let habit = family.addHabit("Read")
    let delete = family.fact(.deleteHabit(habit, of: child), site: 1)
    let concurrent = family.fact(.deleteHabit(habit, of: child), site: 2)
    let restore = family.fact(.restoreHabit(habit, of: child), site: 1)
    let later = family.fact(.deleteHabit(habit, of: child), site: 2)
    #expect(family.submit(delete) == .changed)
    #expect(family.submit(restore) == .changed)
    #expect(family.submit(concurrent) == .superseded)
    #expect(family.state.habit(habit)?.life.isAlive == true)
    // One tapped after the restore takes effect.
    #expect(family.submit(later) == .changed)
    #expect(family.state.habit(habit)?.life.isAlive == false)
  }

  @Test("HAB-8: a restore undoes the delete it followed, not one that came after it")
  func staleRestore() {
    let family = TestFamily()
    let habit = family.addHabit("Read")
    let first = family.fact(.deleteHabit(habit, of: child), site: 1)
    let restore = family.fact(.restoreHabit(habit, of: child), site: 1)
    let second = family.fact(.deleteHabit(habit, of: child), site: 2)
    // The other device's delete arrives first.
    #expect(family.submit(second) == .changed)
    #expect(family.submit(first) == .superseded)
    #expect(family.submit(restore) == .superseded)
    #expect(family.state.habit(habit)?.life.isAlive == false)
  }

  @Test("HAB-8: two devices make one restore")
  func restoredTwice() {
    let family = TestFamily()
    let habit = family.addHabit("Read")
    family.submit(.deleteHabit(habit, of: child))
    let first = family.fact(.restoreHabit(habit, of: child), site: 1)
    let second = family.fact(.restoreHabit(habit, of: child), site: 2)
    #expect(family.submit(first) == .changed)
    #expect(family.submit(second) == .superseded)
    #expect(family.state.habit(habit)?.life.count == 2)
  }

  @Test("HAB-8: the ten minutes start again with each delete")
  func severalLives() {
    let family = TestFamily()
    let habit = family.addHabit("Read")
    family.mark(habit, 0)
    for life in 1...3 {
      #expect(family.submit(.deleteHabit(habit, of: child)) == .changed)
      #expect(family.submit(.restoreHabit(habit, of: child)) == .changed)
      #expect(family.state.habit(habit)?.life.count == UInt32(2 * life))
    }
    #expect(family.statistics(habit, asOf: 0).total == 1)
  }
}
