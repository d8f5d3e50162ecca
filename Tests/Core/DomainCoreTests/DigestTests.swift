import Base
import Chronology
import TestKit
import Testing

@testable import DomainCore

@Suite("The digest of a family")
struct DigestTests {
  private static let child = TestFamily.child

  /// Facts of every kind that are all accepted in any order of arrival.
  private static func facts(in family: TestFamily, dice: inout Dice) -> [Fact] {
    var facts: [Fact] = []
    var habits: [Entity] = []
    for number in 0..<4 {
      let made = family.fact(
        family.creation("Habit \(number % 3)", rank: UInt32(number)), site: UInt32(number % 2 + 1))
      habits.append(made.identity)
      facts.append(made)
    }
    for _ in 0..<60 {
      let command = command(on: dice.pick(habits), dice: &dice)
      facts.append(family.fact(command, site: UInt32(1 + dice.roll(3)), on: dice.roll(90)))
    }
    return facts
  }

  private static func command(on habit: Entity, dice: inout Dice) -> Command {
    let day = TestFamily.day(dice.roll(90))
    let value = UInt32(dice.roll(3))
    let meal = MealPortion(.lunch, MealItem(food: UInt16(dice.roll(24)), quarters: 3))
    switch dice.roll(16) {
    case 0: return .setHabitField(.habitRankSet, of: habit, owner: child, to: value)
    case 1: return .setHabitField(.habitDescriptionSet, of: habit, owner: child, to: value)
    case 2: return .setHabitField(.habitIconSet, of: habit, owner: child, to: value)
    case 3: return .setHabitField(.habitCategorySet, of: habit, owner: child, to: value)
    case 4: return .archiveHabit(habit, of: child, value == 0)
    case 5: return .startHabit(habit, of: child, on: day)
    case 6:
      let handle = TextHandle(value)
      return .renameHabit(habit, of: child, to: HabitName(text: handle, folded: handle))
    case 7: return .setChildMayLog(child, to: value == 0)
    case 8: return .setFavoriteMeal(for: child, slot: UInt8(value), meal)
    case 9: return .logMeal(for: child, meal)
    case 10:
      return .logWater(
        for: child, WaterAmount(tenthOunces: 80, source: .glass, minuteOfDay: 60))
    case 11: return .checkIn(for: child, WellnessScore(mental: UInt8(value + 1), physical: 5))
    default:
      return .setCompletion(of: habit, owner: child, on: day, done: dice.chance(3, in: 4))
    }
  }

  private static func fold(_ facts: [Fact]) -> TestFamily {
    let family = TestFamily(dayCapacity: 1)
    for fact in facts { family.state.apply(fact) }
    return family
  }

  @Test("does not depend on the order of commuting facts", arguments: 0..<40)
  func order(seed: Int) {
    var dice = Dice(seed: UInt64(seed))
    let facts = Self.facts(in: TestFamily(), dice: &dice)
    let family = Self.fold(facts)
    for _ in 0..<4 {
      // Habits are created before any fact about them; their own order is free.
      let shuffled = Self.fold(
        dice.shuffled(Array(facts[..<4])) + dice.shuffled(Array(facts[4...])))
      #expect(shuffled.state.digest == family.state.digest)
      #expect(shuffled.isIdentical(to: family))
    }
  }

  @Test("differs when one fact of any kind is missing", arguments: 0..<20)
  func missing(seed: Int) {
    var dice = Dice(seed: UInt64(seed))
    let facts = Self.facts(in: TestFamily(), dice: &dice)
    let family = Self.fold(facts)
    var silent = 0
    for index in facts.indices {
      let other = Self.fold(facts.enumerated().filter { $0.offset != index }.map(\.element))
      // A write that a later one hides changes the digest only if it made its author active.
      let isSame = other.state.digest == family.state.digest
      #expect(other.isIdentical(to: family) == isSame)
      if isSame {
        #expect(!facts[index].isCoreAction)
        silent += 1
      }
    }
    #expect(silent < facts.count / 2)
  }

  @Test("differs when a value differs, in any field of any fact", arguments: 0..<20)
  func changed(seed: Int) {
    var dice = Dice(seed: UInt64(seed))
    let facts = Self.facts(in: TestFamily(), dice: &dice)
    let family = Self.fold(facts)
    // No later write hides the last fact.
    let index = facts.indices.max { facts[$0].version < facts[$1].version }!
    func check(_ comment: Comment, _ change: (inout Fact) -> Void) {
      var other = facts
      change(&other[index])
      let folded = Self.fold(other)
      #expect(folded.state.digest != family.state.digest, comment)
      #expect(!folded.isIdentical(to: family), comment)
    }
    // A fact that is only summed up is the same at any time.
    if ![FactKind.mealLogged, .waterLogged].contains(facts[index].kind) {
      check("stamp") { $0.version.stamp += 1 }
    }
    check("site") {
      $0.version.site += 1
      $0.sequence += 1_000
    }
    if facts[index].isCoreAction {
      check("day") { $0.day = $0.day.adding(days: 1) }
      check("author") { $0.author = TestFamily.observer }
    }
    if [FactKind.mealLogged, .waterLogged, .wellnessSet].contains(facts[index].kind) {
      check("subject") { $0.subject = TestFamily.sibling }
      check("payload") { $0.payload.first ^= 1 }
    }
  }

  @Test("differs between lifecycles, founders and first days")
  func genesis() {
    func digest(_ roles: [Role], born: Int = 0, first: Int = 0) -> Digest128 {
      ScopeState(
        founders: roles, born: TestFamily.day(born), firstDay: TestFamily.day(first)
      ).digest
    }
    let digests = [
      digest([.parent]), digest([.child]), digest([.parent, .child]), digest([.child, .parent]),
      digest([.parent], born: 1), digest([.parent], first: 1),
    ]
    #expect(Set(digests).count == digests.count)
    #expect(digest([.parent, .child]) == digest([.parent, .child]))

    let family = TestFamily()
    let habit = family.addHabit("Read")
    var seen: Set<Digest128> = [family.state.digest]
    for _ in 0..<3 {
      family.submit(.deleteHabit(habit, of: Self.child))
      #expect(seen.insert(family.state.digest).inserted)
      family.submit(.restoreHabit(habit, of: Self.child))
      #expect(seen.insert(family.state.digest).inserted)
    }
  }

  @Test("does not depend on the initial capacity")
  func module() {
    var dice = Dice(seed: 5)
    let facts = Self.facts(in: TestFamily(), dice: &dice)
    let tight = Self.fold(facts)
    let wide = TestFamily(dayCapacity: 3_000)
    for fact in facts { wide.state.apply(fact) }
    #expect(tight.state.dayCapacity != wide.state.dayCapacity)
    #expect(tight.isIdentical(to: wide) && wide.isIdentical(to: tight))
  }
}
