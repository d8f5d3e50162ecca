import TestKit
import Testing

@testable import DomainCore

@Suite("The order of habits")
struct HabitOrderTests {
  private let child = TestFamily.child

  @Test("HAB-6: is by rank, then by identity, without the archived and the deleted")
  func order() {
    let family = TestFamily()
    let c = family.addHabit("C", rank: 30)
    let a = family.addHabit("A", rank: 10)
    let b1 = family.addHabit("B1", rank: 20)
    let b2 = family.addHabit("B2", rank: 20)
    family.addHabit("Other", owner: TestFamily.sibling, rank: 1)
    #expect(family.list() == [a, b1, b2, c])
    family.submit(.archiveHabit(b1, of: child, true))
    family.submit(.deleteHabit(a, of: child))
    #expect(family.list() == [b2, c])
    #expect(family.list(archived: true) == [b1])
    family.submit(.archiveHabit(b1, of: child, false))
    #expect(family.list() == [b1, b2, c])
  }

  @Test("HAB-6: a move writes one rank, and the list is as the person left it", arguments: 0..<40)
  func moves(seed: Int) {
    var dice = Dice(seed: UInt64(seed))
    let family = TestFamily()
    for number in 0..<(2 + dice.roll(7)) {
      let rank = HabitOrder(of: child, in: family.state).rankOfNew
      family.addHabit("Habit \(number)", rank: rank)
    }
    var expected = family.list()
    for _ in 0..<30 {
      var list = HabitOrder(of: child, in: family.state)
      let from = dice.roll(expected.count)
      let to = dice.roll(expected.count)
      let commands = list.move(from: from, to: to, of: child)
      expected.insert(expected.remove(at: from), at: to)
      #expect(list.places.map(\.habit) == expected)
      #expect(commands.count <= expected.count)
      if from == to { #expect(commands.isEmpty) }
      for command in commands { #expect(family.submit(command) == .changed) }
      #expect(family.list() == expected)
      #expect(HabitOrder(of: child, in: family.state) == list)
    }
  }

  @Test("HAB-10: a new habit is behind those that come back from the archive")
  func newHabitAndArchive() {
    let family = TestFamily()
    func add(_ name: String) -> Entity {
      family.addHabit(name, rank: HabitOrder(of: child, in: family.state).rankOfNew)
    }
    let old = ["A", "B", "C"].map(add)
    for habit in old.dropFirst() { family.submit(.archiveHabit(habit, of: child, true)) }
    let new = add("D")
    #expect(family.list() == [old[0], new])
    for habit in old.dropFirst() { family.submit(.archiveHabit(habit, of: child, false)) }
    #expect(family.list() == old + [new])
  }

  @Test("HAB-6: sixteen moves into one gap cost a rank each, the next renumbers the list")
  func noRoom() {
    let habits = (1...3).map { Entity(site: 1, sequence: $0) }
    var list = HabitOrder(
      habits.enumerated().map { index, habit in
        HabitOrder.Place(habit, rank: HabitOrder.gap * UInt32(index + 1))
      })
    // The last habit is moved between the first two, again and again.
    for _ in 0..<16 {
      #expect(list.move(from: 2, to: 1, of: child).count == 1)
    }
    #expect(list.places.map(\.rank) == [0, 1, 2].map { HabitOrder.gap + $0 })
    let order = list.places.map(\.habit)
    let commands = list.move(from: 2, to: 1, of: child)
    #expect(list.places.map(\.habit) == [order[0], order[2], order[1]])
    #expect(list.places.map(\.rank) == [1, 2, 3].map { $0 * HabitOrder.gap })
    // The first habit keeps its rank.
    #expect(Set(commands.map(\.entity)) == [order[2], order[1]])
  }

  @Test("HAB-6: finds a rank at both ends of the range, or renumbers")
  func ends() {
    func ranks(_ ranks: [UInt32], from: Int, to: Int) -> [UInt32] {
      var list = HabitOrder(
        ranks.enumerated().map { index, rank in
          HabitOrder.Place(Entity(site: 1, sequence: UInt32(index + 1)), rank: rank)
        })
      _ = list.move(from: from, to: to, of: child)
      return list.places.map(\.rank)
    }
    let gap = HabitOrder.gap
    #expect(ranks([10, 20], from: 1, to: 0) == [4, 10])
    #expect(ranks([1, 20], from: 1, to: 0) == [0, 1])
    #expect(ranks([0, 20], from: 1, to: 0) == [gap, 2 * gap])
    #expect(ranks([5, 5, 5], from: 2, to: 1) == [gap, 2 * gap, 3 * gap])
    #expect(ranks([10, 20], from: 0, to: 1) == [20, 20 + gap])
    #expect(ranks([10, .max - 1], from: 0, to: 1) == [.max - 1, .max])
    #expect(ranks([10, .max], from: 0, to: 1) == [gap, 2 * gap])
    #expect(ranks([7], from: 0, to: 0) == [7])
  }

  @Test("HAB-6: puts a new habit last, however full the ranks are")
  func rankOfNew() {
    #expect(HabitOrder([]).rankOfNew == HabitOrder.gap)
    let habit = Entity(site: 1, sequence: 1)
    #expect(HabitOrder([.init(habit, rank: 5)]).rankOfNew == 5 + HabitOrder.gap)
    #expect(HabitOrder([.init(habit, rank: .max - 1)]).rankOfNew == .max)
  }

  @Test("HAB-6: concurrent moves end in one order with every habit once")
  func concurrentMoves() {
    for seed in 0..<50 {
      var dice = Dice(seed: UInt64(seed))
      func start() -> (TestFamily, HabitOrder) {
        let family = TestFamily()
        // Ranks so close that some moves renumber.
        for number in 0..<5 { family.addHabit("Habit \(number)", rank: UInt32(number * 3)) }
        return (family, HabitOrder(of: child, in: family.state))
      }
      let (one, list) = start()
      let (two, _) = start()
      var facts: [Fact] = []
      for site in 1...3 as ClosedRange<UInt32> {
        var own = list
        for command in own.move(from: dice.roll(5), to: dice.roll(5), of: child) {
          facts.append(one.fact(command, site: site))
        }
      }
      for fact in facts { one.state.apply(fact) }
      for fact in dice.shuffled(facts) { two.state.apply(fact) }
      #expect(one.list() == two.list())
      #expect(Set(one.list()).count == 5)
      #expect(one.isIdentical(to: two))
    }
  }
}
