import TestKit

/// A random history of a family on several devices over some weeks or months.
///
/// Clocks differ, messages arrive late and out of order between devices, and people toggle, fill in
/// past days, delete what others edit, and try what they are not allowed to do.
struct RandomHistory {
  /// Author of each site; two parents, a child and an observer.
  static let authors = [0, 3, 1, 2, 0]
  private static let dayMilliseconds = 86_400_000
  private static let names = ["Read", "READ", "read", "Run", "run", "Swim", "Paint", ""]

  /// In order of arrival.
  private(set) var events: [ModelEvent] = []
  let days: Int
  private var dice: Dice
  private var queues: [[ModelEvent]]
  private var delivered: [Int]
  private var clocks: [Int]
  private var skews: [Int]
  private var habits: [(key: ModelEvent.HabitKey, owner: Int)] = []
  private let habitsMax: Int
  private let deletes: Bool
  /// The sites whose messages are delivered before the end.
  private let online: [Int]

  init(seed: UInt64) {
    dice = Dice(seed: seed)
    days = dice.pick([3, 12, 70, 70, 130, 200])
    habitsMax = dice.pick([2, 3, 5, 30])
    deletes = dice.chance(2, in: 3)
    online = dice.pick([[0, 1, 2, 3, 4], [0, 3], [1, 2, 4]])
    queues = Self.authors.map { _ in [] }
    delivered = Self.authors.map { _ in 0 }
    clocks = delivered
    skews = []
    for _ in Self.authors { skews.append((dice.roll(7) - 3) * dice.pick([0, 1_000, 3_600_000])) }
    let length = 30 + dice.roll(60)
    for step in 0..<length { happen(at: step * days * Self.dayMilliseconds / length) }
    while deliverOne(of: [0, 1, 2, 3, 4]) {}
  }

  /// Delivers the oldest pending message of one of these sites, if there is one.
  private mutating func deliverOne(of sites: [Int]) -> Bool {
    let waiting = sites.filter { delivered[$0] < queues[$0].count }
    guard !waiting.isEmpty else { return false }
    let site = dice.pick(waiting)
    events.append(queues[site][delivered[site]])
    delivered[site] += 1
    return true
  }

  /// One person performs an action, sometimes several in a row.
  private mutating func happen(at milliseconds: Int) {
    let site = dice.pick([0, 0, 1, 1, 2, 2, 3, 4])
    // Some messages are delivered at once.
    if dice.chance(2, in: 3) { _ = deliverOne(of: online) }
    if dice.chance(1, in: 20), let habit = habits.last {
      // Several consecutive days filled in, in any order.
      let day = milliseconds / Self.dayMilliseconds
      for offset in dice.shuffled(Array(0..<dice.pick([5, 20, 80]))) where offset <= day {
        say(
          .complete(habit.key, day: day - offset, done: true), site, habit.owner,
          at: milliseconds)
      }
      return
    }
    let subject = dice.chance(3, in: 4) ? 1 : dice.roll(4)
    let day = milliseconds / Self.dayMilliseconds
    let (what, owner) = something(day: day, subject: subject)
    say(what, site, owner ?? subject, at: milliseconds)
    if case .create = what, case .create = queues[site].last!.what {
      habits.append((queues[site].last!.key, subject))
    }
    if case .delete(let key) = what, dice.chance(1, in: 2) {
      let minutes = dice.pick([0, 1, 9, 10, 11])
      say(.restore(key), dice.pick([site, 0, 1]), owner!, at: milliseconds + minutes * 60_000)
    }
  }

  private mutating func something(day: Int, subject: Int) -> (ModelEvent.What, owner: Int?) {
    if habits.isEmpty || (habits.count < habitsMax && dice.chance(habitsMax, in: 40)) {
      return (.create(name: dice.pick(Self.names), rank: dice.roll(4)), nil)
    }
    // Some habits are everyone's favorites; otherwise events would rarely collide.
    let habit = dice.pick(dice.chance(1, in: 2) ? Array(habits.prefix(1)) : habits)
    switch dice.roll(30) {
    case 0: return (.allow(child: subject, dice.chance(2, in: 3)), nil)
    case 1, 16: return (.rename(habit.key, dice.pick(Self.names)), habit.owner)
    case 2: return (.rank(habit.key, dice.roll(4)), habit.owner)
    case 3: return (.archive(habit.key, dice.chance(1, in: 2)), habit.owner)
    case 4, 15: return (.start(habit.key, day: day - dice.roll(60) + 2), habit.owner)
    case 5 where deletes: return (.delete(habit.key), habit.owner)
    case 6...9:
      let foods = FamilyModel.foodTenths.keys.sorted()
      var items = [(food: dice.pick(foods), quarters: dice.pick([0, 1, 3, 4, 7, 80, 81]))]
      while items.count < 3 { items.append((dice.pick(foods), dice.pick([0, 0, 4, 5]))) }
      return (.meal(kind: dice.roll(4), continues: dice.chance(1, in: 4), items), nil)
    case 10, 11: return (.drink(tenthOunces: dice.pick([0, 1, 80, 169, 2_000, 2_001])), nil)
    case 12, 13: return (.checkIn(mental: dice.roll(12), physical: 1 + dice.roll(10)), nil)
    case 14: return (.favorite(slot: dice.roll(5), food: 1, quarters: 1 + dice.roll(9)), nil)
    default:
      // Nearly always about a day or two around today.
      let about = day - dice.pick([0, 0, 0, 0, 1, 1, 2, 3, 20, -1])
      return (.complete(habit.key, day: about, done: dice.chance(3, in: 4)), habit.owner)
    }
  }

  private mutating func say(
    _ what: ModelEvent.What, _ site: Int, _ subject: Int, at milliseconds: Int
  ) {
    // A site's own clock never runs backwards.
    let shown = max(clocks[site], milliseconds + skews[site])
    let isSame = shown == queues[site].last?.milliseconds
    clocks[site] = shown
    let zone = dice.pick([0, 0, 0, 0, 0, 1, -1])
    let lost = dice.chance(1, in: 200) ? dice.pick([-500, 500, 5_000]) : 0
    queues[site].append(
      ModelEvent(
        site: site, number: queues[site].count + 1, milliseconds: shown,
        tick: isSame ? queues[site].last!.tick + 1 : 0,
        day: milliseconds / Self.dayMilliseconds + zone + lost, author: Self.authors[site],
        subject: subject, what: what))
  }
}
