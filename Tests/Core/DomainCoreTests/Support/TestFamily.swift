import Base
import Chronology
import TestKit

@testable import DomainCore

/// A family as a server keeps it, with days counted from its first one.
///
/// Members are a parent, a child that may not log yet, an observer, and another child.
final class TestFamily {
  static let firstDay = LocalDay(year: 2026, month: 1, day: 5)
  static let parent = MemberHandle(0)
  static let child = MemberHandle(1)
  static let observer = MemberHandle(2)
  static let sibling = MemberHandle(3)

  enum Outcome: Equatable {
    case refused(Refusal)
    case changed
    case superseded
  }

  var state: ScopeState
  var names = NameTable()
  /// The day it is, at noon, unless a fact says otherwise.
  var today = 0
  private var sequences: [UInt32: UInt32] = [:]
  private var ticks: UInt64 = 0

  init(dayCapacity: Int = 128) {
    state = ScopeState(
      founders: [.parent, .child, .observer, .child],
      born: LocalDay(year: 2014, month: 5, day: 20), firstDay: Self.firstDay,
      dayCapacity: dayCapacity)
  }

  static func day(_ index: Int) -> LocalDay { firstDay.adding(days: index) }

  static func noon(_ index: Int) -> Instant { day(index).noon }

  /// A person's fact; by default today, a moment after the previous one.
  func fact(
    _ command: Command, by author: MemberHandle = parent, site: UInt32 = 1, on day: Int? = nil,
    at instant: Instant? = nil, zone: Zone = .utc
  ) -> Fact {
    ticks += 1
    sequences[site, default: 0] += 1
    let stamp = UInt64((instant ?? Self.noon(today)).milliseconds) << 16 | ticks
    return Fact(
      command: command, version: Version(stamp: stamp, site: site), sequence: sequences[site]!,
      author: author, day: Self.day(day ?? today), zone: zone,
      claimed: instant ?? Self.day(day ?? today).noon)
  }

  func refusal(
    of fact: Fact, at place: DecisionPlace = .server, now: Instant? = nil
  ) -> Refusal? {
    decide(fact, at: place, now: now ?? Self.noon(today), on: state)
  }

  @discardableResult
  func submit(_ fact: Fact, at place: DecisionPlace = .server) -> Outcome {
    if let refusal = refusal(of: fact, at: place) { return .refused(refusal) }
    return state.apply(fact) == .changed ? .changed : .superseded
  }

  @discardableResult
  func submit(
    _ command: Command, by author: MemberHandle = parent, site: UInt32 = 1, on day: Int? = nil
  ) -> Outcome {
    submit(fact(command, by: author, site: site, on: day))
  }

  /// Makes a habit and returns its identity.
  @discardableResult
  func addHabit(
    _ name: String, owner: MemberHandle = child, rank: UInt32 = 0, site: UInt32 = 1
  ) -> Entity {
    let made = fact(creation(name, owner: owner, rank: rank), site: site)
    state.apply(made)
    return made.identity
  }

  func creation(_ name: String, owner: MemberHandle = child, rank: UInt32 = 0) -> Command {
    .createHabit(
      for: owner, name: names.habitName(name), category: .empty, icon: 0, rank: rank)
  }

  /// Marks a habit as done, or not, on a day; written on that day.
  @discardableResult
  func mark(
    _ habit: Entity, _ day: Int, done: Bool = true, owner: MemberHandle = child, site: UInt32 = 1
  ) -> Outcome {
    submit(
      .setCompletion(of: habit, owner: owner, on: Self.day(day), done: done), site: site, on: day)
  }

  func streak(_ habit: Entity, asOf day: Int) -> Int {
    state.streak(slot(habit), asOf: Self.day(day))
  }

  func statistics(_ habit: Entity, asOf day: Int) -> HabitStatistics {
    state.habits.statistics(slot(habit), asOf: Self.day(day), state.shared)
  }

  func isDone(_ habit: Entity, _ day: Int) -> Bool {
    state.isDone(slot(habit), day)
  }

  func shownNames(of owner: MemberHandle = child) -> [String] {
    state.habits.shownNames(of: owner, in: names).map(\.name)
  }

  // The test library's macros cannot hold a state, because it is noncopyable.

  func isIdentical(to other: TestFamily) -> Bool {
    state.isIdentical(to: other.state)
  }

  /// HAB-6: a person's habits as the list shows them.
  func list(of owner: MemberHandle = child, archived: Bool = false) -> [Entity] {
    state.habits.habitsInOrder(of: owner, archived: archived).map { state.habitAt($0).entity }
  }

  func slot(_ habit: Entity) -> Int {
    state.slot(of: habit)!
  }
}
