import TestKit

/// Some months of actions that earn, spend and undo, from three sites whose messages arrive late
/// and sometimes twice.
struct RewardsHistory {
  /// In order of arrival.
  private(set) var actions: [ModelAction] = []
  private var dice: Dice
  private var queues: [[ModelAction]] = [[], [], []]
  private var delivered = [0, 0, 0]
  private var milliseconds = 0
  private var bonuses: [ModelAction.Key] = []
  private var rewards: [(key: ModelAction.Key, price: Int)] = []
  private var claims: [ModelAction.Key] = []
  private var goals: [ModelAction.Key] = []

  /// `long` histories reach the numbers at which trophies are given.
  init(seed: UInt64, long: Bool) {
    dice = Dice(seed: seed)
    for _ in 0..<(20 + dice.roll(40)) {
      happen()
      for _ in 0..<dice.roll(3) { _ = deliverOne() }
      if dice.chance(1, in: 20) { repeatSomething() }
    }
    if long {
      burst()
      for _ in 0..<10 { happen() }
    }
    while deliverOne() {}
  }

  private mutating func deliverOne() -> Bool {
    let waiting = queues.indices.filter { delivered[$0] < queues[$0].count }
    guard !waiting.isEmpty else { return false }
    let site = dice.pick(waiting)
    actions.append(queues[site][delivered[site]])
    delivered[site] += 1
    return true
  }

  /// A message whose response was lost is sent again. Events of other areas are not messages.
  private mutating func repeatSomething() {
    guard let action = actions.last else { return }
    switch action.what {
    case .attend, .eatWell, .deleteHabit: return
    default: actions.append(action)
    }
  }

  @discardableResult
  private mutating func say(_ what: ModelAction.What) -> ModelAction.Key {
    milliseconds += 1_000
    let site = dice.roll(3)
    let key = ModelAction.Key(site: site + 1, number: queues[site].count + 1)
    // The clocks of the sites differ by some seconds.
    let shown = milliseconds + site * 3_000 + dice.roll(2_000)
    queues[site].append(ModelAction(key: key, milliseconds: shown, what: what))
    return key
  }

  private mutating func happen() {
    let person = dice.pick([1, 1, 1, 3])
    switch dice.roll(24) {
    case 0...4:
      say(
        .attend(
          person: person, lesson: dice.roll(2), day: dice.roll(60), sport: 1 + dice.roll(2),
          isGame: dice.chance(1, in: 3), dice.chance(2, in: 3)))
    case 5, 6: say(.eatWell(person: person, day: dice.roll(12), dice.chance(2, in: 3)))
    case 7...9: markSome()
    case 10:
      let wrong = dice.chance(1, in: 8)
      say(.setPoints(item: dice.roll(wrong ? 9 : 7), amount: dice.pick([0, 1, 7, 300, 10_001])))
    case 11 where dice.chance(1, in: 3): spendTooEarly(person)
    case 11: bonuses.append(say(.bonus(person: person, amount: dice.pick([0, 1, 30, 150, 600]))))
    case 12 where !bonuses.isEmpty: say(.revoke(dice.pick(bonuses), person: person))
    case 13, 14: offerSomething()
    case 15, 16: claimSomething(for: person)
    case 17 where !claims.isEmpty: say(.cancel(dice.pick(claims), person: person))
    case 18 where dice.chance(1, in: 6): say(.deleteHabit(dice.roll(3)))
    case 18: perfectMonth(of: person)
    default: aimSomewhere(person)
    }
  }

  private mutating func markSome() {
    let (habit, first) = (dice.roll(3), dice.roll(30))
    for day in dice.shuffled(Array(first..<(first + dice.pick([1, 1, 5, 9])))) {
      say(.mark(habit: habit, day: day, dice.chance(5, in: 6)))
    }
  }

  private mutating func offerSomething() {
    if rewards.isEmpty || dice.chance(1, in: 2) {
      let price = dice.pick([0, 10, 25, 100])
      rewards.append((say(.offer(price: price)), price))
    } else if dice.chance(1, in: 4) {
      say(.withdraw(dice.pick(rewards).key))
    } else {
      let place = dice.roll(rewards.count)
      rewards[place].price = dice.pick([0, 15, 40])
      say(.price(rewards[place].key, rewards[place].price))
    }
  }

  private mutating func claimSomething(for person: Int) {
    guard !rewards.isEmpty else { return offerSomething() }
    let reward = dice.pick(rewards)
    claims.append(
      say(.claim(reward.key, person: person, price: dice.pick([reward.price, reward.price, 10]))))
  }

  /// Points that are spent and later reversed.
  private mutating func spendTooEarly(_ person: Int) {
    let price = dice.pick([30, 150])
    bonuses.append(say(.bonus(person: person, amount: price)))
    rewards.append((say(.offer(price: price)), price))
    while deliverOne() {}
    claims.append(say(.claim(rewards.last!.key, person: person, price: price)))
    while deliverOne() {}
    say(.revoke(bonuses.last!, person: person))
  }

  private mutating func perfectMonth(of person: Int) {
    let (month, count) = (1 + dice.roll(3), dice.pick([3, 4, 5]))
    for day in RewardsModel.days(of: month).filter({ $0 >= 0 }).prefix(count) {
      say(
        .attend(person: person, lesson: 0, day: day, sport: 1, isGame: false, true))
    }
  }

  private mutating func aimSomewhere(_ person: Int) {
    guard !goals.isEmpty, dice.chance(3, in: 4) else {
      let start = dice.roll(30)
      goals.append(
        say(
          .goal(
            person: person, type: dice.pick([0, 2, 2, 4, 5, 5]),
            target: dice.pick([0, 1, 2, 3, 9]),
            start: start, end: start + dice.pick([-1, 0, 20, 60]), priority: dice.roll(3))))
      return
    }
    let goal = dice.chance(1, in: 2) ? goals[0] : dice.pick(goals)
    switch dice.roll(11) {
    case 0: say(.target(goal, dice.pick([0, 1, 2, 4])))
    case 1: say(.dates(goal, start: dice.roll(20), end: 10 + dice.roll(60)))
    case 2: say(.priority(goal, dice.roll(4)))
    case 3: say(.sport(goal, dice.roll(3)))
    case 4, 5: say(.progress(goal, dice.pick([-3, 0, 1, 2, 50, 1_000_001])))
    case 6...8: say(.complete(goal, dice.chance(2, in: 3)))
    case 9: say(.archive(goal, dice.chance(1, in: 2)))
    default: if dice.chance(1, in: 2) { say(.deleteGoal(goal)) }
    }
  }

  /// Enough of one kind for a badge or a trophy.
  private mutating func burst() {
    switch dice.roll(4) {
    case 0: for day in 0..<dice.pick([29, 30, 33]) { say(.eatWell(person: 1, day: day, true)) }
    case 1:
      for day in 0..<dice.pick([24, 26, 52, 103]) {
        say(.attend(person: 1, lesson: 0, day: day, sport: 1, isGame: false, true))
      }
    case 2:
      for day in dice.shuffled(Array(0..<dice.pick([31, 31, 101]))) {
        say(.mark(habit: 0, day: day, true))
      }
    default: for _ in 0..<dice.pick([2, 9]) { say(.bonus(person: 1, amount: 600)) }
    }
  }
}
