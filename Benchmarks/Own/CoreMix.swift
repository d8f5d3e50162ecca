import Base
import Chronology
import DomainCore

/// What one family does day by day, as facts that a server would be sent.
struct CoreMix {
  struct Entry: BitwiseCopyable {
    var fact: Fact
    var committed: Instant
    var family: UInt32
  }

  static let firstDay = LocalDay(year: 2026, month: 3, day: 2)
  private static let mother = MemberHandle(0)
  private static let people = [MemberHandle(0), MemberHandle(1), MemberHandle(2), MemberHandle(3)]

  let family: Int
  private var sequence: UInt32 = 0
  private var habits: [Entity] = []
  private var now = Instant(milliseconds: 0)

  init(family: Int) {
    self.family = family
  }

  static func founded(_ family: Int) -> ScopeState {
    var members = FlatArray<Member>()
    for role in [Role.parent, .parent, .child, .child] {
      members.append(Member(role: role, born: LocalDay(year: 2014, month: 5, day: 1 + family % 28)))
    }
    return ScopeState(members: members, firstDay: firstDay, dayCapacity: 64)
  }

  /// A day of the family; `say` gets its facts in order.
  mutating func live(day: Int, say: (Entry) -> Void) {
    let today = Self.firstDay.adding(days: day)
    now = Zone.utc.startOfDay(today) + 7 * Span.hour
    if day == 0 { settleIn(today, say: say) }
    for (number, person) in Self.people.enumerated() {
      for habit in 0..<3 where (day + habit + number) % 5 != 0 {
        self.say(
          .setCompletion(of: habits[number * 3 + habit], owner: person, on: today, done: true),
          today, say)
      }
      for meal in 0..<3 {
        let kind = MealKind(rawValue: UInt8(meal))!
        let items = [
          MealItem(food: UInt16(1 + (day + meal) % 20), quarters: 5),
          MealItem(food: UInt16(1 + (day + number) % 20), quarters: 4),
        ]
        self.say(.logMeal(for: person, MealPortion(kind, items[0], items[1])), today, say)
      }
      for glass in 0..<4 {
        self.say(
          .logWater(
            for: person,
            WaterAmount(tenthOunces: 80, source: .glass, minuteOfDay: UInt16(480 + glass * 120))),
          today, say)
      }
      self.say(
        .checkIn(for: person, WellnessScore(mental: 7, physical: UInt8(1 + (day + number) % 10))),
        today, say)
    }
  }

  private mutating func settleIn(_ today: LocalDay, say: (Entry) -> Void) {
    for person in Self.people {
      for habit in 0..<3 {
        let text = TextHandle(UInt32(1 + habit))
        habits.append(
          self.say(
            .createHabit(
              for: person, name: HabitName(text: text, folded: text), category: .empty, icon: 0,
              rank: UInt32(habit)), today, say))
      }
    }
  }

  @discardableResult
  private mutating func say(_ command: Command, _ today: LocalDay, _ say: (Entry) -> Void) -> Entity
  {
    sequence += 1
    now = now + 20 * Span.second
    let fact = Fact(
      command: command,
      version: Version(stamp: UInt64(now.milliseconds) << 16, site: 1), sequence: sequence,
      author: Self.mother, day: today, zone: .utc)
    say(Entry(fact: fact, committed: now, family: UInt32(family)))
    return fact.identity
  }
}
