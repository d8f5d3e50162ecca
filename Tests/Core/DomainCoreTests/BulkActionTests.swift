import Chronology
import Testing

@testable import DomainCore

@Suite("A bulk action")
struct BulkActionTests {
  private let child = TestFamily.child

  private func family(habits count: Int) -> (TestFamily, [Entity]) {
    let family = TestFamily()
    let habits = (0..<count).map { number in
      family.addHabit("Habit \(number)", rank: UInt32(number + 1) * HabitOrder.gap)
    }
    return (family, habits)
  }

  private func submit(_ action: BulkAction, in family: TestFamily) {
    for command in action.commands(for: child) { #expect(family.submit(command) == .changed) }
  }

  @Test("HAB-9: is a transaction whose operations count the remaining ones")
  func followers() {
    let (_, habits) = family(habits: 3)
    let transaction = Transaction(BulkAction.delete(habits).commands(for: child))
    #expect(transaction.commands.indices.map(transaction.followers) == [2, 1, 0])
    #expect(
      Transaction(Array(repeating: .deleteHabit(habits[0], of: child), count: 65_536))
        .followers(after: 0) == .max)
  }

  @Test("HAB-9: completes several habits at once")
  func complete() {
    let (family, habits) = family(habits: 4)
    let chosen = [habits[0], habits[2], habits[0]]
    let action = BulkAction.complete(chosen, on: TestFamily.day(0), source: .widget)
    #expect(action.commands(for: child).count == 2)
    submit(action, in: family)
    #expect(habits.map { family.isDone($0, 0) } == [true, false, true, false])
    #expect(family.state.cell(0, 0).source == CompletionSource.widget.rawValue)
  }

  @Test("HAB-9: archives, deletes and restores several habits at once")
  func lives() {
    let (family, habits) = family(habits: 5)
    submit(.archive([habits[0], habits[1]], true), in: family)
    submit(.archive([habits[0]], false), in: family)
    submit(.delete([habits[2], habits[3], habits[2]]), in: family)
    submit(.restore([habits[3]]), in: family)
    #expect(family.list() == [habits[0], habits[3], habits[4]])
  }

  @Test("HAB-9: acts once on a habit that is named twice")
  func once() {
    let (_, habits) = family(habits: 2)
    let lists = [([0, 0], [0]), ([1, 1, 1], [1]), ([1, 0, 1], [1, 0]), ([0, 1], [0, 1])]
    for (named, meant) in lists {
      let list = named.map { habits[$0] }
      let day = TestFamily.day(0)
      let actions: [BulkAction] = [
        .archive(list, true), .delete(list), .restore(list), .complete(list, on: day, source: .app),
      ]
      for action in actions {
        #expect(action.commands(for: child).map(\.entity) == meant.map { habits[$0] })
      }
    }
  }

  @Test("HAB-6, HAB-9: reorders a whole list; omitted habits follow, none is duplicated")
  func reorder() {
    let (family, habits) = family(habits: 5)
    let unknown = Entity(site: 9, sequence: 9)
    let order = HabitOrder(of: child, in: family.state)
    submit(
      .reorder(order, as: [habits[4], unknown, habits[1], habits[4], habits[0]]), in: family)
    let shown = family.list()
    #expect(shown == [habits[4], habits[1], habits[0], habits[2], habits[3]])
    // In order already: nothing to write.
    #expect(
      BulkAction.reorder(HabitOrder(of: child, in: family.state), as: shown)
        .commands(for: child).isEmpty)
  }
}
